package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.topology.Wiring;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.flow.MaxMin;
import io.fabrictwin.model.flow.Problem;
import io.fabrictwin.model.nccl.Sharp;
import io.fabrictwin.model.step.CollectiveWork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * What jobs do to ports in a step, and how long their collectives take, in one state of a large fabric: usual days or the
 * incident. Rates are max-min fair; the connections of a collective wait for each other and so have one rate.
 */
final class JobRates {
    /** Streaming aggregation as published measurements have it (Graham et al. 2020). */
    private static final Sharp SHARP = new Sharp(5_000, 500, 0.95, 64);

    /** What others leave of a port in the worst of cases. */
    private static final double LEAST_SHARE = 0.2;

    private static final double WIRE_SHARE = (double) Deployment.WIRE_BYTES / Deployment.PAYLOAD_BYTES;

    private final Cluster cluster;
    private final Wiring wiring;
    private final boolean isDuring;
    private final boolean isAggregated;
    private final int[] connectionsByPort;
    /** By job: ports that it uses, and bytes on the wire that it sends there in a step. */
    private final int[][] ports;

    private final double[][] bytesPerStep;
    /** By job: bytes/ns of each of its connections. */
    private final double[] rates;

    private final double[] neighbourRates;
    private final long[] roundTripNs;

    /** @param isDuring whether the incident lasts */
    JobRates(Cluster cluster, Contention contention, CutOut cutOut, boolean isDuring) {
        this.cluster = cluster;
        this.isDuring = isDuring;
        wiring = cluster.wiring();
        isAggregated = cluster.settings().incident() == Incident.SHARP_OFF && !isDuring;
        int jobs = cluster.jobs().all().size();
        connectionsByPort = new int[wiring.ports()];
        ports = new int[jobs][];
        bytesPerStep = new double[jobs][];
        rates = new double[jobs];
        roundTripNs = new long[jobs];
        int[] count = new int[wiring.ports()];
        for (int job = 0; job < jobs; job++) {
            load(job, count);
        }
        if (isDuring) {
            for (int[] path : cluster.trouble().neighbours()) {
                for (int port : path) {
                    connectionsByPort[port]++;
                }
            }
        }
        neighbourRates = new double[isDuring ? cluster.trouble().neighbours().size() : 0];
        share(contention, cutOut);
    }

    /** Counts a job's connections by port; {@code count} is all zero before and after. */
    private void load(int job, int[] count) {
        TrainingJob work = cluster.jobs().all().get(job);
        int used = 0;
        int[] usedPorts = new int[64];
        for (int connection = 0; connection < work.connections(); connection++) {
            int[] path = work.path(connection, isDuring);
            long delayNs = 0;
            for (int port : path) {
                delayNs += wiring.delayNs(port / 2);
                if (count[port]++ == 0) {
                    if (used == usedPorts.length) {
                        usedPorts = Arrays.copyOf(usedPorts, 2 * used);
                    }
                    usedPorts[used++] = port;
                }
            }
            roundTripNs[job] = Math.max(roundTripNs[job], 2 * delayNs);
        }
        ports[job] = Arrays.copyOf(usedPorts, used);
        bytesPerStep[job] = new double[used];
        for (int place = 0; place < used; place++) {
            int port = ports[job][place];
            connectionsByPort[port] = Math.max(connectionsByPort[port], count[port]);
            bytesPerStep[job][place] = count[port] * wireBytesOfConnection(work);
            count[port] = 0;
        }
        if (isAggregated && work.isRing()) {
            aggregate(job, work);
        }
    }

    /** What a connection of a job sends in a step, on the wire. */
    static double wireBytesOfConnection(TrainingJob job) {
        double bytes = 0;
        for (CollectiveWork work : job.collectives()) {
            double chunk = (double) work.bytesPerRank() / job.ranks();
            bytes += work.operation() == CollectiveOperation.ALL_REDUCE ? 2 * (job.ranks() - 1) * chunk : chunk;
        }
        return bytes * WIRE_SHARE;
    }

    /** In the switches every port of the tree carries the data once up and once down. */
    private void aggregate(int job, TrainingJob work) {
        TreeSet<Integer> tree = new TreeSet<>();
        for (int rank = 0; rank < work.ranks(); rank++) {
            for (int port : cluster.topology().path(work.nic(rank), work.nic(0), work.nic(0), cluster.usual())) {
                tree.add(port);
                tree.add(Wiring.reverse(port));
            }
        }
        ports[job] = tree.stream().mapToInt(Integer::intValue).toArray();
        bytesPerStep[job] = new double[ports[job].length];
        Arrays.fill(bytesPerStep[job], work.collectives().get(0).bytesPerRank() * WIRE_SHARE);
    }

