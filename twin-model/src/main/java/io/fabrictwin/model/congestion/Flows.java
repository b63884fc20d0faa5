package io.fabrictwin.model.congestion;

import java.util.Arrays;

/**
 * State of the transfers of a run, by transfer and by hop. Rates are bytes per ns and stay until they change; what follows
 * from them, such as the bytes that have passed, is worked out when somebody asks.
 */
final class Flows {
    /** Bytes not yet injected at {@link #settledNs}. */
    final double[] remaining;
    /** Rate of injection. */
    final double[] rate;
    /** Time up to which what was injected is booked. */
    final double[] settledNs;
    /** When the last packet gets its turn at the present rate. */
    final double[] lastPacketNs;
    /** When the last byte was injected. */
    final double[] injectedNs;

    /** Rate at which a flow comes to a hop. */
    final double[] coming;
    /** Rate at which it came when that came which is now at the head of the queue. */
    final double[] heading;
    /** Changes of the former that have not got to the head. */
    final int[] changesAhead;
    /** Where the queue keeps the last of them. */
    final int[] lastChange;
    /** What its queue has to have served until the last of them has. */
    final double[] leavesAtBytes;
    /** When a hop had served all that had come, for flows that come no more. */
    final double[] lastServiceNs;

    /** Bytes that had left a hop when that was last booked. */
    final double[] passed;
    /** Service of the queue at that time. */
    final double[] passedAtService;

    /** End of the last step, or of the present one once its rates are known. */
    double nowNs;

    private final Paths paths;

    Flows(Paths paths) {
        this.paths = paths;
        int transfers = paths.transfers();
        remaining = new double[transfers];
        rate = new double[transfers];
        settledNs = new double[transfers];
        lastPacketNs = new double[transfers];
        Arrays.fill(lastPacketNs, Double.POSITIVE_INFINITY);
        injectedNs = new double[transfers];
        int hops = paths.port.length;
        coming = new double[hops];
        heading = new double[hops];
        changesAhead = new int[hops];
        lastChange = new int[hops];
        leavesAtBytes = new double[hops];
        lastServiceNs = new double[hops];
        passed = new double[hops];
        passedAtService = new double[hops];
    }

    void open(int id, double startNs) {
        remaining[id] = paths.wireBytes[id];
        settledNs[id] = startNs;
        injectedNs[id] = Double.POSITIVE_INFINITY;
    }

    /** Books what was injected up to {@code nowNs}. */
    void settle(int id, double nowNs) {
        double bytes = Math.min(remaining[id], rate[id] * (nowNs - settledNs[id]));
        remaining[id] -= bytes;
        passed[paths.offset[id]] += bytes;
        settledNs[id] = nowNs;
    }

    /** Bytes injected by {@link #nowNs}. */
    double injected(int id) {
        double since = Math.min(remaining[id], rate[id] * Math.max(0, nowNs - settledNs[id]));
        return passed[paths.offset[id]] + since;
    }

    /** Whether nothing of a flow is at a hop, and nothing comes. */
    boolean isGone(int hop) {
        return coming[hop] == 0 && heading[hop] == 0 && changesAhead[hop] == 0;
    }
}
