package io.fabrictwin.model.scenario;

import io.fabrictwin.model.congestion.Activity;
import io.fabrictwin.model.congestion.Contention;
import io.fabrictwin.model.congestion.Fluid;
import io.fabrictwin.model.congestion.FluidResult;
import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.measure.JobTrace;
import io.fabrictwin.model.measure.MeasuredRun;
import io.fabrictwin.model.measure.PortHistory;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import io.fabrictwin.model.step.QueuePairs;
import io.fabrictwin.model.step.StepBarriers;
import io.fabrictwin.model.step.StepGraph;
import io.fabrictwin.model.step.StepWork;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One run of the recorded work on one state of the fabric. */
final class ForkRun {
    /** Steps are built for so much more than the window, as the changes may make them shorter. */
    static final double HORIZON_FACTOR = 1.3;

    private final ForkState state;
    private final ForkState before;
    private final RunKind kind;
    private final Contention contention;
    private final long seed;
    private final ForkNetwork ports;
    /** Of jobs for which switches reduce, before the changes and with them. */
    private final Map<JobId, ReductionTrees.Placed> treesBefore;

    private final Map<JobId, ReductionTrees.Placed> trees;
    private final Ways ways;

    /**
     * @param before the state without changes: steps that are under way at the base time end as they began
     * @param isRuleKnown whether the routing rule gives the recorded paths
     * @param contention what runs at shares have found of full ports, and will find
     */
    ForkRun(
            ForkState state,
            ForkState before,
            Connections connections,
            boolean isRuleKnown,
            RunKind kind,
            Contention contention,
            long seed) {
        this.state = state;
        this.before = before;
        this.kind = kind;
        this.contention = contention;
        this.seed = seed;
        this.treesBefore = trees(before);
        this.trees = trees(state);
        List<ReductionTrees.Placed> allTrees = new ArrayList<>(treesBefore.values());
        allTrees.addAll(trees.values());
        this.ports = new ForkNetwork(state, allTrees);
        this.ways = new Ways(
                state, before, connections, ports.network(), ports.portsByEnds(), ports.freeRates(), isRuleKnown, seed);
    }

    /**
     * What a run gave.
     *
     * @param stepTimesNs by job, the steps asked about
     * @param traces by job, what its measures are made of; jobs without a step that was over are left out
     * @param egress the port of the frame behind each port of the network
     * @param hasDrawnPaths some connections are new, and their paths drawn
     * @param choosing switches that do not spread traffic as recorded, and had more than one way to choose from
     */
    record Outcome(
            SortedMap<JobId, SortedMap<Long, Double>> stepTimesNs,
            SortedMap<JobId, JobTrace> traces,
            FluidResult result,
            Network network,
            List<PortId> egress,
            boolean hasDrawnPaths,
            SortedSet<DeviceId> choosing) {

        SortedMap<Long, Double> stepTimesNs(JobId job) {
            return stepTimesNs.getOrDefault(job, Collections.emptySortedMap());
        }

        /** Mean step time of a job; 0 where it has no step. */
        double meanStepTimeNs(JobId job) {
            return stepTimesNs(job).values().stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(0);
        }
    }

    private static Map<JobId, ReductionTrees.Placed> trees(ForkState state) {
        Map<JobId, ReductionTrees.Placed> trees = new TreeMap<>();
        ReductionTrees all = new ReductionTrees(state, state.reducing);
        state.jobs.forEach((job, facts) -> {
            if (facts.needsReduction()) {
                ReductionTrees.Placed placed = all.of(job, facts);
                if (placed == null) {
                    throw new UnreachableHostException("no tree of switches that reduce joins the hosts of " + job);
                }
                trees.put(job, placed);
            }
        });
        return trees;
    }

    /** Runs all jobs until every step asked about is over; null where a rank cannot reach another. */
    Outcome run(SortedMap<JobId, JobTimeline> timelines) {
        double horizonFactor = HORIZON_FACTOR;
        while (true) {
            Outcome outcome = runOnce(timelines, horizonFactor);
            if (outcome != null) {
                return outcome;
            }
            horizonFactor *= 2;
        }
    }

