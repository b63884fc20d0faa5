package io.fabrictwin.model.congestion;

/** Something that takes time and may wait for others: a transfer over the network, a bundle of them, or a delay. */
public sealed interface Activity permits Transfer, Bundle, Delay {
    /** Dense id from 0, equal to the place in the list that is run. */
    int id();

    /** Earliest start, ns from the start of the run. */
    long earliestStartNs();

    /** Ids of the activities that must have ended first. Not to be changed. */
    int[] after();
}
