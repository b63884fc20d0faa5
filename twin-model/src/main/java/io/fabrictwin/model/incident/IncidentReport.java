package io.fabrictwin.model.incident;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.walk.Stop;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a stretch of slow steps.
 *
 * @param answer whom to look at
 * @param summary the answer in a sentence
 * @param healthy mean parts of a healthy step; nothing where unknown
 * @param slow mean parts of a slow step; nothing where unknown
 * @param causes the likeliest first
 * @param way from a rank to the cause, or the way most under suspicion; empty where no way is known
 * @param gaps what was not told, and so could not be looked at
 * @param doubts what the clocks of the hosts leave open
 */
public record IncidentReport(
        FabricId fabric,
        SlowSpan span,
        Answer answer,
        String summary,
        @Nullable Parts healthy,
        @Nullable Parts slow,
        List<RankedCause> causes,
        List<WayStop> way,
        List<String> gaps,
        List<String> doubts) {
    /** Whom to look at. */
    public enum Answer {
        /** The network, or its settings. */
        NETWORK("the network"),
        /** Hosts, GPUs or the job. */
        NOT_THE_NETWORK("not the network"),
        /** What was told does not decide it. */
        CANNOT_TELL("cannot tell");

        private final String words;

        Answer(String words) {
            this.words = words;
        }

        /** For people. */
        public String words() {
            return words;
        }
    }

    /** One stop of the way, and whether the cause sits there. */
    public record WayStop(Stop stop, boolean isSuspect) {}

    public IncidentReport {
        causes = List.copyOf(causes);
        way = List.copyOf(way);
        gaps = List.copyOf(gaps);
        doubts = List.copyOf(doubts);
    }

    /** The same for the same incident, however often it is told; as {@code fork --incident} takes it. */
    public String id() {
        return fabric + "/INCIDENT/" + span.job() + "/" + span.fromNs();
    }

    /** The likeliest cause, where it is likely enough to be the answer; null where it cannot be told. */
    public @Nullable RankedCause named() {
        return answer == Answer.CANNOT_TELL || causes.isEmpty() ? null : causes.get(0);
    }

    /** The fork to try; null where no cause has one. */
    public RankedCause.@Nullable Undo undo() {
        return causes.isEmpty() ? null : causes.get(0).undo();
    }
}
