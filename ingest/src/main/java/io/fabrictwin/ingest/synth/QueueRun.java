package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.Trouble.Hold;
import io.fabrictwin.ingest.synth.topology.Wiring;
import io.fabrictwin.model.congestion.Activity;
import io.fabrictwin.model.congestion.EcnChange;
import io.fabrictwin.model.congestion.Fluid;
import io.fabrictwin.model.congestion.FluidResult;
import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.PauseStorm;
import io.fabrictwin.model.congestion.Transfer;
import io.fabrictwin.model.step.QueuePairs;
import io.fabrictwin.model.step.StepBarriers;
import io.fabrictwin.model.step.StepGraph;
import io.fabrictwin.model.step.StepWork;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A small cluster, run as a whole: one run of the fluid engine over every port, every message of every collective, and the
 * incident.
 */
final class QueueRun {
    /** The most GPUs of which all queues are run within a minute or so. */
    static final int MOST_GPUS = 128;

    private static final long INTERVAL_NS = 1_000_000;
    /** Computing times of ranks that do the same work differ by as much. */
    private static final double COMPUTE_DEVIATION = 0.02;
    /** Others may do as many more steps than the first job while that one suffers. */
    private static final double MORE_STEPS = 2.5;

    private static final long NEIGHBOUR_BYTES = 4_000_000;
    private static final int COMPUTE = 50;
    private static final int MARKS = 51;

    private final Cluster cluster;
    private final Wiring wiring;
    private final Network network;

    QueueRun(Cluster cluster) {
        this.cluster = cluster;
        wiring = cluster.wiring();
        network = cluster.network();
    }

    /** The steps of a job in the graph. */
    private record Built(
            int start, List<StepWork> works, List<StepBarriers> barriers, int firstDuring, int afterDuring) {}

    /** Runs it and tells it. Returns when what happened. */
    Schedule tell(Recording recording) {
        List<TrainingJob> jobs = cluster.jobs().all();
        long[] stepsNs = healthyStepsNs(jobs);
        int steps = cluster.settings().steps();
        Schedule planned = Schedule.of(steps, stepsNs[0]);
        StepGraph graph = new StepGraph();
        List<Built> built = new ArrayList<>();
        for (int job = 0; job < jobs.size(); job++) {
            double ratio = (double) stepsNs[0] / stepsNs[job];
            int count = job == 0 ? steps : (int) Math.ceil(MORE_STEPS * steps * ratio);
            built.add(build(graph, job, count, (int) Math.round(Schedule.BEGIN_SHARE * steps * ratio), (int)
                    Math.round(Schedule.END_SHARE * steps * ratio)));
        }
        List<Activity> activities = new ArrayList<>(graph.activities());
        addNeighbours(activities, planned);
        int last = built.get(0).barriers().get(steps - 1).end();
        Readings readings = new Readings(interval(), network);
        FluidResult result = Fluid.run(
                network,
                activities,
                storms(planned),
                ecnChanges(planned),
                readings,
                new int[] {last},
                cluster.hidden().random(MARKS, 0).nextLong());
        long runEndNs = result.endNs(last);
        Schedule schedule = planned;
        if (cluster.settings().incident().isOfPaths()) {
            schedule = pathsMoved(built, result, planned);
        } else if (!cluster.trouble().neighbours().isEmpty()) {
            schedule = neighboursDone(graph.activities().size(), activities.size(), result, planned, runEndNs);
        }
        recording.begin(schedule);
        for (int job = 0; job < jobs.size(); job++) {
            tell(recording, job, built.get(job), result, runEndNs);
        }
        readings.all().forEach(recording::reading);
        recording.end(runEndNs);
        return schedule;
    }

    private long interval() {
        Long asked = cluster.settings().intervalNs();
        return asked == null ? INTERVAL_NS : asked;
    }

    /** One step of all jobs beside each other. */
    private long[] healthyStepsNs(List<TrainingJob> jobs) {
        StepGraph graph = new StepGraph();
        List<Built> built = new ArrayList<>();
        for (int job = 0; job < jobs.size(); job++) {
            built.add(build(graph, job, 1, 1, 1));
        }
        FluidResult result = Fluid.run(network, graph.activities(), List.of(), new int[0], 0);
        return built.stream()
                .mapToLong(one -> result.endNs(one.barriers().get(0).end()) - Schedule.START_NS)
                .toArray();
    }

