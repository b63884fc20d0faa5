package io.fabrictwin.model.congestion;

/**
 * What flows do to a port that they fill.
 *
 * @param efficiency share of its rate that they get through it, above 0 and at most 1
 * @param markedFraction share of the packets that it marks
 * @param pausedShare share of the time in which those that feed it are paused, mean over them
 * @param queuePeakBytes greatest depth of its queue
 */
record PortManners(double efficiency, double markedFraction, double pausedShare, double queuePeakBytes) {
    /** A port that gives all of its rate and does nothing to anybody. */
    static final PortManners EVEN = new PortManners(1, 0, 0, 0);
}
