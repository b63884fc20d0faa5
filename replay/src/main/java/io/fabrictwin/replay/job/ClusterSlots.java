package io.fabrictwin.replay.job;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.runtime.rest.RestClient;
import org.apache.flink.runtime.rest.handler.legacy.messages.ClusterOverviewWithVersion;
import org.apache.flink.runtime.rest.messages.ClusterOverviewHeaders;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.concurrent.FixedRetryStrategy;
import org.apache.flink.util.concurrent.FutureUtils;
import org.apache.flink.util.concurrent.ScheduledExecutorServiceAdapter;

/** Asks a Flink cluster how many task slots it has, and whether it can run jobs of this build. */
final class ClusterSlots {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

    private ClusterSlots() {}

    /**
     * Slots of the cluster at that REST address, free or not.
     *
     * @param patience how long the cluster may take to come back; zero: it has to be there
     * @throws ClusterUnavailableException when none answers, it has no slots, or its version does not fit
     */
    static int of(InetSocketAddress rest, Duration patience) {
        long untilNs = System.nanoTime() + patience.toNanos();
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        try {
            return FutureUtils.retryWithDelay(
                            () -> CompletableFuture.supplyAsync(() -> of(rest), timer),
                            new FixedRetryStrategy(Integer.MAX_VALUE, BETWEEN_TRIES),
                            failure -> System.nanoTime() < untilNs,
                            new ScheduledExecutorServiceAdapter(timer))
                    .get();
        } catch (ExecutionException e) {
            throw ExceptionUtils.findThrowable(e, ClusterUnavailableException.class)
                    .orElseGet(() -> new ClusterUnavailableException(
                            "the Flink cluster at " + name(rest) + " cannot be asked: " + e.getMessage(), e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterUnavailableException(
                    "interrupted while the Flink cluster at " + name(rest) + " was away", e);
        } finally {
            timer.shutdownNow();
        }
    }

    private static int of(InetSocketAddress rest) {
        ClusterOverviewWithVersion overview = overview(rest);
        String theirs = overview.getVersion();
        String ours = EnvironmentInformation.getVersion();
        if (!line(theirs).equals(line(ours))) {
            throw new ClusterUnavailableException("the Flink cluster at " + name(rest) + " is of version " + theirs
                    + ", and this build makes jobs for " + line(ours) + ".x");
        }
        if (overview.getNumSlotsTotal() == 0) {
            throw new ClusterUnavailableException("the Flink cluster at " + name(rest)
                    + " has no task slots; start a task manager, or wait until one has joined");
        }
        return overview.getNumSlotsTotal();
    }

    @SuppressWarnings("try") // An interrupt while closing is handled like any other.
    private static ClusterOverviewWithVersion overview(InetSocketAddress rest) {
        Configuration settings = new Configuration();
        settings.set(RestOptions.CONNECTION_TIMEOUT, ANSWER_WITHIN);
        try (RestClient client = new RestClient(settings, Runnable::run)) {
            return client.sendRequest(rest.getHostString(), rest.getPort(), ClusterOverviewHeaders.getInstance())
                    .get(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new ClusterUnavailableException(
                    "no Flink cluster answers at " + name(rest) + "; is it running, and is this its REST address?", e);
        }
    }

    /** The part of a version that tells which clusters understand each other's jobs: 2.2 of 2.2.1. */
    private static String line(String version) {
        String[] numbers = version.split("\\.", -1);
        return numbers.length < 2 ? version : numbers[0] + "." + numbers[1];
    }

    static String name(InetSocketAddress rest) {
        return rest.getHostString() + ":" + rest.getPort();
    }
}