    /**
     * Rings are shared out among rings and all-to-alls among all-to-alls, each beside what the others send in the mean:
     * jobs do not keep step with each other.
     */
    private void share(Contention contention, CutOut cutOut) {
        double[] free = new double[wiring.ports()];
        share(contention, true, free);
        share(contention, false, free);
        double[] ofRings = meanRates(true);
        double[] ofOthers = meanRates(false);
        share(contention, true, ofOthers);
        share(contention, false, ofRings);
        for (int job = 0; isDuring && job < rates.length; job++) {
            rates[job] = Math.min(rates[job], cutOut.leastRate(job));
        }
    }

    /** Bytes/ns by port that jobs of a kind send in the mean of a step. */
    private double[] meanRates(boolean areRings) {
        double[] sent = new double[wiring.ports()];
        for (int job = 0; job < rates.length; job++) {
            TrainingJob work = cluster.jobs().all().get(job);
            if (work.isRing() == areRings) {
                double stepNs = work.computeNs();
                for (int index = 0; index < work.collectives().size(); index++) {
                    stepNs += collectiveNs(job, index);
                }
                for (int place = 0; place < ports[job].length; place++) {
                    sent[ports[job][place]] += bytesPerStep[job][place] / stepNs / WIRE_SHARE;
                }
            }
        }
        return sent;
    }

    /** @param taken bytes/ns of payload by port that is not to be shared out */
    private void share(Contention contention, boolean areRings, double[] taken) {
        List<Integer> sharing = new ArrayList<>();
        int[] count = new int[wiring.ports()];
        for (int job = 0; job < rates.length; job++) {
            TrainingJob work = cluster.jobs().all().get(job);
            if (work.isRing() == areRings) {
                sharing.add(job);
                for (int connection = 0; connection < work.connections(); connection++) {
                    add(count, work.path(connection, isDuring));
                }
            }
        }
        for (int neighbour = 0; neighbour < neighbourRates.length; neighbour++) {
            add(count, cluster.trouble().neighbours().get(neighbour));
        }
        Problem problem = new Problem();
        int[] constraints = new int[wiring.ports()];
        for (int port = 0; port < constraints.length; port++) {
            if (count[port] > 0) {
                double bytesPerNs = cluster.hidden().bitsPerSecond(port / 2)
                        / 8e9
                        * contention.of(count[port]).efficiency();
                constraints[port] = problem.addConstraint(Math.max(bytesPerNs - taken[port], LEAST_SHARE * bytesPerNs));
            }
        }
        Arrays.fill(count, 0);
        for (int job : sharing) {
            problem.addVariable(1, Double.POSITIVE_INFINITY);
            TrainingJob work = cluster.jobs().all().get(job);
            for (int connection = 0; connection < work.connections(); connection++) {
                add(count, work.path(connection, isDuring));
            }
            for (int connection = 0; connection < work.connections(); connection++) {
                for (int port : work.path(connection, isDuring)) {
                    if (count[port] > 0) {
                        problem.use(constraints[port], count[port]);
                        count[port] = 0;
                    }
                }
            }
        }
        for (int neighbour = 0; neighbour < neighbourRates.length; neighbour++) {
            problem.addVariable(1, Double.POSITIVE_INFINITY);
            for (int port : cluster.trouble().neighbours().get(neighbour)) {
                problem.use(constraints[port], 1);
            }
        }
        double[] solved = new MaxMin().solve(problem);
        for (int place = 0; place < sharing.size(); place++) {
            rates[sharing.get(place)] = solved[place];
        }
        System.arraycopy(solved, sharing.size(), neighbourRates, 0, neighbourRates.length);
    }

    private static void add(int[] count, int[] path) {
        for (int port : path) {
            count[port]++;
        }
    }

    /** Ports that a job uses. */
    int[] ports(int job) {
        return ports[job];
    }

    /** Bytes on the wire that it sends at each of them in a step. */
    double[] bytesPerStep(int job) {
        return bytesPerStep[job];
    }

    /** Bytes/ns of a neighbour on the wire. */
    double neighbourRate(int neighbour) {
        return neighbourRates[neighbour] * WIRE_SHARE;
    }

    /** Connections that share a port at a time: those of the job that has most of them there, and neighbours. */
    int connections(int port) {
        return connectionsByPort[port];
    }

    /** How long a collective of a job takes once all of its ranks are there. */
    long collectiveNs(int job, int index) {
        TrainingJob work = cluster.jobs().all().get(job);
        CollectiveWork collective = work.collectives().get(index);
        int ranks = work.ranks();
        if (collective.operation() != CollectiveOperation.ALL_REDUCE) {
            return Math.round((double) collective.bytesPerRank() / ranks / rates[job] + roundTripNs[job]);
        }
        if (isAggregated) {
            return Math.round(
                    SHARP.timeNs(ranks, collective.bytesPerRank(), Wiring.BITS_PER_SECOND / 8e9 / WIRE_SHARE));
        }
        return Math.round(Sharp.ringTimeNs(ranks, collective.bytesPerRank(), rates[job], (double) roundTripNs[job]));
    }
}
