package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.topology.Chooser;
import io.fabrictwin.ingest.synth.topology.Topology;
import io.fabrictwin.ingest.synth.topology.Wiring;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.step.CollectiveWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The jobs that fill a cluster. Three servers of four do data-parallel pretraining, up to 128 servers a job, in a ring that
 * goes rail by rail and between the halves of the job's servers; every fourth server trains mixtures of experts, two servers
 * a job, all to all. Work grows with the size of a ring, so that a job computes about as long as it communicates.
 */
final class Jobs {
    /** Destination port of RDMA over UDP; source ports come from the upper quarter. */
    static final int ROCE_PORT = 4791;

    private static final int MOST_SERVERS_OF_RING = 128;
    private static final int SERVERS_OF_EXPERTS = 2;
    private static final int FIRST_SOURCE_PORT = 0xC000;
    private static final int SOURCE_PORTS = 0x4000;
    private static final long RING_CHUNK_BYTES = 1_500_000;
    private static final long EXPERT_BYTES = 500_000;
    private static final long RING_COMPUTE_NS = 2_000_000;
    private static final long EXPERTS_COMPUTE_NS = 3_000_000;
    private static final int RANKS_OF_UNIT_WORK = 48;
    /** More colliding connections of rings would fill buffers on healthy days: operators try other ports then. */
    private static final int MOST_RINGS_ON_UPLINK = 2;

    private static final int TRIES = 16;
    private static final int CONNECT = 20;

    private final List<TrainingJob> jobs = new ArrayList<>();
    /** By port between switches: connections of rings. */
    private final short[] ringsByPort;

    private Jobs(Wiring wiring) {
        ringsByPort = new short[wiring.ports()];
    }

    static Jobs of(Topology topology, Hidden hidden, Chooser usual, boolean isHashed) {
        Wiring wiring = topology.wiring();
        Jobs placed = new Jobs(wiring);
        List<Integer> ringServers = new ArrayList<>();
        List<Integer> expertServers = new ArrayList<>();
        for (int server = 0; server < wiring.nics() / Topology.NICS_PER_SERVER; server++) {
            (server % 4 == 3 ? expertServers : ringServers).add(server);
        }
        int rings = (ringServers.size() + MOST_SERVERS_OF_RING - 1) / MOST_SERVERS_OF_RING;
        int work = 1;
        for (int ring = 0; ring < rings; ring++) {
            List<Integer> servers =
                    ringServers.subList(ring * ringServers.size() / rings, (ring + 1) * ringServers.size() / rings);
            int ranks = servers.size() * Topology.NICS_PER_SERVER;
            work = Math.max(1, ranks / RANKS_OF_UNIT_WORK);
            placed.jobs.add(new TrainingJob(
                    new JobId(rings == 1 ? "pretraining" : String.format(Locale.ROOT, "pretraining%02d", ring)),
                    nics(halvesInTurn(servers)),
                    List.of(new CollectiveWork(CollectiveOperation.ALL_REDUCE, ranks * RING_CHUNK_BYTES, 1, 0)),
                    work * RING_COMPUTE_NS,
                    true));
        }
        int groups = expertServers.size() / SERVERS_OF_EXPERTS;
        for (int group = 0; group < groups; group++) {
            int ranks = SERVERS_OF_EXPERTS * Topology.NICS_PER_SERVER;
            CollectiveOperation allToAll = CollectiveOperation.ALL_TO_ALL;
            placed.jobs.add(new TrainingJob(
                    new JobId(groups == 1 ? "experts" : String.format(Locale.ROOT, "experts%04d", group)),
                    nics(List.of(expertServers.get(group), expertServers.get(group + groups))),
                    List.of(
                            new CollectiveWork(allToAll, (long) ranks * work * EXPERT_BYTES, 0.5, 0),
                            new CollectiveWork(allToAll, (long) ranks * work * EXPERT_BYTES, 1, 0)),
                    work * EXPERTS_COMPUTE_NS,
                    false));
        }
        for (int job = 0; job < placed.jobs.size(); job++) {
            placed.connect(placed.jobs.get(job), topology, usual, isHashed, hidden.random(CONNECT, job));
        }
        return placed;
    }

    private static List<Integer> halvesInTurn(List<Integer> servers) {
        List<Integer> turned = new ArrayList<>();
        int half = (servers.size() + 1) / 2;
        for (int place = 0; place < half; place++) {
            turned.add(servers.get(place));
            if (half + place < servers.size()) {
                turned.add(servers.get(half + place));
            }
        }
        return turned;
    }

    /** Ranks count through the servers, rail after rail. */
    private static int[] nics(List<Integer> servers) {
        int[] nics = new int[servers.size() * Topology.NICS_PER_SERVER];
        for (int rank = 0; rank < nics.length; rank++) {
            nics[rank] = servers.get(rank % servers.size()) * Topology.NICS_PER_SERVER + rank / servers.size();
        }
        return nics;
    }

    private void connect(
            TrainingJob job, Topology topology, Chooser chooser, boolean isHashed, SplittableRandom random) {
        for (int connection = 0; connection < job.connections(); connection++) {
            int source = job.nic(job.source(connection));
            int destination = job.nic(job.destination(connection));
            int sourcePort = 0;
            int[] path = {};
            for (int tries = 0; tries < TRIES; tries++) {
                sourcePort = FIRST_SOURCE_PORT + random.nextInt(SOURCE_PORTS);
                path = topology.path(source, destination, job.flow(connection, sourcePort, isHashed), chooser);
                if (!job.isRing() || !isCrowded(path)) {
                    break;
                }
            }
            job.connect(connection, sourcePort, path);
            for (int hop = 1; job.isRing() && hop + 1 < path.length; hop++) {
                ringsByPort[path[hop]]++;
            }
        }
    }

    private boolean isCrowded(int[] path) {
        for (int hop = 1; hop + 1 < path.length; hop++) {
            if (ringsByPort[path[hop]] >= MOST_RINGS_ON_UPLINK) {
                return true;
            }
        }
        return false;
    }

    List<TrainingJob> all() {
        return jobs;
    }

    /** Connections of rings that leave a switch at a port for another switch. */
    int ringsOn(int port) {
        return ringsByPort[port];
    }
}
