package io.fabrictwin.cli.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.cli.Run;
import io.fabrictwin.replay.Replays;
import io.fabrictwin.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes are killed under forks that run: what comes out is what comes out of an undisturbed run, and what lies on the
 * topic of forecasts is one record for each forecast, however often it was written.
 */
class FlinkFailureIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String SOURCE = "Source: log";
    private static final String FORK = "fork";

    @TempDir
    private static Path directory;

    private static BrokerProcess broker;
    private static ProcessCluster cluster;
    private static List<String> undisturbed;
    private static Map<String, Set<String>> published;

    @BeforeAll
    static void start() {
        broker = BrokerProcess.start(directory);
        cluster = ProcessCluster.start(directory, 2);
        Run.fine(
                "fork",
                "--recording",
                Path.of("src", "test", "resources", "recordings", "storm").toString(),
                "--through-kafka",
                "--bootstrap",
                broker.bootstrap(),
                "--flink",
                cluster.address());
        undisturbed = fork();
        published = published();
        assertThat(published).hasSameSizeAs(undisturbed);
        assertThat(published.values()).allSatisfy(values -> assertThat(values).hasSize(1));
    }

    @AfterAll
    static void stop() {
        cluster.close();
        broker.close();
    }

    @AfterEach
    void nothingIsDoubled() {
        cluster.awaitIdle();
        assertThat(published()).isEqualTo(published);
    }

    @Test
    void aTaskManagerIsKilled() {
        assertThat(forksDuring(FORK, cluster::replaceTaskManager)).isEqualTo(undisturbed);
    }

    @Test
    void theJobManagerIsKilled() {
        assertThat(forksDuring(FORK, cluster::replaceJobManager)).isEqualTo(undisturbed);
        assertThat(cluster.get("jobs/overview").get("jobs")).hasSize(1);
    }

    @Test
    void theBrokerIsKilled() {
        assertThat(forksDuring(SOURCE, broker::replace)).isEqualTo(undisturbed);
    }

    @Test
    void whoAskedIsKilledAndAsksAgain() {
        try (JavaProcess asking = asking(broker.bootstrap(), Integer.toString(cluster.restPort()))) {
            holdAt(FORK, asking::isAlive);
            asking.kill();
            broker.release();
        }
        assertThat(fork()).isEqualTo(undisturbed);
    }

    @Test
    void aProcessThatDoesAllItselfIsKilledAndStartedAgain() {
        long before = publishedRecords();
        try (JavaProcess asking = asking(broker.bootstrap())) {
            await().atMost(PATIENCE).until(() -> publishedRecords() > before);
            assertThat(asking.isAlive()).isTrue();
        }
        try (JavaProcess again = asking(broker.bootstrap())) {
            assertThat(again.exitCode()).as(again::err).isZero();
            assertThat(again.out().lines()).containsExactlyElementsOf(undisturbed);
        }
    }

    private static JavaProcess asking(String... arguments) {
        return JavaProcess.start(
                directory.resolve("asking" + arguments.length),
                JavaProcess.classPath(entry -> true),
                List.of("-Xmx1g"),
                StormForks.class.getName(),
                List.of(arguments));
    }

    private static List<String> fork() {
        try (Replays replays = Replays.at("localhost", cluster.restPort())) {
            return StormForks.run(replays, broker.access());
        }
    }

    /** Forks; once the named part of the job runs, the broker is held so that it cannot end before the failure. */
    private static List<String> forksDuring(String stage, Runnable failure) {
        CompletableFuture<List<String>> forks = CompletableFuture.supplyAsync(FlinkFailureIT::fork);
        holdAt(stage, () -> !forks.isDone());
        failure.run();
        broker.release();
        return forks.join();
    }

    /** Holds the broker once the named part of the job runs; nothing is held where the asking ended first. */
    private static void holdAt(String stage, BooleanSupplier isAsking) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> isRunning(stage) || !isAsking.getAsBoolean());
        broker.hold();
        if (!isAsking.getAsBoolean()) {
            broker.release();
            throw new AssertionError("the forks ended before '" + stage + "' was seen to run");
        }
    }

    private static boolean isRunning(String stage) {
        for (JsonNode vertex : cluster.verticesOfUnfinishedJobs()) {
            if (vertex.get("name").asText().contains(stage)
                    && vertex.get("status").asText().equals("RUNNING")) {
                return true;
            }
        }
        return false;
    }

    private static long publishedRecords() {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            return consumer.endOffsets(partitions(consumer)).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    /** Values by key, as hexadecimal digits: a forecast that is written twice is the same record under the same key. */
    private static Map<String, Set<String>> published() {
        Map<String, Set<String>> published = new TreeMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            List<TopicPartition> partitions = partitions(consumer);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            await().atMost(PATIENCE).pollDelay(Duration.ZERO).until(() -> {
                for (ConsumerRecord<byte[], byte[]> message : consumer.poll(Duration.ofMillis(200))) {
                    published
                            .computeIfAbsent(new String(message.key(), StandardCharsets.UTF_8), key -> new TreeSet<>())
                            .add(HexFormat.of().formatHex(message.value()));
                }
                return partitions.stream().allMatch(partition -> consumer.position(partition) >= ends.get(partition));
            });
        }
        return published;
    }

    private static List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer) {
        List<TopicPartition> partitions = new ArrayList<>();
        consumer.partitionsFor(Topics.FORECASTS)
                .forEach(partition -> partitions.add(new TopicPartition(partition.topic(), partition.partition())));
        return partitions;
    }

    private static KafkaConsumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrap(), "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }
}
