package io.fabrictwin.ingest.synth;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.step.CollectiveWork;
import java.util.ArrayList;
import java.util.List;

/**
 * A job of the cluster.
 *
 * @param ranks the NIC of each rank's GPU, in order of the rank
 * @param servers the server of each rank
 * @param computeNs usual computing time of a rank in a step
 * @param leastStepNs no step is shorter: bounds the number of steps to prepare
 */
record SyntheticJob(
        JobId id,
        List<DeviceId> ranks,
        List<Integer> servers,
        List<CollectiveWork> collectives,
        long computeNs,
        long leastStepNs) {
    /** Servers of the data-parallel job, such that neighbours in its ring are in different groups. */
    private static final List<Integer> PRETRAINING_SERVERS = List.of(0, 4, 1, 5, 2, 6);

    private static final List<Integer> EXPERTS_SERVERS = List.of(3, 7);

    SyntheticJob {
        ranks = List.copyOf(ranks);
        servers = List.copyOf(servers);
        collectives = List.copyOf(collectives);
    }

    /** 48 GPUs, data parallel: the ring goes rail by rail, and crosses the spines at every hop within a rail. */
    static SyntheticJob pretraining() {
        return of(
                "pretraining",
                PRETRAINING_SERVERS,
                List.of(new CollectiveWork(CollectiveOperation.ALL_REDUCE, 48L * 1_500_000, 1, 0)),
                2_000_000,
                5_500_000);
    }

    /** 16 GPUs, mixture of experts: tokens go to the experts under compute, and back after it. */
    static SyntheticJob experts() {
        return of(
                "experts",
                EXPERTS_SERVERS,
                List.of(
                        new CollectiveWork(CollectiveOperation.ALL_TO_ALL, 16L * 500_000, 0.5, 0),
                        new CollectiveWork(CollectiveOperation.ALL_TO_ALL, 16L * 500_000, 1, 0)),
                3_000_000,
                3_200_000);
    }

    private static SyntheticJob of(
            String name, List<Integer> onServers, List<CollectiveWork> collectives, long computeNs, long leastStepNs) {
        List<DeviceId> ranks = new ArrayList<>();
        List<Integer> servers = new ArrayList<>();
        for (int rail = 0; rail < Layout.RAILS; rail++) {
            for (int server : onServers) {
                ranks.add(Layout.nic(server, rail));
                servers.add(server);
            }
        }
        return new SyntheticJob(new JobId(name), ranks, servers, collectives, computeNs, leastStepNs);
    }

    int rail(int rank) {
        return rank / (ranks.size() / Layout.RAILS);
    }

    /** The leaf that a rank's NIC is wired to. */
    DeviceId leaf(int rank) {
        return Layout.leafOf(servers.get(rank), rail(rank));
    }
}
