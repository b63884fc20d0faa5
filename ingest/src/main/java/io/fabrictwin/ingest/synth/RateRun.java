package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.Trouble.Hold;
import io.fabrictwin.ingest.synth.Trouble.Reason;
import io.fabrictwin.ingest.synth.topology.Wiring;
import io.fabrictwin.model.step.CollectiveWork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * A large cluster: jobs at steady max-min rates, step by step; queues, marks and pauses as the fluid engine has them where as
 * many flows share a port ({@link Contention}); and around the incident as it has them there ({@link CutOut}). What is kept
 * grows with ports and ranks, not with time.
 */
final class RateRun {
    private static final double COMPUTE_DEVIATION = 0.02;
    private static final int COMPUTE = 50;

    private final Cluster cluster;
    private final Wiring wiring;
    private final CutOut cutOut;
    private final Contention contention;
    private final JobRates usual;
    private final JobRates during;
    private final PortCounts counts;
    private final List<Running> running = new ArrayList<>();
    private Schedule schedule = Schedule.of(1, 1);
    private long countedNs;

    RateRun(Cluster cluster) {
        this.cluster = cluster;
        wiring = cluster.wiring();
        TrainingJob first = cluster.jobs().all().get(0);
        long messageBytes = first.collectives().get(0).bytesPerRank() / first.ranks();
        contention = new Contention(cluster, messageBytes);
        cutOut = CutOut.of(cluster, messageBytes);
        usual = new JobRates(cluster, contention, cutOut, false);
        during = new JobRates(cluster, contention, cutOut, true);
        counts = new PortCounts(wiring);
    }

    /** A job and the step that it is in. */
    private final class Running {
        private final int job;
        private final TrainingJob work;
        private final Outages outages;
        private JobRates rates = usual;
        private long index = -1;
        private JobTeller.Step step;
        /** When each collective begins to move bytes, and the share of the step's bytes counted so far. */
        private long[] movingNs;

        private double countedShare;

        Running(int job) {
            this.job = job;
            work = cluster.jobs().all().get(job);
            outages = new Outages(isHeld() ? schedule.edgesNs(cluster.trouble()) : List.of());
            movingNs = new long[work.collectives().size()];
            step = begin(Schedule.START_NS);
        }

        private boolean isHeld() {
            for (int connection = 0; connection < work.connections(); connection++) {
                for (int port : work.path(connection, false)) {
                    for (Hold hold : cluster.trouble().holds()) {
                        if (hold.reason() == Reason.DOWN && hold.port() == port) {
                            return true;
                        }
                    }
                }
            }
            return false;
        }

        /** Computing, then collectives on one stream; each waits for its slowest rank. */
        private JobTeller.Step begin(long startNs) {
            index++;
            countedShare = 0;
            boolean isDuring = schedule.isDuring(startNs);
            rates = isDuring ? during : usual;
            long[] computeNs = computeNs(isDuring);
            long slowestNs = Arrays.stream(computeNs).max().orElse(0);
            int collectives = work.collectives().size();
            long[][] beganNs = new long[collectives][work.ranks()];
            long[][] doneNs = new long[collectives][work.ranks()];
            long freeNs = startNs;
            long endNs = startNs + slowestNs;
            for (int collective = 0; collective < collectives; collective++) {
                CollectiveWork planned = work.collectives().get(collective);
                for (int rank = 0; rank < work.ranks(); rank++) {
                    long launchNs = startNs + Math.round(planned.launchFraction() * computeNs[rank]);
                    beganNs[collective][rank] = Math.max(freeNs, launchNs);
                }
                movingNs[collective] = Arrays.stream(beganNs[collective]).max().orElse(startNs);
                freeNs = outages.after(movingNs[collective], rates.collectiveNs(job, collective));
                Arrays.fill(doneNs[collective], freeNs);
                endNs = Math.max(endNs, freeNs);
            }
            return new JobTeller.Step(index, startNs, computeNs, beganNs, doneNs, endNs);
        }

        private long[] computeNs(boolean isDuring) {
            SplittableRandom random = cluster.hidden().random(COMPUTE + job, index);
            long[] times = new long[work.ranks()];
            for (int rank = 0; rank < times.length; rank++) {
                double factor = isDuring ? cluster.trouble().computeFactor(job, rank) : 1;
                times[rank] = Math.round(
                        work.computeNs() * factor * random.nextDouble(1 - COMPUTE_DEVIATION, 1 + COMPUTE_DEVIATION));
            }
            return times;
        }

