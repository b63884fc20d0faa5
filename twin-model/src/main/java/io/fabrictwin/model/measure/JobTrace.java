package io.fabrictwin.model.measure;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.step.StepBarriers;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What one run did for one job, cut down to what the measures need: the run itself can be let go. */
public final class JobTrace {
    /**
     * A step of the job.
     *
     * @param start the barrier at which it began
     */
    public record Step(int start, StepBarriers barriers) {}

    /** Collectives that are measured together. */
    record Shape(CollectiveOperation operation, long bytesPerRank, int ranks) {}

    /** Times of collectives of one shape, and what their messages take beside their bytes. */
    static final class Times {
        final List<Double> timesNs = new ArrayList<>();
        final List<Double> skewsNs = new ArrayList<>();
        double latencySumNs;
        int messages;
    }

    final List<Double> stepTimesNs = new ArrayList<>();
    /** Time of all collectives of each step. */
    final List<Double> collectiveSumsNs = new ArrayList<>();

    final Map<Shape, Times> times = new LinkedHashMap<>();
    /** Times of messages over those alone. */
    final List<Double> slowdowns = new ArrayList<>();

    final Map<PortId, Double> waitNs = new TreeMap<>();
    double computeNs;
    /** Of the computing: longer than the median rank's. */
    double lateNs;

    double sendingNs;
    final List<Double> recoveriesNs = new ArrayList<>();
    double resolutionNs;
    /** Collectives of a step overlap with computing or each other. */
    boolean hasOverlap;
    /** Some collective is not run as its operation alone tells: as a tree, or reduced by switches. */
    boolean hasTrees;
    /** Messages were not followed one by one. */
    boolean isBundled;
    /** Where they were not: time that the collectives of all steps take on a network that carries nothing else. */
    double aloneSumNs;
    /** Queues and rates over time were read. */
    boolean hasHistory;
    /** Other jobs run beside this one. */
    boolean hasOthers;
    /** Another job sends from the same hosts, so their rates do not tell this job's. */
    boolean hasSharedHosts;

    JobTrace() {}

    /**
     * Takes the trace of a job.
     *
     * @param steps the steps to measure; those that were not over when the run stopped do not count
     * @param otherHostPorts ports of hosts from which other jobs send; empty: no other job runs
     */
    public static JobTrace of(MeasuredRun run, List<Step> steps, BitSet otherHostPorts) {
        return new Tracer(run)
                .trace(
                        steps.stream()
                                .filter(step ->
                                        run.result().ended(step.barriers().end()))
                                .toList(),
                        otherHostPorts);
    }
}
