package io.fabrictwin.replay;

import io.fabrictwin.replay.job.FlinkCluster;
import io.fabrictwin.replay.job.ForkJob;
import io.fabrictwin.replay.job.ForkRequest;
import io.fabrictwin.replay.job.ForkResult;
import io.fabrictwin.replay.job.ReplayJob;
import io.fabrictwin.replay.job.ReplayRequest;
import io.fabrictwin.replay.job.ReplayResult;

/**
 * Replay and fork for who wants an answer in this process. It keeps a Flink cluster here until it is closed: each call is
 * one bounded job on it, and the second starts at once.
 */
public final class Replays implements AutoCloseable {
    private final FlinkCluster cluster;

    private Replays(FlinkCluster cluster) {
        this.cluster = cluster;
    }

    /** Starts the cluster; {@code slots} parts of a job run at the same time: one a core is good. */
    public static Replays start(int slots) {
        return new Replays(FlinkCluster.start(slots));
    }

    /** Replays what the request asks. */
    public ReplayResult replay(ReplayRequest request) {
        return ReplayJob.run(cluster.environment(), request);
    }

    /** Answers the request's scenarios. */
    public ForkResult fork(ForkRequest request) {
        return ForkJob.run(cluster::environment, request);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
