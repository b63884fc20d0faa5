package io.fabrictwin.replay.job;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Function;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A Flink cluster within this process. Jobs reach it by its REST address, as they would any other cluster. It outlives
 * its jobs: a cluster that ends with its job may do so before the outcome has been fetched, which is then lost.
 */
public final class LocalCluster implements FlinkCluster {
    private static final String HERE = "localhost";
    /** How long the parts of a cluster may take to find each other. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final MiniCluster cluster;
    private final int restPort;
    private final int slots;

    private LocalCluster(MiniCluster cluster, int restPort, int slots) {
        this.cluster = cluster;
        this.restPort = restPort;
        this.slots = slots;
    }

    /** Starts a cluster; {@code slots} parts of a job run at the same time. */
    public static LocalCluster start(int slots) {
        Configuration settings = new Configuration();
        settings.set(RestOptions.ADDRESS, HERE);
        settings.set(RestOptions.BIND_ADDRESS, HERE);
        settings.set(RestOptions.BIND_PORT, "0");
        settings.set(JobManagerOptions.BIND_HOST, HERE);
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(settings)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(slots)
                .build());
        try {
            cluster.start();
            int restPort = cluster.getRestAddress().get().getPort();
            // The address answers before its dispatcher is elected; a job that comes too soon is sent again, with a
            // warning.
            ClusterSlots.of(InetSocketAddress.createUnresolved(HERE, restPort), PATIENCE);
            return new LocalCluster(cluster, restPort, slots);
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            JobFailedException failure =
                    new JobFailedException("Flink does not start in this process: " + JobFailedException.cause(e), e);
            try {
                cluster.close();
            } catch (Exception closing) {
                failure.addSuppressed(closing);
            }
            throw failure;
        }
    }

    @Override
    public <T> T run(Function<StreamExecutionEnvironment, T> work) {
        Configuration settings = FlinkCluster.jobSettings();
        settings.set(CoreOptions.DEFAULT_PARALLELISM, slots);
        return work.apply(StreamExecutionEnvironment.createRemoteEnvironment(HERE, restPort, settings));
    }

    @Override
    public void close() {
        try {
            cluster.close();
        } catch (Exception e) {
            throw new JobFailedException("Flink does not stop in this process: " + JobFailedException.cause(e), e);
        }
    }
}
