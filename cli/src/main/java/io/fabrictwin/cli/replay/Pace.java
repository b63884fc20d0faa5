package io.fabrictwin.cli.replay;

import java.util.concurrent.TimeUnit;

/** Lets event time pass as fast as a person wants. */
final class Pace {
    private final double speed;
    private final long startedNs = System.nanoTime();
    private long firstNs = -1;

    /** Begins now; {@code speed} seconds of event time pass in one. */
    Pace(double speed) {
        this.speed = speed;
    }

    /** Waits until it is the turn of an event time; false: whoever runs this wants it to end. */
    boolean waitFor(long eventTimeNs) {
        if (firstNs < 0) {
            firstNs = eventTimeNs;
        }
        long leftNs = (long) ((eventTimeNs - firstNs) / speed) - (System.nanoTime() - startedNs);
        if (leftNs > 0) {
            try {
                TimeUnit.NANOSECONDS.sleep(leftNs);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }
}
