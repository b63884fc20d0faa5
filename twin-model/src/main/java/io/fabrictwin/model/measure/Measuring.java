package io.fabrictwin.model.measure;

import io.fabrictwin.model.collective.Collectives;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes measures out of the traces of one job in runs that differ in their random numbers alone. */
final class Measuring {
    private final List<JobTrace> traces;
    private final List<String> unknown = new ArrayList<>();

    Measuring(List<JobTrace> traces) {
        this.traces = List.copyOf(traces);
    }

    Measures measures(@Nullable JobTrace alone) {
        List<CollectiveMeasure> collectives = collectives();
        return new Measures(
                traces.size(),
                traces.get(0).stepTimesNs.size(),
                collectives,
                tail(),
                stepTimes(),
                stepJitter(),
                recovery(),
                criticalPath(),
                interference(alone),
                scaling(),
                unknown);
    }

    private List<CollectiveMeasure> collectives() {
        List<CollectiveMeasure> measures = new ArrayList<>();
        for (JobTrace.Shape shape : shapes()) {
            List<Double> times = new ArrayList<>();
            List<Double> skews = new ArrayList<>();
            List<List<Double>> timesByRun = new ArrayList<>();
            for (JobTrace trace : traces) {
                JobTrace.Times own = trace.times.get(shape);
                if (own != null) {
                    times.addAll(own.timesNs);
                    skews.addAll(own.skewsNs);
                    timesByRun.add(own.timesNs);
                }
            }
            double meanNs = Statistics.mean(array(times));
            long bytes = Collectives.sizeBytes(shape.operation(), shape.ranks(), shape.bytesPerRank());
            Double algorithm = meanNs > 0 && bytes > 0 ? (Double) (bytes * 1e9 / meanNs) : null;
            if (algorithm == null) {
                unknown.add("bandwidth of " + words(shape.operation())
                        + ": the last rank to begin finds nothing left to wait for");
            }
            measures.add(new CollectiveMeasure(
                    shape.operation(),
                    bytes,
                    shape.ranks(),
                    times.size(),
                    meanNs,
                    Statistics.quantile(array(times), 0.5),
                    jitter(timesByRun),
                    Statistics.mean(array(skews)),
                    algorithm,
                    algorithm == null
                            ? null
                            : (Double) (algorithm * Collectives.busFactor(shape.operation(), shape.ranks()))));
        }
        return measures;
    }

    private List<JobTrace.Shape> shapes() {
        LinkedHashSet<JobTrace.Shape> shapes = new LinkedHashSet<>();
        traces.forEach(trace -> shapes.addAll(trace.times.keySet()));
        return List.copyOf(shapes);
    }

    /** Root mean square over the runs, so that what differs between runs is not taken for jitter. */
    private static @Nullable Double jitter(List<List<Double>> samplesByRun) {
        double squares = 0;
        int runs = 0;
        for (List<Double> samples : samplesByRun) {
            double[] run = array(samples);
            if (run.length >= 2 && Statistics.mean(run) > 0) {
                double variation = Statistics.variation(run);
                squares += variation * variation;
                runs++;
            }
        }
        return runs == 0 ? null : (Double) Math.sqrt(squares / runs);
    }

