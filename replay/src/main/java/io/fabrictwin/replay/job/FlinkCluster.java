package io.fabrictwin.replay.job;

import java.time.Duration;
import java.util.function.Function;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.client.cli.ClientOptions;
import org.apache.flink.configuration.BatchExecutionOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Where jobs run. They are spread over all its task slots. */
public sealed interface FlinkCluster extends AutoCloseable permits LocalCluster, RemoteCluster {
    /**
     * Builds and runs jobs, and brings their outcome.
     *
     * @param work gets where to build one job; it may be called again from the begin when the cluster has lost the job
     */
    <T> T run(Function<StreamExecutionEnvironment, T> work);

    @Override
    void close();

    /** What every job of ours needs, wherever it runs. */
    static Configuration jobSettings() {
        Configuration settings = new Configuration();
        settings.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.BATCH);
        // Else Flink runs on one slot what it holds to be little: it judges by bytes, and ours are dear.
        settings.set(BatchExecutionOptions.ADAPTIVE_AUTO_PARALLELISM_ENABLED, false);
        // A type that Flink does not know by its fields is a mistake of ours, not a reason to fall back to Kryo.
        settings.set(PipelineOptions.GENERIC_TYPES, false);
        // What goes from one operator to the next is never changed: it need not be copied.
        settings.set(PipelineOptions.OBJECT_REUSE, true);
        // A task manager may go away: its part of the work is done again elsewhere.
        settings.set(
                RestartStrategyOptions.RESTART_STRATEGY,
                RestartStrategyOptions.RestartStrategyType.FIXED_DELAY.getMainValue());
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofSeconds(1));
        // We may go away: a cluster ends the job of a client that it does not hear of.
        settings.set(DeploymentOptions.SHUTDOWN_IF_ATTACHED, true);
        settings.set(ClientOptions.CLIENT_HEARTBEAT_TIMEOUT, Duration.ofMillis(Outcome.SILENCE_MS));
        return settings;
    }
}
