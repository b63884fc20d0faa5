package io.fabrictwin.model.congestion;

import io.fabrictwin.model.flow.MaxMin;
import java.util.Arrays;
import java.util.List;

/** One run at max-min fair rates: no queues, no marks, no pauses. Goes from one start or end to the next. */
final class IdealRun {
    private static final double BYTE_TOLERANCE = 0.001;

    private final Network network;
    private final ActivityGraph graph;
    private final Paths paths;
    private final double[] lineRate;
    private final double[] remaining;
    private final double[] dataBytes;
    private final MaxMin solver = new MaxMin();
    private final IntBag active = new IntBag();
    private long steps;

    IdealRun(Network network, List<Activity> activities, ActivityGraph graph) {
        this.network = network;
        this.graph = graph;
        paths = new Paths(network, activities);
        lineRate = new double[network.portCount()];
        for (int p = 0; p < lineRate.length; p++) {
            lineRate[p] = network.port(p).bitsPerSecond() / 8e9;
        }
        remaining = new double[paths.transfers()];
        dataBytes = new double[lineRate.length];
    }

    FluidResult run() {
        double nowNs = 0;
        boolean changed = true;
        double[] rate = new double[0];
        while (!graph.finished(nowNs)) {
            if (active.size() == 0) {
                if (graph.nothingQueued()) {
                    break;
                }
                nowNs = Math.max(nowNs, (double) graph.nextStartNs());
            }
            while (!graph.nothingQueued() && graph.nextStartNs() <= nowNs) {
                int id = graph.pollTransfer();
                if (id >= 0) {
                    remaining[id] = paths.wireBytes[id];
                    active.add(id);
                    changed = true;
                }
            }
            if (active.size() == 0) {
                continue;
            }
            if (changed) {
                rate = rates();
                changed = false;
            }
            double spanNs = graph.nextStartNs() - nowNs;
            for (int k = 0; k < active.size(); k++) {
                spanNs = Math.min(spanNs, remaining[active.get(k)] / rate[k]);
            }
            nowNs += spanNs;
            steps++;
            for (int k = active.size() - 1; k >= 0; k--) {
                int id = active.get(k);
                double bytes = Math.min(remaining[id], rate[k] * spanNs);
                remaining[id] -= bytes;
                for (int hop = paths.offset[id]; hop < paths.offset[id + 1]; hop++) {
                    dataBytes[paths.port[hop]] += bytes;
                }
                if (remaining[id] <= BYTE_TOLERANCE) {
                    active.removeAt(k);
                    graph.end(id, Math.round(nowNs + paths.tailNs[id]));
                    changed = true;
                }
            }
        }
        long[] txBytes = new long[dataBytes.length];
        double ackPerByte =
                (double) network.transport().ackBytes() / network.transport().wireBytes();
        for (int p = 0; p < txBytes.length; p++) {
            txBytes[p] = Math.round(dataBytes[p] + dataBytes[Network.reverse(p)] * ackPerByte);
        }
        return new FluidResult(
                graph.startsUntil(graph.stopNs()), graph.endsUntil(graph.stopNs()), txBytes, null, steps);
    }

    private double[] rates() {
        int count = active.size();
        int[] offset = new int[count + 1];
        for (int k = 0; k < count; k++) {
            int id = active.get(k);
            offset[k + 1] = offset[k] + paths.offset[id + 1] - paths.offset[id];
        }
        int[] constraint = new int[offset[count]];
        for (int k = 0; k < count; k++) {
            int id = active.get(k);
            System.arraycopy(paths.port, paths.offset[id], constraint, offset[k], offset[k + 1] - offset[k]);
        }
        double[] ones = new double[Math.max(count, constraint.length)];
        Arrays.fill(ones, 1);
        double[] unlimited = new double[count];
        Arrays.fill(unlimited, Double.POSITIVE_INFINITY);
        return solver.solve(lineRate, offset, constraint, ones, Arrays.copyOf(ones, count), unlimited);
    }
}
