package io.fabrictwin.model.measure;

import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.PortObserver;
import java.util.Arrays;

/**
 * What the ports of a run did over time, read without disturbing the run. Its memory is bounded: when it is full, every
 * second reading is dropped and the interval doubled.
 */
public final class PortHistory implements PortObserver {
    /** Fine beside the timers of senders (tens to hundreds of us), coarse beside a packet. */
    private static final long FINEST_INTERVAL_NS = 10_000;

    /** Readings times ports. */
    private static final int MOST_VALUES = 1 << 19;

    private static final int FEWEST_READINGS = 64;

    private final Network network;
    private final int ports;
    private final int capacity;
    private long intervalNs = FINEST_INTERVAL_NS;
    private int size;
    private long[] timeNs = new long[64];
    private double[][] sentBytes = new double[64][];
    private double[][] pausedNs = new double[64][];
    private double[][] peakBytes = new double[64][];

    public PortHistory(Network network) {
        this.network = network;
        ports = network.portCount();
        capacity = Math.max(FEWEST_READINGS, MOST_VALUES / Math.max(1, ports));
    }

    @Override
    public long intervalNs() {
        return intervalNs;
    }

    @Override
    public boolean isPassive() {
        return true;
    }

    @Override
    public void observe(long timeNs, Counters counters) {
        if (size > 0 && timeNs <= this.timeNs[size - 1]) {
            return;
        }
        if (size == capacity) {
            thin();
        }
        if (size == this.timeNs.length) {
            int larger = 2 * size;
            this.timeNs = Arrays.copyOf(this.timeNs, larger);
            sentBytes = Arrays.copyOf(sentBytes, larger);
            pausedNs = Arrays.copyOf(pausedNs, larger);
            peakBytes = Arrays.copyOf(peakBytes, larger);
        }
        double[] sent = new double[ports];
        double[] paused = new double[ports];
        double[] peak = new double[ports];
        for (int port = 0; port < ports; port++) {
            sent[port] = counters.txBytes(port);
            paused[port] = counters.pausedNs(port);
            peak[port] = counters.queuePeakBytes(port);
        }
        this.timeNs[size] = timeNs;
        sentBytes[size] = sent;
        pausedNs[size] = paused;
        peakBytes[size] = peak;
        size++;
    }

    private void thin() {
        int kept = 0;
        for (int at = 0; at < size; at += 2) {
            if (at > 0) {
                for (int port = 0; port < ports; port++) {
                    peakBytes[at][port] = Math.max(peakBytes[at][port], peakBytes[at - 1][port]);
                }
            }
            timeNs[kept] = timeNs[at];
            sentBytes[kept] = sentBytes[at];
            pausedNs[kept] = pausedNs[at];
            peakBytes[kept] = peakBytes[at];
            kept++;
        }
        size = kept;
        intervalNs *= 2;
    }

    /** Number of readings; reading 0 is at the start. */
    int size() {
        return size;
    }

    long timeNs(int reading) {
        return timeNs[reading];
    }

    double sentBytes(int reading, int port) {
        return sentBytes[reading][port];
    }

    /** Whether the port was paused, or its queue above Kmin, between the reading before and this one. */
    boolean isCongested(int reading, int port) {
        var ecn = network.port(port).ecn();
        return pausedNs[reading][port] > pausedNs[reading - 1][port]
                || (ecn.enabled() && peakBytes[reading][port] > ecn.kminBytes());
    }

    /** The newest reading at or before a time. */
    int readingAt(long time) {
        int found = Arrays.binarySearch(timeNs, 0, size, time);
        return found >= 0 ? found : Math.max(0, -found - 2);
    }

    /**
     * How much of a stretch of time the port was sending, was paused, and had a queue, added up: 0 to 3. Readings do not
     * end with the stretch; those that hold it count.
     */
    double busyness(int port, long fromNs, long toNs) {
        int from = readingAt(fromNs);
        int to = Math.min(size - 1, readingAt(toNs) + (timeNs[readingAt(toNs)] < toNs ? 1 : 0));
        double spanNs = timeNs[to] - timeNs[from];
        if (spanNs <= 0) {
            return 0;
        }
        double sendingNs = (sentBytes[to][port] - sentBytes[from][port])
                * 8e9
                / network.port(port).bitsPerSecond();
        double heldNs = pausedNs[to][port] - pausedNs[from][port];
        double queuedNs = 0;
        for (int reading = from + 1; reading <= to; reading++) {
            queuedNs += peakBytes[reading][port] > network.transport().wireBytes()
                    ? timeNs[reading] - timeNs[reading - 1]
                    : 0;
        }
        return (sendingNs + heldNs + queuedNs) / spanNs;
    }
}