    private @Nullable Tail tail() {
        double[] slowdowns = traces.stream()
                .flatMap(trace -> trace.slowdowns.stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
        if (slowdowns.length == 0) {
            unknown.add(
                    traces.get(0).isBundled
                            ? "tail: messages are not followed one by one"
                            : "tail: the job sends no message");
            return null;
        }
        Tail tail = Tail.of(slowdowns);
        if (tail.p99() == null) {
            unknown.add("p99 of messages: " + slowdowns.length + " messages, " + Tail.LEAST_FOR_P99 + " are needed");
        } else if (tail.p999() == null) {
            unknown.add("p99.9 of messages: " + slowdowns.length + " messages, " + Tail.LEAST_FOR_P999 + " are needed");
        }
        return tail;
    }

    private @Nullable StepTimes stepTimes() {
        double[] timesNs = array(
                traces.stream().flatMap(trace -> trace.stepTimesNs.stream()).toList());
        if (timesNs.length == 0) {
            return null;
        }
        StepTimes times = StepTimes.of(timesNs);
        if (times.p95Ns() == null) {
            unknown.add("p95 of steps: " + timesNs.length + " steps, " + StepTimes.LEAST_FOR_P95 + " are needed");
        }
        return times;
    }

    private @Nullable Double stepJitter() {
        Double jitter = jitter(traces.stream().map(trace -> trace.stepTimesNs).toList());
        if (jitter == null) {
            unknown.add("jitter of steps: one step is too few");
        }
        return jitter;
    }

    private @Nullable Recovery recovery() {
        if (!traces.get(0).hasHistory) {
            unknown.add(
                    traces.get(0).isBundled
                            ? "recovery: queues are not followed"
                            : "recovery: the transport's model has no queues");
            return null;
        }
        if (traces.get(0).hasSharedHosts) {
            unknown.add("recovery: another job sends from the same hosts");
            return null;
        }
        double[] recoveries = traces.stream()
                .flatMap(trace -> trace.recoveriesNs.stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
        if (recoveries.length == 0) {
            unknown.add("recovery: no episode of congestion ended while a collective went on for long enough");
            return null;
        }
        return new Recovery(
                recoveries.length,
                Statistics.mean(recoveries),
                Statistics.quantile(recoveries, 1),
                traces.stream().mapToDouble(trace -> trace.resolutionNs).max().orElse(0));
    }

    private @Nullable CriticalPath criticalPath() {
        double totalNs =
                sum(traces.stream().flatMap(trace -> trace.stepTimesNs.stream()).toList());
        if (totalNs <= 0) {
            unknown.add("critical path: the steps take no time");
            return null;
        }
        Map<PortId, Double> waits = new TreeMap<>();
        double computeNs = 0;
        double lateNs = 0;
        double sendingNs = 0;
        for (JobTrace trace : traces) {
            computeNs += trace.computeNs;
            lateNs += trace.lateNs;
            sendingNs += trace.sendingNs;
            trace.waitNs.forEach((port, ns) -> waits.merge(port, ns, Double::sum));
        }
        List<PortWait> gates = waits.entrySet().stream()
                .map(wait -> new PortWait(wait.getKey(), wait.getValue() / totalNs))
                .sorted((a, b) -> Double.compare(b.share(), a.share()))
                .limit(CriticalPath.MOST_GATES)
                .toList();
        return new CriticalPath(
                computeNs / totalNs,
                lateNs / totalNs,
                sendingNs / totalNs,
                sum(List.copyOf(waits.values())) / totalNs,
                gates);
    }

    private @Nullable Double interference(@Nullable JobTrace alone) {
        boolean isBundled = traces.get(0).isBundled;
        if (alone == null && !(isBundled && traces.get(0).hasOthers)) {
            unknown.add(
                    traces.get(0).hasOthers
                            ? "interference: the job arrives with the change, and is not run without the others"
                            : "interference: no other job runs");
            return null;
        }
        double besideNs = sum(traces.get(0).collectiveSumsNs);
        double aloneNs = alone == null ? traces.get(0).aloneSumNs : sum(alone.collectiveSumsNs);
        if (!(besideNs > 0 && aloneNs > 0)) {
            unknown.add("interference: the collectives take no time");
            return null;
        }
        return besideNs / aloneNs;
    }

    private List<ScaledJob> scaling() {
        List<JobTrace.Shape> shapes = shapes();
        if (shapes.isEmpty()) {
            unknown.add("scaling: the job runs no collective");
            return List.of();
        }
        if (traces.get(0).hasTrees) {
            unknown.add("scaling: the time of trees does not follow from the number of ranks alone");
            return List.of();
        }
        for (JobTrace.Shape shape : shapes) {
            if (!isRing(shape.operation())) {
                unknown.add("scaling: the time of " + words(shape.operation())
                        + " does not follow from the number of ranks alone");
                return List.of();
            }
        }
        int ranks = shapes.get(0).ranks();
        List<ScaledJob> scaled = new ArrayList<>();
        for (int size : ranks % 2 == 0 && ranks >= 4 ? List.of(ranks / 2, 2 * ranks) : List.of(2 * ranks)) {
            OptionalDouble collectiveNs = scaledCollectivesNs(shapes, size);
            if (collectiveNs.isEmpty()) {
                unknown.add("scaling: collectives are over sooner than the latency of their rounds tells");
                return List.of();
            }
            scaled.add(new ScaledJob(size, collectiveNs.getAsDouble(), scaledStepNs(collectiveNs.getAsDouble())));
        }
        if (scaled.get(0).stepTimeNs() == null) {
            unknown.add("step time at other sizes: collectives overlap with computing or each other");
        }
        return scaled;
    }

    private static boolean isRing(CollectiveOperation operation) {
        return switch (operation) {
            case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER -> true;
            case ALL_TO_ALL, BROADCAST, REDUCE, GATHER, SCATTER, SEND, RECEIVE -> false;
        };
    }

    /** Time of all collectives of a step with rings of another size; empty where the measured time leaves no room. */
    private OptionalDouble scaledCollectivesNs(List<JobTrace.Shape> shapes, int size) {
        double sumNs = 0;
        for (JobTrace.Shape shape : shapes) {
            List<JobTrace.Times> times = traces.stream()
                    .map(trace -> trace.times.get(shape))
                    .filter(Objects::nonNull)
                    .toList();
            List<Double> timesNs =
                    times.stream().flatMap(own -> own.timesNs.stream()).toList();
            int messages = times.stream().mapToInt(own -> own.messages).sum();
            double latencyNs = messages == 0
                    ? 0
                    : times.stream().mapToDouble(own -> own.latencySumNs).sum() / messages;
            double roundNs =
                    sum(timesNs) / timesNs.size() / Math.max(1, Collectives.rounds(shape.operation(), shape.ranks()));
            double chunkNs = roundNs - latencyNs;
            if (chunkNs <= 0) {
                return OptionalDouble.empty();
            }
            double scaledRoundNs = chunkNs * shape.ranks() / size + latencyNs;
            double perStep = (double) timesNs.size() / stepCount();
            sumNs += perStep * Collectives.rounds(shape.operation(), size) * scaledRoundNs;
        }
        return OptionalDouble.of(sumNs);
    }

    private @Nullable Double scaledStepNs(double collectiveNs) {
        if (traces.stream().anyMatch(trace -> trace.hasOverlap)) {
            return null;
        }
        double restNs = 0;
        for (JobTrace trace : traces) {
            restNs += sum(trace.stepTimesNs) - sum(trace.collectiveSumsNs);
        }
        return restNs / stepCount() + collectiveNs;
    }

    private int stepCount() {
        return traces.stream().mapToInt(trace -> trace.stepTimesNs.size()).sum();
    }

    private static double sum(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).sum();
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static String words(CollectiveOperation operation) {
        return operation.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
