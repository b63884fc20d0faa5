package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.topology.Chooser;
import io.fabrictwin.ingest.synth.topology.Topology;
import io.fabrictwin.ingest.synth.topology.Wiring;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.pause.LossRecovery;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * An incident where it happens, as the engine is to see it.
 *
 * @param node the switch or NIC that is the cause; -1: none
 * @param holds ports that may not send for a share of the time
 * @param slowJob job of the slow GPU; -1: none
 * @param slowRank its rank
 * @param neighbours ways of another tenant's bulk transfers
 * @param lossProbability share of packets that are lost at the holds of that kind
 */
record Trouble(
        Incident incident,
        int node,
        List<Hold> holds,
        int slowJob,
        int slowRank,
        List<int[]> neighbours,
        double lossProbability) {
    /** How much slower a slow GPU computes. */
    static final double SLOW_FACTOR = 1.35;

    /** A storm as in published reports of faulty NICs: seven tenths of the time. */
    private static final long STORM_PERIOD_NS = 400_000;

    private static final double STORM_SHARE = 0.7;
    private static final long SLOW_PERIOD_NS = 20_000;
    private static final double SLOW_SHARE = 0.75;
    private static final long LOSS_PERIOD_NS = 10_000;
    private static final long ROUND_TRIP_NS = 10_000;
    private static final int MOST_NEIGHBOURS = 6;
    private static final int MOST_TARGETS = 2;
    private static final int CHOOSE = 30;

    /** Why a port may not send. */
    enum Reason {
        /** Pause frames of its neighbour. */
        STORM,
        /** Pause frames while it sends. */
        SLOW_RECEIVER,
        /** It sends again what was lost. */
        LOSS,
        /** Its link is down. */
        DOWN
    }

    /**
     * A port that may not send.
     *
     * @param share of the time
     * @param periodNs length of a period; 0: without a break
     */
    record Hold(int port, double share, long periodNs, Reason reason) {}

    Trouble {
        holds = List.copyOf(holds);
        neighbours = List.copyOf(neighbours);
    }

    static Trouble of(Incident incident, Topology topology, Jobs jobs, Hidden hidden, Chooser usual, boolean isHashed) {
        Wiring wiring = topology.wiring();
        TrainingJob first = jobs.all().get(0);
        SplittableRandom random =
                hidden.random(CHOOSE, List.of(Incident.values()).indexOf(incident));
        int rank = random.nextInt(first.ranks());
        int nic = first.nic(rank);
        int busiest = busiestUplink(wiring, jobs, first);
        int leaf = wiring.from(busiest);
        double loss = hidden.lossProbability(incident == Incident.WRONG_DSCP);
        double lossShare = 1
                - LossRecovery.GO_BACK_N.goodputShare(
                        loss, ROUND_TRIP_NS * Wiring.BITS_PER_SECOND / 8e9 / Deployment.WIRE_BYTES);
        int toNic = Wiring.reverse(wiring.port(nic, 0));
        return switch (incident) {
            case NONE, SHARP_OFF -> new Trouble(incident, -1, List.of(), -1, -1, List.of(), 0);
            case ECN_MISCONFIG, ECMP_POLARIZATION, IB_BAD_LFT ->
                new Trouble(incident, leaf, List.of(), -1, -1, List.of(), 0);
            case PFC_STORM -> held(incident, nic, 0, new Hold(toNic, STORM_SHARE, STORM_PERIOD_NS, Reason.STORM));
            case SLOW_RECEIVER ->
                held(incident, nic, 0, new Hold(toNic, SLOW_SHARE, SLOW_PERIOD_NS, Reason.SLOW_RECEIVER));
            case DEGRADED_OPTIC ->
                held(incident, leaf, loss, new Hold(busiest, lossShare, LOSS_PERIOD_NS, Reason.LOSS));
            case WRONG_DSCP ->
                held(incident, nic, loss, new Hold(wiring.port(nic, 0), lossShare, LOSS_PERIOD_NS, Reason.LOSS));
            case LINK_FLAP -> held(incident, leaf, 0, down(busiest), down(Wiring.reverse(busiest)));
            case NIC_FAILURE -> held(incident, nic, 0, down(toNic), down(Wiring.reverse(toNic)));
            case NOISY_NEIGHBOUR -> {
                int crowded = wiring.to(wiring.port(nic, 0));
                List<int[]> ways = neighbours(topology, jobs, usual, isHashed, crowded);
                yield new Trouble(incident, crowded, List.of(), -1, -1, ways, 0);
            }
            case STRAGGLER_GPU -> new Trouble(incident, nic, List.of(), 0, rank, List.of(), 0);
        };
    }

    private static Trouble held(Incident incident, int node, double loss, Hold... holds) {
        return new Trouble(incident, node, List.of(holds), -1, -1, List.of(), loss);
    }

    private static Hold down(int port) {
        return new Hold(port, 1, 0, Reason.DOWN);
    }

    /** The port of a leaf whose trouble the first job feels most: most of its connections leave there. */
    private static int busiestUplink(Wiring wiring, Jobs jobs, TrainingJob job) {
        int busiest = -1;
        for (int connection = 0; connection < job.connections(); connection++) {
            int[] path = job.path(connection, false);
            if (path.length > 2 && (busiest < 0 || jobs.ringsOn(path[1]) > jobs.ringsOn(busiest))) {
                busiest = path[1];
            }
        }
        if (busiest < 0) {
            throw new IllegalStateException("no connection of " + job.id() + " leaves its leaf at "
                    + wiring.name(wiring.to(job.path(0, false)[0])));
        }
        return busiest;
    }

    /** Ways from NICs of other jobs elsewhere to NICs of the first job under a leaf. */
    private static List<int[]> neighbours(Topology topology, Jobs jobs, Chooser usual, boolean isHashed, int crowded) {
        Wiring wiring = topology.wiring();
        TrainingJob first = jobs.all().get(0);
        List<Integer> targets = new ArrayList<>();
        for (int rank = 0; rank < first.ranks() && targets.size() < MOST_TARGETS; rank++) {
            if (wiring.to(wiring.port(first.nic(rank), 0)) == crowded) {
                targets.add(first.nic(rank));
            }
        }
        List<int[]> ways = new ArrayList<>();
        for (TrainingJob job : jobs.all()) {
            for (int rank = 0; !job.isRing() && rank < job.ranks() && ways.size() < MOST_NEIGHBOURS; rank++) {
                int source = job.nic(rank);
                if (wiring.to(wiring.port(source, 0)) != crowded) {
                    int target = targets.get(ways.size() % targets.size());
                    long flow = isHashed ? Hidden.mix(source, target, CHOOSE) : target;
                    ways.add(topology.path(source, target, flow, usual));
                }
            }
        }
        return ways;
    }

    /** How switches pick while it lasts. */
    Chooser chooser(Chooser usual, Wiring wiring) {
        return switch (incident) {
            case ECMP_POLARIZATION ->
                (at, ways, flow) -> usual.choose(at, wiring.tier(at) == 1 ? Math.max(1, ways / 4) : ways, flow);
            case IB_BAD_LFT -> (at, ways, flow) -> at == node ? 0 : usual.choose(at, ways, flow);
            default -> usual;
        };
    }

    /** How much longer a rank computes while it lasts. */
    double computeFactor(int job, int rank) {
        return job == slowJob && rank == slowRank ? SLOW_FACTOR : 1;
    }

    /** The ports whose pauses are not pause frames. */
    boolean isHeldSilently(int port) {
        return holds.stream()
                .anyMatch(
                        hold -> hold.port() == port && (hold.reason() == Reason.LOSS || hold.reason() == Reason.DOWN));
    }

    /** Whether a faulty NIC holds the port. */
    boolean isStormAt(int port) {
        return holds.stream().anyMatch(hold -> hold.port() == port && hold.reason() == Reason.STORM);
    }

    /** The device that it is about. */
    List<DeviceId> devices(Wiring wiring) {
        return node < 0 ? List.of() : List.of(wiring.name(node));
    }
}
