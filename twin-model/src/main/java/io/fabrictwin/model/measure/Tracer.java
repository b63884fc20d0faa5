package io.fabrictwin.model.measure;

import io.fabrictwin.model.congestion.Activity;
import io.fabrictwin.model.congestion.Bundle;
import io.fabrictwin.model.congestion.Delay;
import io.fabrictwin.model.congestion.Fluid;
import io.fabrictwin.model.congestion.FluidResult;
import io.fabrictwin.model.congestion.Transfer;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.nccl.Algorithm;
import io.fabrictwin.model.step.CollectiveWork;
import io.fabrictwin.model.step.StepBarriers;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Takes the trace of one job from a run that is over. */
final class Tracer {
    /** Back to this share of the later mean, throughput has recovered. */
    private static final double RECOVERED = 0.95;
    /** Readings after an episode that a later mean must rest on. */
    private static final int LEAST_READINGS = 3;

    private final MeasuredRun run;
    private final double[] aloneNs;
    private final BitSet ports = new BitSet();
    private final BitSet hostPorts = new BitSet();

    private final JobTrace trace = new JobTrace();

    Tracer(MeasuredRun run) {
        this.run = run;
        aloneNs = new double[run.activities().size()];
    }

    JobTrace trace(List<JobTrace.Step> steps, BitSet otherHostPorts) {
        List<long[]> busy = new ArrayList<>();
        for (JobTrace.Step step : steps) {
            addStep(step, busy);
        }
        trace.hasOthers = !otherHostPorts.isEmpty();
        trace.hasSharedHosts = hostPorts.intersects(otherHostPorts);
        PortHistory history = run.history();
        if (history != null) {
            trace.hasHistory = true;
            trace.resolutionNs = history.intervalNs();
            if (!trace.hasSharedHosts) {
                addRecoveries(history, merged(busy));
            }
        }
        return trace;
    }

    private void addStep(JobTrace.Step step, List<long[]> busy) {
        FluidResult result = run.result();
        int end = step.barriers().end();
        trace.stepTimesNs.add((double) (result.endNs(end) - result.endNs(step.start())));
        double sumNs = 0;
        Map<Integer, Integer> perStream = new HashMap<>();
        for (StepBarriers.CollectiveBarriers barriers : step.barriers().collectives()) {
            CollectiveWork work = barriers.work();
            JobTrace.Times shape = trace.times.computeIfAbsent(
                    new JobTrace.Shape(
                            work.operation(),
                            work.bytesPerRank(),
                            barriers.startByRank().size()),
                    unused -> new JobTrace.Times());
            long firstNs = Long.MAX_VALUE;
            long lastNs = 0;
            for (int id : barriers.startByRank()) {
                firstNs = Math.min(firstNs, result.endNs(id));
                lastNs = Math.max(lastNs, result.endNs(id));
            }
            long doneNs = 0;
            for (int id : barriers.doneByRank()) {
                doneNs = Math.max(doneNs, result.endNs(id));
            }
            shape.timesNs.add((double) (doneNs - lastNs));
            shape.skewsNs.add((double) (lastNs - firstNs));
            sumNs += doneNs - lastNs;
            busy.add(new long[] {firstNs, doneNs});
            perStream.merge(work.stream(), 1, Integer::sum);
            trace.hasOverlap |= work.launchFraction() < 1;
            trace.hasTrees |= work.library().algorithm() != Algorithm.RING;
            for (int[] ids : barriers.transfersByMessage()) {
                addMessage(ids, shape);
            }
        }
        trace.hasOverlap |= perStream.size() > 1;
        trace.collectiveSumsNs.add(sumNs);
        followCriticalPath(step.start(), end, lateShares(step.barriers()));
    }

    private void addMessage(int[] ids, JobTrace.Times shape) {
        if (run.activities().get(ids[0]) instanceof Bundle bundle) {
            addBundle(bundle, shape);
            return;
        }
        if (!(run.activities().get(ids[0]) instanceof Transfer)) {
            return;
        }
        List<Transfer> parts = new ArrayList<>(ids.length);
        long endNs = 0;
        double wireBytes = 0;
        double bitsPerSecond = Double.POSITIVE_INFINITY;
        for (int id : ids) {
            Transfer part = (Transfer) run.activities().get(id);
            parts.add(part);
            endNs = Math.max(endNs, run.result().endNs(id));
            wireBytes += run.network().transport().wireBytesOf(part.bytes());
            for (int port : part.ports()) {
                ports.set(port);
                bitsPerSecond = Math.min(bitsPerSecond, run.network().port(port).bitsPerSecond());
            }
            hostPorts.set(part.ports()[0]);
        }
        double alone = Fluid.aloneNs(run.network(), parts);
        for (int id : ids) {
            aloneNs[id] = alone;
        }
        double tookNs = endNs - run.result().startNs(ids[0]);
        if (wireBytes > 0) {
            trace.slowdowns.add(tookNs / alone);
            shape.latencySumNs += alone - wireBytes * 8e9 / bitsPerSecond;
            shape.messages++;
        }
    }

    /** Its messages are not known one by one, so they tell of no tail. */
    private void addBundle(Bundle bundle, JobTrace.Times shape) {
        trace.isBundled = true;
        aloneNs[bundle.id()] = bundle.aloneNs(run.network());
        trace.aloneSumNs += aloneNs[bundle.id()];
        shape.latencySumNs += bundle.tailNs();
        shape.messages++;
        for (int port : bundle.ports()) {
            ports.set(port);
            if (run.network().isHost(run.network().port(port).from())) {
                hostPorts.set(port);
            }
        }
    }

