package io.fabrictwin.model.congestion;

import io.fabrictwin.model.pause.LossRecovery;
import io.fabrictwin.model.pause.TransportTimeout;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Bytes that switches drop, and what the transfers do about it.
 *
 * <p>A switch that may not pause its neighbours drops what comes while its shared buffer is full. A transfer learns of a gap
 * once a byte behind it has passed the place of the loss and a loop has gone by since: its receiver asks for the missing
 * bytes. Where no byte follows, only the timeout tells, a limited number of times. Under go-back-N all bytes from the gap on are sent
 * again, and what is under way behind the gap takes room for nothing; under selective repeat the lost bytes alone are.
 *
 * <p>A loss by itself does not cut a sender's rate: marks do, and a full buffer marks (as the open simulator of HPCC has it).
 */
final class Losses {
    private static final double BYTE_TOLERANCE = 0.01;

    private final Paths paths;
    private final Flows flows;
    private final EgressPorts ports;
    private final boolean goesBack;
    private final double timeoutNs;

    // Switches; one that pauses all neighbours of a priority in time has room for all of it.
    private final int[] nodeOfPort;
    /** By port. */
    private final boolean[] mayDrop;
    /** By switch. */
    private final boolean[] mayDropAny;

    private final double[] roomBytes;
    private final double[] heldBytes;
    private final double[] growth;

    // Ports.
    private final double[] droppedBytes;
    // Hops.
    private final double[] droppedAt;
    // Transfers.
    private final double[] dropped;
    private final double[] sentAgain;
    /** Where in the bytes injected the first one lies that is missing. */
    private final double[] gapAt;

    private final double[] missing;
    /** Hop that lost it; -1: nothing is missing that the sender does not know of. */
    private final int[] gapHop;
    /** What has to have passed that hop for the gap to show. */
    private final double[] showsAt;
    /** Bytes injected before the sender last went back: what is lost of them is not missed. */
    private final double[] wentBackAt;

    private final double[] toldNs;
    private final double[] timesOutNs;
    private final int[] timeouts;
    private final IntBag gaps = new IntBag();

    Losses(Network network, Paths paths, Flows flows, EgressPorts ports) {
        this.paths = paths;
        this.flows = flows;
        this.ports = ports;
        Transport transport = network.transport();
        goesBack = transport.recovery() == LossRecovery.GO_BACK_N;
        timeoutNs = transport.timeout().ns();
        nodeOfPort = new int[network.portCount()];
        for (int p = 0; p < nodeOfPort.length; p++) {
            nodeOfPort[p] = network.from(p);
        }
        int nodes = network.nodes().size();
        mayDrop = new boolean[nodeOfPort.length];
        mayDropAny = new boolean[nodes];
        roomBytes = new double[nodes];
        Set<List<Integer>> lossless = new HashSet<>();
        Arrays.setAll(roomBytes, network::bufferBytes);
        for (int p = 0; p < nodeOfPort.length; p++) {
            if (network.isLossless(p)) {
                lossless.add(List.of(network.to(p), network.priority(p)));
                roomBytes[network.to(p)] -= network.port(p).headroomBytes();
            }
        }
        for (int p = 0; p < nodeOfPort.length; p++) {
            mayDrop[p] =
                    !network.isHost(nodeOfPort[p]) && !lossless.contains(List.of(nodeOfPort[p], network.priority(p)));
            mayDropAny[nodeOfPort[p]] |= mayDrop[p];
        }
        heldBytes = new double[nodes];
        growth = new double[nodes];
        droppedBytes = new double[nodeOfPort.length];
        droppedAt = new double[paths.port.length];
        int transfers = paths.transfers();
        dropped = new double[transfers];
        sentAgain = new double[transfers];
        gapAt = new double[transfers];
        missing = new double[transfers];
        gapHop = new int[transfers];
        Arrays.fill(gapHop, -1);
        showsAt = new double[transfers];
        wentBackAt = new double[transfers];
        toldNs = new double[transfers];
        timesOutNs = new double[transfers];
        timeouts = new int[transfers];
    }

    /** Notes that the queue of a port has changed; returns by how many bytes its switch then holds too much. */
    double excess(int port, double change) {
        int node = nodeOfPort[port];
        if (!mayDropAny[node]) {
            return 0;
        }
        heldBytes[node] = Math.max(0, heldBytes[node] + change);
        return mayDrop[port] ? Math.max(0, heldBytes[node] - roomBytes[node]) : 0;
    }

    /** Expects the queue of a port to grow at {@code rate} bytes per ns. */
    void expect(int port, double rate) {
        growth[nodeOfPort[port]] += rate;
    }

