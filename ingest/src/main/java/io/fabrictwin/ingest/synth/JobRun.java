package io.fabrictwin.ingest.synth;

import io.fabrictwin.model.congestion.FluidResult;
import io.fabrictwin.model.event.CollectiveObserved;
import io.fabrictwin.model.event.ComputeObserved;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.step.CollectiveWork;
import io.fabrictwin.model.step.QueuePairs;
import io.fabrictwin.model.step.StepBarriers;
import io.fabrictwin.model.step.StepGraph;
import io.fabrictwin.model.step.StepWork;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** The steps of one job: built before the run, and told after it. */
final class JobRun {
    /** Computing times of ranks that do the same work differ by as much. */
    private static final double COMPUTE_DEVIATION = 0.02;
    /** What a profiler tells of them is off by as much. */
    private static final double MEASUREMENT_DEVIATION = 0.003;

    private final SyntheticJob job;
    private final SplittableRandom random;
    private final List<Connection> connections = new ArrayList<>();
    private final Map<List<Integer>, List<QueuePairs.Way>> waysByRanks = new HashMap<>();
    private final List<StepWork> works = new ArrayList<>();
    private final List<StepBarriers> steps = new ArrayList<>();
    private int firstBarrier;

    JobRun(SyntheticJob job, SplittableRandom random) {
        this.job = job;
        this.random = random;
    }

    SyntheticJob job() {
        return job;
    }

    void connect(Reality reality, Connection connection) {
        connections.add(connection);
        waysByRanks.put(
                List.of(connection.source(), connection.destination()),
                List.of(new QueuePairs.Way(reality.ports(connection.path()), null)));
    }

    List<Connection> connections() {
        return connections;
    }

    /** Adds more steps to the graph than the job can do until the end. */
    void build(StepGraph graph, long startNs, long endNs) {
        firstBarrier = graph.start(startNs);
        int at = firstBarrier;
        for (long step = 0; step <= (endNs - startNs) / job.leastStepNs(); step++) {
            List<Long> computeNs = new ArrayList<>();
            for (int rank = 0; rank < job.ranks().size(); rank++) {
                computeNs.add(varied(job.computeNs(), COMPUTE_DEVIATION));
            }
            StepWork work = new StepWork(computeNs, job.collectives());
            StepBarriers barriers = graph.step(work, (stream, source, destination) -> ways(source, destination), at);
            works.add(work);
            steps.add(barriers);
            at = barriers.end();
        }
    }

    private List<QueuePairs.Way> ways(int source, int destination) {
        List<QueuePairs.Way> ways = waysByRanks.get(List.of(source, destination));
        if (ways == null) {
            throw new IllegalStateException(
                    "ranks " + source + " and " + destination + " of " + job.id() + " are not connected");
        }
        return ways;
    }

    private long varied(long usual, double deviation) {
        return Math.round(usual * random.nextDouble(1 - deviation, 1 + deviation));
    }

    /** Tells all steps that began before the run ended. */
    void tell(Recorder recorder, FluidResult result, long endNs) {
        long startNs = result.endNs(firstBarrier);
        for (int step = 0; step < steps.size() && startNs >= 0 && startNs < endNs; step++) {
            StepBarriers barriers = steps.get(step);
            tellCompute(recorder, step, startNs, endNs);
            for (int index = 0; index < barriers.collectives().size(); index++) {
                tellCollective(recorder, result, step, index, endNs);
            }
            long stepEndNs = result.endNs(barriers.end());
            if (stepEndNs >= 0) {
                tellStep(recorder, step, startNs, stepEndNs);
            }
            startNs = stepEndNs;
        }
    }

    private void tellCompute(Recorder recorder, long step, long startNs, long endNs) {
        for (int rank = 0; rank < job.ranks().size(); rank++) {
            int member = rank;
            DeviceId nic = job.ranks().get(rank);
            long computeNs = works.get((int) step).computeNs().get(rank);
            long toldNs = varied(computeNs, MEASUREMENT_DEVIATION);
            if (startNs + computeNs <= endNs) {
                recorder.add(
                        nic,
                        startNs + computeNs,
                        meta -> new ComputeObserved(meta, job.id(), step, member, nic, toldNs));
            }
        }
    }

    private void tellCollective(Recorder recorder, FluidResult result, long step, int index, long endNs) {
        StepBarriers.CollectiveBarriers barriers =
                steps.get((int) step).collectives().get(index);
        CollectiveWork work = job.collectives().get(index);
        for (int rank = 0; rank < job.ranks().size(); rank++) {
            int member = rank;
            DeviceId nic = job.ranks().get(rank);
            long beganNs = result.endNs(barriers.startByRank().get(rank));
            long doneNs = result.endNs(barriers.doneByRank().get(rank));
            if (beganNs >= 0) {
                recorder.add(
                        nic,
                        doneNs >= 0 ? doneNs : endNs,
                        meta -> new CollectiveObserved(
                                meta,
                                job.id(),
                                step,
                                index,
                                member,
                                work.operation(),
                                work.bytesPerRank(),
                                recorder.timeNs(nic, beganNs),
                                doneNs >= 0 ? (Long) recorder.timeNs(nic, doneNs) : null));
            }
        }
    }

    private void tellStep(Recorder recorder, long step, long startNs, long stepEndNs) {
        DeviceId teller = job.ranks().get(0);
        long slowestNs = works.get((int) step).computeNs().stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
        recorder.add(
                teller,
                stepEndNs,
                meta -> new StepCompleted(
                        meta,
                        job.id(),
                        step,
                        recorder.timeNs(teller, startNs),
                        recorder.timeNs(teller, startNs + slowestNs),
                        recorder.timeNs(teller, stepEndNs)));
    }
}