    /**
     * By activity in which a rank computes, the share of its time that it takes longer than the median rank. A step's end
     * waits for the computing of its ranks first, and the begin of a collective for what the rank computes before it.
     */
    private Map<Integer, Double> lateShares(StepBarriers barriers) {
        int[] waitedFor = run.activities().get(barriers.end()).after();
        int ranks = barriers.collectives().isEmpty()
                ? waitedFor.length
                : barriers.collectives().get(0).startByRank().size();
        double[] computeNs = new double[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            computeNs[rank] = ((Delay) run.activities().get(waitedFor[rank])).durationNs();
        }
        double medianNs = Statistics.quantile(computeNs, 0.5);
        Map<Integer, Double> shares = new HashMap<>();
        for (int rank = 0; rank < ranks; rank++) {
            if (computeNs[rank] > medianNs) {
                double share = 1 - medianNs / computeNs[rank];
                shares.put(waitedFor[rank], share);
                for (StepBarriers.CollectiveBarriers collective : barriers.collectives()) {
                    int begin = collective.startByRank().get(rank);
                    shares.put(run.activities().get(begin).after()[0], share);
                }
            }
        }
        return shares;
    }

    /** From the end of a step back to its start, each time to what ended last of all that was waited for. */
    private void followCriticalPath(int start, int end, Map<Integer, Double> lateShares) {
        FluidResult result = run.result();
        int at = end;
        while (at != start) {
            Activity activity = run.activities().get(at);
            double tookNs = result.endNs(at) - result.startNs(at);
            if (activity instanceof Delay) {
                trace.computeNs += tookNs;
                trace.lateNs += tookNs * lateShares.getOrDefault(at, 0.0);
            } else {
                int[] used = activity instanceof Bundle bundle ? bundle.ports() : ((Transfer) activity).ports();
                double alone = Math.min(tookNs, aloneNs[at]);
                trace.sendingNs += alone;
                if (tookNs > alone) {
                    PortId gate = run.egress().get(busiest(used, result.startNs(at), result.endNs(at)));
                    trace.waitNs.merge(gate, tookNs - alone, Double::sum);
                }
            }
            int last = activity.after()[0];
            for (int before : activity.after()) {
                if (result.endNs(before) > result.endNs(last)) {
                    last = before;
                }
            }
            at = last;
        }
    }

    private int busiest(int[] used, long fromNs, long toNs) {
        PortHistory history = run.history();
        int busiest = used[0];
        double most = -1;
        for (int port : used) {
            double busyness = history == null
                    ? run.result().txBytes(port) / run.network().port(port).bitsPerSecond()
                    : history.busyness(port, fromNs, toNs);
            if (busyness > most) {
                most = busyness;
                busiest = port;
            }
        }
        return busiest;
    }

    /** Stretches in which any collective was under way. */
    private static List<long[]> merged(List<long[]> stretches) {
        List<long[]> sorted = new ArrayList<>(stretches);
        sorted.sort((a, b) -> Long.compare(a[0], b[0]));
        List<long[]> merged = new ArrayList<>();
        for (long[] stretch : sorted) {
            long[] last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last != null && stretch[0] <= last[1]) {
                last[1] = Math.max(last[1], stretch[1]);
            } else {
                merged.add(stretch.clone());
            }
        }
        return merged;
    }

    private void addRecoveries(PortHistory history, List<long[]> busy) {
        for (long[] stretch : busy) {
            int first = history.readingAt(stretch[0]) + 1;
            int last = history.readingAt(stretch[1]);
            int calmFrom = -1;
            boolean wasCongested = false;
            for (int reading = first; reading <= last + 1; reading++) {
                boolean isOver = reading > last;
                boolean isCongested = !isOver && isCongested(history, reading);
                if ((isOver || isCongested) && calmFrom >= 0) {
                    addRecovery(history, calmFrom, reading - 1);
                    calmFrom = -1;
                }
                if (wasCongested && !isCongested && !isOver) {
                    calmFrom = reading - 1;
                }
                wasCongested = isCongested;
            }
        }
    }

    private boolean isCongested(PortHistory history, int reading) {
        for (int port = ports.nextSetBit(0); port >= 0; port = ports.nextSetBit(port + 1)) {
            if (history.isCongested(reading, port)) {
                return true;
            }
        }
        return false;
    }

    /** Recovery after the episode that ended by one reading, with the later mean up to another. */
    private void addRecovery(PortHistory history, int end, int last) {
        if (last - end < LEAST_READINGS) {
            return;
        }
        double[] sent = new double[last - end + 1];
        for (int reading = end; reading <= last; reading++) {
            for (int port = hostPorts.nextSetBit(0); port >= 0; port = hostPorts.nextSetBit(port + 1)) {
                sent[reading - end] += history.sentBytes(reading, port);
            }
        }
        double mean = (sent[last - end] - sent[0]) / (double) (history.timeNs(last) - history.timeNs(end));
        if (mean <= 0) {
            return;
        }
        for (int reading = end + 1; reading <= last; reading++) {
            double rate = (sent[reading - end] - sent[reading - end - 1])
                    / (double) (history.timeNs(reading) - history.timeNs(reading - 1));
            if (rate >= RECOVERED * mean) {
                trace.recoveriesNs.add((double) (history.timeNs(reading) - history.timeNs(end)));
                return;
            }
        }
    }
}
