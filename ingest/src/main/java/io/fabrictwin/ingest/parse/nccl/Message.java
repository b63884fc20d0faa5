package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.model.id.DeviceId;
import org.jspecify.annotations.Nullable;

/**
 * One message of the library, out of its line.
 *
 * @param writer who wrote it
 * @param gpu index of the GPU within the process; empty: not told
 * @param level INFO, WARN or another
 * @param text what it says
 * @param isFull whether it is as long as the library's buffer, so that its end may be missing
 */
record Message(Writer writer, String gpu, Level level, String text, boolean isFull) {
    /** How loud it is. */
    enum Level {
        INFO,
        WARN,
        /** None that holds facts. */
        OTHER
    }

    /**
     * A thread of a process.
     *
     * @param host null: not told
     * @param device the same as a device
     * @param process process id; empty: not told
     * @param processKey equal for all threads of the process
     * @param threadKey equal for all messages of the thread
     */
    record Writer(
            @Nullable String host, @Nullable DeviceId device, String process, String processKey, String threadKey) {
        static Writer of(@Nullable String host, String process, String thread) {
            String processKey = host + ":" + process;
            return new Writer(host, device(host), process, processKey, processKey + ":" + thread);
        }

        Writer on(String otherHost) {
            return new Writer(otherHost, device(otherHost), process, otherHost + processKey, otherHost + threadKey);
        }

        private static @Nullable DeviceId device(@Nullable String host) {
            return host == null ? null : new DeviceId(host);
        }
    }

    Message on(String otherHost) {
        return new Message(writer.on(otherHost), gpu, level, text, isFull);
    }

    /** Who wrote it; null: not told. */
    @Nullable
    String host() {
        return writer.host();
    }

    /** The same as a device; null: not told. */
    @Nullable
    DeviceId device() {
        return writer.device();
    }

    String processKey() {
        return writer.processKey();
    }

    String threadKey() {
        return writer.threadKey();
    }

    /** A member of a process, where that has several. */
    String gpuKey() {
        return writer.processKey() + "[" + gpu;
    }
}
