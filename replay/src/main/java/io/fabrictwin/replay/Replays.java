package io.fabrictwin.replay;

import io.fabrictwin.replay.history.Snapshots;
import io.fabrictwin.replay.job.BackTestJob;
import io.fabrictwin.replay.job.BackTestRequest;
import io.fabrictwin.replay.job.BackTestResult;
import io.fabrictwin.replay.job.FlinkCluster;
import io.fabrictwin.replay.job.ForkJob;
import io.fabrictwin.replay.job.ForkRequest;
import io.fabrictwin.replay.job.ForkResult;
import io.fabrictwin.replay.job.FramesJob;
import io.fabrictwin.replay.job.FramesRequest;
import io.fabrictwin.replay.job.LocalCluster;
import io.fabrictwin.replay.job.RemoteCluster;
import io.fabrictwin.replay.job.ReplayJob;
import io.fabrictwin.replay.job.ReplayRequest;
import io.fabrictwin.replay.job.ReplayResult;
import io.fabrictwin.replay.job.SteppedReplay;
import java.util.function.BiConsumer;

/**
 * Replay and fork for who wants an answer in this process. It keeps a Flink cluster here, or the way to one elsewhere, until
 * it is closed: each call is one bounded job on it, and the second starts at once.
 */
public final class Replays implements AutoCloseable {
    private final FlinkCluster cluster;

    private Replays(FlinkCluster cluster) {
        this.cluster = cluster;
    }

    /** Starts a cluster in this process; {@code slots} parts of a job run at the same time: one a core is good. */
    public static Replays start(int slots) {
        return new Replays(LocalCluster.start(slots));
    }

    /**
     * Works on the Flink cluster at that REST address.
     *
     * @throws io.fabrictwin.replay.job.ClusterUnavailableException when none answers there, or none that fits
     */
    public static Replays at(String host, int port) {
        return new Replays(RemoteCluster.at(host, port));
    }

    /** Replays what the request asks. */
    public ReplayResult replay(ReplayRequest request) {
        return replay(request, Snapshots.NONE);
    }

    /** Replays what the request asks, from the nearest snapshot on. */
    public ReplayResult replay(ReplayRequest request, Snapshots snapshots) {
        return cluster.run(environment -> ReplayJob.run(environment, request, snapshots));
    }

    /** Replays a span step by step, from the nearest snapshot on. */
    public SteppedReplay frames(FramesRequest request, Snapshots snapshots) {
        return FramesJob.run(cluster, request, snapshots);
    }

    /** Answers the request's scenarios. */
    public ForkResult fork(ForkRequest request) {
        return fork(request, Snapshots.NONE);
    }

    /** Answers the request's scenarios, from the nearest snapshot on. */
    public ForkResult fork(ForkRequest request, Snapshots snapshots) {
        return ForkJob.run(cluster, request, seen(snapshots));
    }

    /**
     * The same, with each answer handed over as it comes, by the place of its scenario. Where the cluster has lost its work,
     * an answer may come again.
     */
    public ForkResult fork(ForkRequest request, Snapshots snapshots, BiConsumer<Integer, ForkResult.Answer> receiver) {
        return ForkJob.run(cluster, request, seen(snapshots), receiver);
    }

    /** Scores forecasts made as of past changes, each from the nearest snapshot on. */
    public BackTestResult backTest(BackTestRequest request, Snapshots snapshots) {
        return BackTestJob.run(cluster, request, seen(snapshots));
    }

    /** A cluster elsewhere, which needs the whole fold of a fork, does not see our folders. */
    private Snapshots seen(Snapshots snapshots) {
        return cluster instanceof LocalCluster ? snapshots : Snapshots.NONE;
    }

    @Override
    public void close() {
        cluster.close();
    }
}
