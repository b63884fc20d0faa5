package io.fabrictwin.model.congestion;

import io.fabrictwin.model.flow.MaxMin;
import io.fabrictwin.model.flow.Problem;
import java.util.List;

/** One run at max-min fair rates: no queues, no marks, no pauses. Goes from one start or end to the next. */
final class IdealRun {
    private static final double BYTE_TOLERANCE = 0.001;

    private final Network network;
    private final ActivityGraph graph;
    private final Paths paths;
    private final double[] remaining;
    private final double[] dataBytes;
    private final MaxMin solver = new MaxMin();
    private final Problem problem = new Problem();
    private final IntBag active = new IntBag();
    private long steps;

    IdealRun(Network network, List<Activity> activities, ActivityGraph graph) {
        this.network = network;
        this.graph = graph;
        paths = new Paths(network, activities);
        for (int p = 0; p < network.portCount(); p++) {
            problem.addConstraint(network.port(p).bitsPerSecond() / 8e9);
        }
        remaining = new double[paths.transfers()];
        dataBytes = new double[network.portCount()];
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
        problem.clearVariables();
        for (int k = 0; k < active.size(); k++) {
            int id = active.get(k);
            problem.addVariable(1, Double.POSITIVE_INFINITY);
            for (int hop = paths.offset[id]; hop < paths.offset[id + 1]; hop++) {
                problem.use(paths.port[hop], 1);
            }
        }
        return solver.solve(problem);
    }
}
