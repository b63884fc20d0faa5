package io.fabrictwin.model.congestion;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What an observer is shown of a run, and when. */
final class Readings {
    private final @Nullable PortObserver observer;
    private final double[] peakBytes;
    private final long[] notifications;
    private long nextNs;

    Readings(@Nullable PortObserver observer, int ports) {
        this.observer = observer;
        if (observer != null) {
            Require.positive("intervalNs", observer.intervalNs());
        }
        nextNs = observer == null ? Long.MAX_VALUE : 0;
        peakBytes = new double[ports];
        notifications = new long[ports];
    }

    /** When the engine has to stop for the next reading, ns; infinite if it never has to. */
    double nextStopNs() {
        return observer == null || observer.isPassive() ? Double.POSITIVE_INFINITY : nextNs;
    }

    void queued(int port, double bytes) {
        peakBytes[port] = Math.max(peakBytes[port], bytes);
    }

    void notified(int port) {
        notifications[port]++;
    }

    long notifications(int port) {
        return notifications[port];
    }

    long peakBytes(int port) {
        return Math.round(peakBytes[port]);
    }

    /** Shows the counters for every reading that is due. */
    void upTo(double nowNs, PortObserver.Counters counters) {
        if (observer == null || nextNs > nowNs) {
            return;
        }
        while (nextNs <= nowNs) {
            show(observer, nextNs, counters);
            nextNs += observer.intervalNs();
        }
    }

    /** Time of the next reading, ns, if it is a passive observer's and comes before {@code untilNs}; infinite otherwise. */
    double nextWithin(double untilNs) {
        return observer != null && observer.isPassive() && nextNs < untilNs ? nextNs : Double.POSITIVE_INFINITY;
    }

    /** Shows a passive observer the end of the run. */
    void end(double nowNs, PortObserver.Counters counters) {
        if (observer != null && observer.isPassive()) {
            show(observer, (long) nowNs, counters);
        }
    }

    private void show(PortObserver shown, long timeNs, PortObserver.Counters counters) {
        shown.observe(timeNs, counters);
        Arrays.fill(peakBytes, 0);
    }
}
