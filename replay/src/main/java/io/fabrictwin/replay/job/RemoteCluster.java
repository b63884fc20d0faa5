package io.fabrictwin.replay.job;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A Flink cluster of other processes, by its REST address. What it lacks of our classes is sent along with each job. */
public final class RemoteCluster implements FlinkCluster {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteCluster.class);

    /** How often a job is begun when its cluster goes away under it. */
    private static final int ATTEMPTS = 3;
    /** How long a cluster may be away before it counts as gone. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

    private final InetSocketAddress rest;
    private final Path jobJar;

    private RemoteCluster(InetSocketAddress rest, Path jobJar) {
        this.rest = rest;
        this.jobJar = jobJar;
    }

    /**
     * Looks whether a cluster is there.
     *
     * @throws ClusterUnavailableException when none answers, it has no slots, or its version does not fit
     */
    public static RemoteCluster at(String host, int port) {
        InetSocketAddress rest = InetSocketAddress.createUnresolved(host, port);
        ClusterSlots.of(rest, Duration.ZERO);
        return new RemoteCluster(rest, JobJar.pack());
    }

    @Override
    public <T> T run(Function<StreamExecutionEnvironment, T> work) {
        for (int attempt = 1; ; attempt++) {
            int slots = ClusterSlots.of(rest, attempt == 1 ? Duration.ZERO : PATIENCE);
            try {
                return work.apply(environment(slots));
            } catch (JobLostException e) {
                if (attempt == ATTEMPTS) {
                    throw new ClusterUnavailableException(
                            "the Flink cluster at " + ClusterSlots.name(rest) + " lost the job " + ATTEMPTS + " times: "
                                    + e.getMessage(),
                            e);
                }
                LOG.warn(
                        "the Flink cluster at {} lost the job, which is begun again: {}",
                        ClusterSlots.name(rest),
                        e.getMessage());
            }
        }
    }

    private StreamExecutionEnvironment environment(int slots) {
        Configuration settings = FlinkCluster.jobSettings();
        settings.set(CoreOptions.DEFAULT_PARALLELISM, slots);
        settings.set(RestOptions.RETRY_DELAY, BETWEEN_TRIES);
        settings.set(RestOptions.RETRY_MAX_ATTEMPTS, (int) PATIENCE.dividedBy(BETWEEN_TRIES));
        return StreamExecutionEnvironment.createRemoteEnvironment(
                rest.getHostString(), rest.getPort(), settings, jobJar.toString());
    }

    @Override
    public void close() {
        JobJar.delete(jobJar);
    }
}