    /** Time in ns until a buffer is full, if queues grow as expected; infinite if none will be. Forgets what was expected. */
    double quietNs() {
        double spanNs = Double.POSITIVE_INFINITY;
        for (int node = 0; node < growth.length; node++) {
            if (mayDropAny[node] && growth[node] > 0) {
                spanNs = Math.min(spanNs, Math.max(0, roomBytes[node] - heldBytes[node]) / growth[node]);
            }
        }
        Arrays.fill(growth, 0);
        return spanNs;
    }

    /** Notes that bytes of a hop, the last that came there, are lost. */
    void drop(int hop, double bytes, double atNs) {
        int id = paths.transferOfHop[hop];
        int first = paths.offset[id];
        droppedBytes[paths.port[hop]] += bytes;
        droppedAt[hop] += bytes;
        dropped[id] += bytes;
        // What came here less what was lost here and on the way here lies before the gap.
        double before = ports.passed(hop - 1);
        for (int k = first + 1; k < hop; k++) {
            before += droppedAt[k];
        }
        before -= bytes;
        if (goesBack && before < wentBackAt[id] - BYTE_TOLERANCE) {
            return;
        }
        if (gapHop[id] < 0) {
            gaps.add(id);
            missing[id] = 0;
            toldNs[id] = Double.POSITIVE_INFINITY;
            timesOutNs[id] = atNs + timeoutNs;
        }
        missing[id] += bytes;
        if (gapHop[id] < 0 || before < gapAt[id]) {
            gapAt[id] = before;
            gapHop[id] = hop;
            showsAt[id] = ports.passed(hop - 1) - droppedAt[hop];
        }
    }

    /** Number of transfers that miss something their senders do not know of. */
    int gaps() {
        return gaps.size();
    }

    /** The transfer of a gap. */
    int gap(int k) {
        return gaps.get(k);
    }

    /** Hop behind which a gap has come to show, if it has and the sender is not told yet; -1 otherwise. */
    int shown(int id) {
        boolean shows = ports.passed(gapHop[id]) > showsAt[id] + BYTE_TOLERANCE;
        return shows && toldNs[id] == Double.POSITIVE_INFINITY ? gapHop[id] : -1;
    }

    /** The sender of this transfer is told of its gap at {@code atNs}. */
    void tell(int id, double atNs) {
        toldNs[id] = atNs;
    }

    /** Whether bytes are under way that may make a gap show. */
    boolean mayShow() {
        for (int k = 0; k < gaps.size(); k++) {
            int id = gaps.get(k);
            double underWay = ports.passed(paths.offset[id]) - ports.passed(paths.offset[id + 1] - 1) - dropped[id];
            boolean isTold = toldNs[id] < Double.POSITIVE_INFINITY;
            if (!isTold && flows.remaining[id] + underWay > BYTE_TOLERANCE) {
                return true;
            }
        }
        return false;
    }

    /** When the next sender learns of a gap, ns; infinite if none will. */
    double nextNs() {
        double next = Double.POSITIVE_INFINITY;
        for (int k = 0; k < gaps.size(); k++) {
            int id = gaps.get(k);
            next = Math.min(next, Math.min(toldNs[id], timesOutNs[id]));
        }
        return next;
    }

    /**
     * Lets the sender of a transfer send again what is missing, if it has learned of that by {@code nowNs}; whether it does. A
     * sender that has timed out too often in a row gives up: its transfer does not end.
     */
    boolean sendsAgain(int id, double nowNs) {
        if (Math.min(toldNs[id], timesOutNs[id]) > nowNs) {
            return false;
        }
        boolean told = toldNs[id] <= nowNs;
        timeouts[id] = told ? 0 : timeouts[id] + 1;
        if (timeouts[id] > TransportTimeout.MOST_RETRIES) {
            timesOutNs[id] = Double.POSITIVE_INFINITY;
            toldNs[id] = Double.POSITIVE_INFINITY;
            return false;
        }
        double injected = ports.passed(paths.offset[id]);
        double bytes = goesBack ? injected - gapAt[id] : missing[id];
        flows.remaining[id] += bytes;
        sentAgain[id] += bytes;
        wentBackAt[id] = injected;
        gapHop[id] = -1;
        gaps.remove(id);
        return true;
    }

    /** Whether a transfer misses something its sender does not know of. */
    boolean hasGap(int id) {
        return gapHop[id] >= 0;
    }

    /** Bytes lost at a hop. */
    double droppedAt(int hop) {
        return droppedAt[hop];
    }

    /** Bytes that a port has dropped. */
    double[] droppedBytes() {
        return droppedBytes;
    }
}