    /** Null where a job ran out of steps before the run was over: it would have loaded the network further. */
    private @Nullable Outcome runOnce(SortedMap<JobId, JobTimeline> timelines, double horizonFactor) {
        Network network = ports.network();
        StepGraph graph = kind == RunKind.SHARES ? StepGraph.bundled(network) : new StepGraph();
        SortedMap<JobId, SortedMap<Long, JobTrace.Step>> steps = new TreeMap<>();
        List<Integer> stopAfter = new ArrayList<>();
        List<Integer> last = new ArrayList<>();
        for (Map.Entry<JobId, JobFacts> entry : state.jobs.entrySet()) {
            JobId job = entry.getKey();
            JobFacts facts = entry.getValue();
            JobTimeline timeline = timelines.get(job);
            if (timeline == null) {
                continue;
            }
            int at = graph.start(timeline.startOffsetNs());
            if (timeline.currentStep() != null) {
                JobFacts current = before.jobs.getOrDefault(job, facts);
                at = graph.step(
                        work(timeline, current, timeline.currentStep(), treesBefore.get(job)),
                        timeline.progress(),
                        ports.inPriority(ways.of(job, current, treesBefore.get(job)), before.priorityOf(job)),
                        at);
            }
            if (facts.isStopping()) {
                continue;
            }
            QueuePairs pairs = ports.inPriority(ways.of(job, facts, trees.get(job)), state.priorityOf(job));
            long lastStep = timeline.lastStepFor(horizonFactor);
            SortedMap<Long, JobTrace.Step> jobSteps = new TreeMap<>();
            for (long step = timeline.firstStep(); step <= lastStep; step++) {
                StepBarriers built = graph.step(work(timeline, facts, step, trees.get(job)), pairs, at);
                jobSteps.put(step, new JobTrace.Step(at, built));
                at = built.end();
            }
            steps.put(job, jobSteps);
            last.add(at);
            if (!timeline.askedSteps().isEmpty()) {
                JobTrace.Step asked = jobSteps.get(timeline.askedSteps().last());
                if (asked != null) {
                    stopAfter.add(asked.barriers().end());
                }
            }
        }
        List<Activity> activities = graph.activities();
        PortHistory history = kind == RunKind.QUEUES && state.transport.hasQueues() ? new PortHistory(network) : null;
        int[] stopIds = stopAfter.stream().mapToInt(Integer::intValue).toArray();
        FluidResult result = kind == RunKind.SHARES
                ? Fluid.runAtShares(
                        network,
                        activities,
                        ports.storms(),
                        ports.background(before),
                        Math.max(1, graph.usualMessageBytes()),
                        contention,
                        stopIds)
                : Fluid.run(
                        network,
                        activities,
                        ports.storms(),
                        ports.background(before),
                        List.of(),
                        history,
                        stopIds,
                        seed);
        for (int barrier : last) {
            if (result.ended(barrier) && !stopAfter.contains(barrier)) {
                return null;
            }
        }
        SortedMap<JobId, SortedMap<Long, Double>> times = new TreeMap<>();
        SortedMap<JobId, JobTrace> traces = new TreeMap<>();
        MeasuredRun measured = new MeasuredRun(network, activities, result, ports.egress(), history);
        steps.forEach((job, jobSteps) -> {
            SortedMap<Long, Double> own = new TreeMap<>();
            List<JobTrace.Step> toMeasure = new ArrayList<>();
            JobTimeline timeline = timelines.get(job);
            jobSteps.forEach((step, ids) -> {
                int end = ids.barriers().end();
                boolean isAsked = timeline != null && timeline.askedSteps().contains(step);
                if (isAsked && result.ended(end)) {
                    own.put(step, (double) (result.endNs(end) - result.endNs(ids.start())));
                }
                if (result.ended(end) && (isAsked || arrives(job))) {
                    toMeasure.add(ids);
                }
            });
            times.put(job, own);
            if (!toMeasure.isEmpty()) {
                traces.put(job, JobTrace.of(measured, toMeasure, hostPortsOfOthers(timelines, job)));
            }
        });
        return new Outcome(times, traces, result, network, ports.egress(), ways.hasDrawn(), ways.choosing());
    }

    private StepWork work(JobTimeline timeline, JobFacts facts, long step, ReductionTrees.@Nullable Placed placed) {
        StepWork work = timeline.work(facts, step, seed);
        return placed == null ? work : new StepWork(work.computeNs(), work.collectives(), placed.tree());
    }

    private boolean arrives(JobId job) {
        JobFacts facts = state.jobs.get(job);
        return facts != null && facts.arrival() != null;
    }

    /** Ports at which the hosts of other jobs of this run send. */
    private BitSet hostPortsOfOthers(SortedMap<JobId, JobTimeline> timelines, JobId job) {
        BitSet used = new BitSet();
        state.jobs.forEach((other, facts) -> {
            if (!other.equals(job) && timelines.containsKey(other)) {
                for (DeviceId host : facts.hosts().values()) {
                    ports.portsFrom(host).forEach(used::set);
                }
            }
        });
        return used;
    }
}
