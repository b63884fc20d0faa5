package io.fabrictwin.model.congestion;

import java.util.Arrays;

/**
 * Last acknowledgements that wait in queues on a known path: each leaves a queue once all bytes that were in it when the
 * acknowledgement came have left; a storm holds it at an empty one, too.
 */
final class LastAcks {
    private static final double BYTE_TOLERANCE = 0.01;
    /** A queue that holds less holds nothing: every flow that ends may leave its share of rounding in it. */
    private static final double LEAST_QUEUE_BYTES = 1;

    private final AckRoutes routes;
    private final EgressPorts ports;
    private final PauseControl pauses;
    private int size;
    private int[] transfer = new int[16];
    private int[] place = new int[16];
    private double[] leavesAtBytes = new double[16];
    private double[] atNs = new double[16];

    /** Follows acknowledgements through the queues of {@code ports}. */
    LastAcks(AckRoutes routes, EgressPorts ports, PauseControl pauses) {
        this.routes = routes;
        this.ports = ports;
        this.pauses = pauses;
    }

    int size() {
        return size;
    }

    int transfer(int slot) {
        return transfer[slot];
    }

    /** Time in ns that the acknowledgement has got to, the propagation left out. */
    double atNs(int slot) {
        return atNs[slot];
    }

    /** The acknowledgement of a transfer sets out. */
    void add(int id, double startNs) {
        if (size == transfer.length) {
            transfer = Arrays.copyOf(transfer, size * 2);
            place = Arrays.copyOf(place, size * 2);
            leavesAtBytes = Arrays.copyOf(leavesAtBytes, size * 2);
            atNs = Arrays.copyOf(atNs, size * 2);
        }
        transfer[size] = id;
        place[size] = routes.first(id);
        atNs[size] = startNs;
        enter(size);
        size++;
    }

    /** Time in ns until the first acknowledgement leaves the queue it is in, if ports send at {@code rate}. */
    double quietNs(double[] rate) {
        double spanNs = Double.POSITIVE_INFINITY;
        for (int slot = 0; slot < size; slot++) {
            if (place[slot] < routes.end(transfer[slot])) {
                int port = routes.port(place[slot]);
                if (rate[port] > 0) {
                    spanNs = Math.min(spanNs, Math.max(0, leavesAtBytes[slot] - ports.dataBytes(port)) / rate[port]);
                }
            }
        }
        return spanNs;
    }

    /** Moves on at the end of a step in which ports sent at {@code rate}; whether it has got to the sender. */
    boolean advance(int slot, double[] rate, double untilNs) {
        while (place[slot] < routes.end(transfer[slot])) {
            int port = routes.port(place[slot]);
            double excess = ports.dataBytes(port) - leavesAtBytes[slot];
            if (excess < -BYTE_TOLERANCE && holds(port)) {
                return false;
            }
            if (rate[port] > 0) {
                double leavesNs = untilNs - Math.max(0, excess) / rate[port];
                atNs[slot] = Math.max(atNs[slot], leavesNs - routes.lateNs(place[slot]));
            }
            place[slot]++;
            enter(slot);
        }
        return true;
    }

    private boolean holds(int port) {
        return ports.queue[port].bytes() > LEAST_QUEUE_BYTES;
    }

    private void enter(int slot) {
        while (place[slot] < routes.end(transfer[slot])) {
            int port = routes.port(place[slot]);
            if (holds(port)) {
                leavesAtBytes[slot] = ports.dataBytes(port) + ports.queue[port].bytes();
                return;
            }
            atNs[slot] += pauses.spanNs(port, atNs[slot] + routes.lateNs(place[slot]), 0);
            place[slot]++;
        }
    }

    void remove(int slot) {
        size--;
        transfer[slot] = transfer[size];
        place[slot] = place[size];
        leavesAtBytes[slot] = leavesAtBytes[size];
        atNs[slot] = atNs[size];
    }
}
