package io.fabrictwin.ingest.synth;

import io.fabrictwin.model.id.DeviceId;
import java.util.List;

/**
 * What the recording tells, for those who want to ask about it: no event says any of this in words.
 *
 * @param startNs when the jobs start, ns since 1970
 * @param pushNs when a push sets far too low ECN thresholds on {@code leaf}
 * @param restoreNs when another push takes them back
 * @param stormNs when {@code nic} begins to send pause frames
 * @param endNs when the recording ends; the storm lasts until then
 * @param questions what an operator would ask, in order of time
 */
public record Story(
        long startNs,
        long pushNs,
        long restoreNs,
        long stormNs,
        long endNs,
        DeviceId leaf,
        DeviceId nic,
        List<Question> questions) {
    public Story {
        questions = List.copyOf(questions);
    }

    /**
     * A fork to try.
     *
     * @param name what people call it
     * @param atNs base time, ns since 1970
     * @param windowNs length of the window from there
     * @param changes as a fork takes them: {@code KEY=VALUE}
     */
    public record Question(String name, long atNs, long windowNs, List<String> changes) {
        public Question {
            changes = List.copyOf(changes);
        }
    }
}