    /** Adds steps; those from one to another take the ways of the incident. */
    private Built build(StepGraph graph, int job, int count, int firstDuring, int afterDuring) {
        TrainingJob work = cluster.jobs().all().get(job);
        int start = graph.start(Schedule.START_NS);
        int at = start;
        List<StepWork> works = new ArrayList<>();
        List<StepBarriers> barriers = new ArrayList<>();
        boolean isSlow = cluster.trouble().slowJob() == job;
        for (int step = 0; step < count; step++) {
            boolean isDuring = step >= firstDuring && step < afterDuring;
            StepWork one = new StepWork(computeNs(work, job, step, isSlow && isDuring), work.collectives());
            QueuePairs ways = (stream, source, destination) ->
                    List.of(new QueuePairs.Way(work.path(source, destination, isDuring), null));
            StepBarriers ends = graph.step(one, ways, at);
            works.add(one);
            barriers.add(ends);
            at = ends.end();
        }
        return new Built(start, works, barriers, firstDuring, afterDuring);
    }

    private List<Long> computeNs(TrainingJob work, int job, int step, boolean isSlow) {
        SplittableRandom random = cluster.hidden().random(COMPUTE + job, step);
        List<Long> times = new ArrayList<>();
        for (int rank = 0; rank < work.ranks(); rank++) {
            double factor = isSlow ? cluster.trouble().computeFactor(job, rank) : 1;
            times.add(Math.round(
                    work.computeNs() * factor * random.nextDouble(1 - COMPUTE_DEVIATION, 1 + COMPUTE_DEVIATION)));
        }
        return times;
    }

    /** Each neighbour sends one piece after the other, as many as fit into the incident on a free line. */
    private void addNeighbours(List<Activity> activities, Schedule schedule) {
        double pieceNs = NEIGHBOUR_BYTES * 8e9 / Wiring.BITS_PER_SECOND;
        int ways = cluster.trouble().neighbours().size();
        for (int[] path : cluster.trouble().neighbours()) {
            int[] after = {};
            // they share the line's rate with each other
            for (long piece = 0; piece < (schedule.endNs() - schedule.beginNs()) / pieceNs / ways; piece++) {
                int id = activities.size();
                activities.add(new Transfer(id, path, NEIGHBOUR_BYTES, schedule.beginNs(), after));
                after = new int[] {id};
            }
        }
    }

    private List<PauseStorm> storms(Schedule schedule) {
        List<PauseStorm> storms = new ArrayList<>();
        for (Hold hold : cluster.trouble().holds()) {
            storms.add(schedule.storm(cluster.trouble(), hold));
        }
        return storms;
    }

    private List<EcnChange> ecnChanges(Schedule schedule) {
        List<EcnChange> changes = new ArrayList<>();
        int node = cluster.trouble().node();
        for (int place = 0;
                cluster.settings().incident() == Incident.ECN_MISCONFIG && place < wiring.degree(node);
                place++) {
            changes.add(new EcnChange(wiring.port(node, place), schedule.beginNs(), Deployment.WRONG_ECN));
            changes.add(new EcnChange(wiring.port(node, place), schedule.endNs(), Deployment.ECN));
        }
        return changes;
    }

    /** Ways move between steps: the incident is from the first moved step to the last. */
    private static Schedule pathsMoved(List<Built> built, FluidResult result, Schedule planned) {
        Built first = built.get(0);
        return new Schedule(
                planned.stepNs(),
                result.endNs(first.barriers().get(first.firstDuring() - 1).end()),
                result.endNs(first.barriers().get(first.afterDuring() - 1).end()));
    }

    /** Bulk data takes as long as it takes: the incident ends with its last piece, or with the run. */
    private static Schedule neighboursDone(
            int firstPiece, int pieces, FluidResult result, Schedule planned, long runEndNs) {
        long endNs = planned.beginNs();
        for (int piece = firstPiece; piece < pieces; piece++) {
            endNs = Math.max(endNs, result.ended(piece) ? result.endNs(piece) : runEndNs);
        }
        return new Schedule(planned.stepNs(), planned.beginNs(), endNs);
    }

    /** Tells all steps that began before the run ended. */
    private void tell(Recording recording, int job, Built built, FluidResult result, long runEndNs) {
        long startNs = result.endNs(built.start());
        for (int step = 0; step < built.barriers().size() && startNs >= 0 && startNs < runEndNs; step++) {
            StepBarriers barriers = built.barriers().get(step);
            long endNs = result.endNs(barriers.end());
            long[] computeNs = built.works().get(step).computeNs().stream()
                    .mapToLong(Long::longValue)
                    .toArray();
            int collectives = barriers.collectives().size();
            long[][] beganNs = new long[collectives][];
            long[][] doneNs = new long[collectives][];
            for (int index = 0; index < collectives; index++) {
                StepBarriers.CollectiveBarriers collective =
                        barriers.collectives().get(index);
                beganNs[index] = collective.startByRank().stream()
                        .mapToLong(result::endNs)
                        .toArray();
                doneNs[index] = collective.doneByRank().stream()
                        .mapToLong(result::endNs)
                        .toArray();
            }
            recording.step(job, new JobTeller.Step(step, startNs, computeNs, beganNs, doneNs, endNs), runEndNs);
            startNs = endNs;
        }
    }
}
