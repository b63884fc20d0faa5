package io.fabrictwin.ingest.parse.nccl;

import org.jspecify.annotations.Nullable;

/**
 * One message of the library, out of its line.
 *
 * @param host who wrote it; null: not told
 * @param process its process id; empty: not told
 * @param thread its thread id; empty: not told
 * @param isWarning whether it is of level WARN
 * @param isFact whether it is of a level that holds facts
 * @param text what it says
 */
record Message(@Nullable String host, String process, String thread, boolean isWarning, boolean isFact, String text) {
    String processKey() {
        return host + ":" + process;
    }

    String threadKey() {
        return host + ":" + process + ":" + thread;
    }
}
