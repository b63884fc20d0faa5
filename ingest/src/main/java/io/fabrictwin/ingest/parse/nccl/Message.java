package io.fabrictwin.ingest.parse.nccl;

import org.jspecify.annotations.Nullable;

/**
 * One message of the library, out of its line.
 *
 * @param host who wrote it; null: not told
 * @param process its process id; empty: not told
 * @param thread its thread id; empty: not told
 * @param gpu index of the GPU within the process; empty: not told
 * @param level INFO, WARN or another
 * @param text what it says
 * @param isFull whether it is as long as the library's buffer, so that its end may be missing
 */
record Message(
        @Nullable String host, String process, String thread, String gpu, Level level, String text, boolean isFull) {
    /** How loud it is. */
    enum Level {
        INFO,
        WARN,
        /** None that holds facts. */
        OTHER
    }

    Message on(String otherHost) {
        return new Message(otherHost, process, thread, gpu, level, text, isFull);
    }

    String processKey() {
        return host + ":" + process;
    }

    String threadKey() {
        return host + ":" + process + ":" + thread;
    }

    /** A member of a process, where that has several. */
    String gpuKey() {
        return host + ":" + process + "[" + gpu;
    }
}