        /** Counts what the step has sent since it was last asked. */
        void count(long runNs) {
            double moved = 0;
            boolean isMoving = false;
            for (int collective = 0; collective < movingNs.length; collective++) {
                long doneNs = step.doneNs()[collective][0];
                double whole = Math.max(1, outages.usable(movingNs[collective], doneNs));
                double part = outages.usable(movingNs[collective], Math.min(runNs, doneNs)) / whole;
                moved += part / movingNs.length;
                isMoving |= part > 0 && part < 1;
            }
            double share = moved - countedShare;
            countedShare = moved;
            if (share <= 0) {
                return;
            }
            int[] ports = rates.ports(job);
            double[] bytes = rates.bytesPerStep(job);
            for (int place = 0; place < ports.length; place++) {
                counts.send(ports[place], share * bytes[place], manners(ports[place], rates), isMoving);
            }
            notify(share);
        }

        /** A notification comes back for each mark on the way of what a NIC sends. */
        private void notify(double share) {
            for (int connection = 0; connection < work.connections(); connection++) {
                int[] path = work.path(connection, rates == during);
                double marks = 0;
                for (int hop = 1; hop < path.length; hop++) {
                    marks += manners(path[hop], rates).markedPerByte();
                }
                counts.notified(path[0], share * marks * JobRates.wireBytesOfConnection(work));
            }
        }
    }

    private PortManners manners(int port, JobRates rates) {
        // what a storm holds is counted by time, not by bytes
        PortManners special = rates == during && !cluster.trouble().isStormAt(port)
                ? cutOut.manners().get(port)
                : null;
        return special == null ? contention.of(Math.max(1, rates.connections(port))) : special;
    }

    /** Runs it and tells it as it goes. Returns when what happened. */
    Schedule tell(Recording recording) {
        int steps = cluster.settings().steps();
        long stepNs = healthyStepNs();
        schedule = Schedule.of(steps, stepNs);
        recording.begin(schedule);
        for (int job = 0; job < cluster.jobs().all().size(); job++) {
            running.add(new Running(job));
        }
        PriorityQueue<Running> queue = new PriorityQueue<>(
                Comparator.<Running>comparingLong(one -> one.step.endNs()).thenComparingInt(one -> one.job));
        for (Running one : running) {
            recording.step(one.job, one.step, Long.MAX_VALUE);
            queue.add(one);
        }
        Long asked = cluster.settings().intervalNs();
        long intervalNs = asked == null ? stepNs : asked;
        long tickNs = 0;
        long runEndNs = -1;
        while (runEndNs < 0) {
            Running next = queue.element();
            long atNs = Math.min(tickNs, next.step.endNs());
            if (atNs == tickNs) {
                read(recording, tickNs);
                recording.upTo(tickNs);
                tickNs += intervalNs;
                continue;
            }
            queue.remove();
            next.count(atNs);
            if (next.job == 0 && next.index == steps - 1) {
                runEndNs = atNs;
            } else {
                next.step = next.begin(atNs);
                recording.step(next.job, next.step, Long.MAX_VALUE);
                queue.add(next);
            }
        }
        read(recording, runEndNs);
        recording.end(runEndNs);
        return schedule;
    }

    /** As computed without the draws: a schedule needs no more. */
    private long healthyStepNs() {
        TrainingJob first = cluster.jobs().all().get(0);
        return Math.round(first.computeNs() * (1 + COMPUTE_DEVIATION)) + usual.collectiveNs(0, 0);
    }

    private void read(Recording recording, long runNs) {
        for (Running one : running) {
            one.count(runNs);
        }
        countIncident(runNs);
        countedNs = runNs;
        recording.reading(counts.read(runNs));
    }

    /** Counts what goes on beside the steps: storms, and neighbours. */
    private void countIncident(long runNs) {
        long fromNs = Math.max(countedNs, schedule.beginNs());
        long toNs = Math.min(runNs, schedule.endNs());
        if (toNs <= fromNs) {
            return;
        }
        for (Hold hold : cluster.trouble().holds()) {
            if (hold.reason() == Reason.STORM) {
                double periods = (double) (toNs - fromNs) / hold.periodNs();
                counts.hold(hold.port(), hold.share() * (toNs - fromNs), periods);
            }
        }
        List<int[]> neighbours = cluster.trouble().neighbours();
        for (int neighbour = 0; neighbour < neighbours.size(); neighbour++) {
            double bytes = during.neighbourRate(neighbour) * (toNs - fromNs);
            for (int port : neighbours.get(neighbour)) {
                counts.send(port, bytes, manners(port, during), runNs < schedule.endNs());
            }
        }
    }
}
