package io.fabrictwin.replay.job;

import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.flink.client.deployment.executors.PipelineExecutorUtils;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.core.execution.PipelineExecutor;
import org.apache.flink.core.execution.PipelineExecutorFactory;
import org.apache.flink.core.execution.PipelineExecutorServiceLoader;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.minicluster.MiniClusterJobClient;
import org.apache.flink.runtime.minicluster.MiniClusterJobClient.JobFinalizationBehavior;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A Flink cluster within this process. Jobs are handed to it, and bring their outcome back, without its REST interface: there
 * all that comes out would be text of JSON on its way. It outlives its jobs: a cluster that ends with its job may do so
 * before the outcome has been fetched, which is then lost.
 */
public final class LocalCluster implements FlinkCluster {
    private static final String HERE = "localhost";
    private static final String NAME = "in-this-process";

    private final MiniCluster cluster;
    private final int slots;

    private LocalCluster(MiniCluster cluster, int slots) {
        this.cluster = cluster;
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
            return new LocalCluster(cluster, slots);
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
        settings.set(DeploymentOptions.TARGET, NAME);
        return work.apply(
                new StreamExecutionEnvironment(new Executors(cluster), settings, LocalCluster.class.getClassLoader()));
    }

    @Override
    public void close() {
        try {
            cluster.close();
        } catch (Exception e) {
            throw new JobFailedException("Flink does not stop in this process: " + JobFailedException.cause(e), e);
        }
    }

    /** The way of Flink to say where jobs go: all to one cluster. */
    private record Executors(MiniCluster cluster) implements PipelineExecutorServiceLoader, PipelineExecutorFactory {
        @Override
        public PipelineExecutorFactory getExecutorFactory(Configuration settings) {
            return this;
        }

        @Override
        public Stream<String> getExecutorNames() {
            return Stream.of(NAME);
        }

        @Override
        public String getName() {
            return NAME;
        }

        @Override
        public boolean isCompatibleWith(Configuration settings) {
            return NAME.equals(settings.get(DeploymentOptions.TARGET));
        }

        @Override
        public PipelineExecutor getExecutor(Configuration settings) {
            return (pipeline, ofJob, classes) -> cluster.submitJob(
                            PipelineExecutorUtils.getStreamGraph(pipeline, ofJob))
                    .thenApply(taken -> new MiniClusterJobClient(
                            taken.getJobID(), cluster, classes, JobFinalizationBehavior.NOTHING));
        }
    }
}
