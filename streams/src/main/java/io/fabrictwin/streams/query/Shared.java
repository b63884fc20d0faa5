package io.fabrictwin.streams.query;

import java.util.Collections;

/**
 * What is served: one cut of the whole log, and how whole it is.
 *
 * @param cut put together from what all instances fold
 * @param sharing who folds what, as of that cut
 */
public record Shared(TwinCut cut, Sharing sharing) {
    /** Before anything was looked at. */
    public static Shared nothing() {
        return new Shared(
                TwinCut.EMPTY, new Sharing("", 0, Collections.emptySortedMap(), Collections.emptySortedMap()));
    }
}
