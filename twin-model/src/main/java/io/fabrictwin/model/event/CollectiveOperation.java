package io.fabrictwin.model.event;

/** What a collective does. */
public enum CollectiveOperation {
    ALL_REDUCE,
    ALL_GATHER,
    REDUCE_SCATTER,
    ALL_TO_ALL,
    BROADCAST,
    REDUCE,
    /** Every rank sends to rank 0 (an incast). */
    GATHER,
    SCATTER,
    SEND,
    RECEIVE
}
