package io.fabrictwin.replay.source;

import io.fabrictwin.model.event.Topic;
import io.fabrictwin.model.frame.Positions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** The topics of truth on a broker, up to an end that does not move while it is read. */
public final class LogCut {
    private static final long ANSWER_WITHIN_MS = 20_000;

    private final String bootstrap;
    private final Positions begin;
    private final Positions end;

    private LogCut(String bootstrap, Positions begin, Positions end) {
        this.bootstrap = bootstrap;
        this.begin = begin;
        this.end = end;
    }

    /**
     * Asks the broker where the log ends.
     *
     * @param asked read before these positions only, and nothing of partitions that they do not name; null: all that is
     *     committed now
     */
    public static LogCut of(String bootstrap, @Nullable Positions asked) {
        Map<String, Object> settings = Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrap,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                (int) ANSWER_WITHIN_MS / 2,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                (int) ANSWER_WITHIN_MS);
        try (Admin admin = Admin.create(settings)) {
            List<String> topics =
                    Arrays.stream(Topic.values()).map(Topic::topicName).toList();
            Map<TopicPartition, OffsetSpec> earliest = new HashMap<>();
            Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
            for (TopicDescription topic : admin.describeTopics(topics)
                    .allTopicNames()
                    .get(ANSWER_WITHIN_MS, TimeUnit.MILLISECONDS)
                    .values()) {
                topic.partitions().forEach(partition -> {
                    TopicPartition id = new TopicPartition(topic.name(), partition.partition());
                    earliest.put(id, OffsetSpec.earliest());
                    latest.put(id, OffsetSpec.latest());
                });
            }
            Positions begin = offsets(admin, earliest);
            Positions committed = offsets(admin, latest);
            if (asked != null && !committed.covers(asked)) {
                throw new IllegalArgumentException(
                        "positions " + asked.nextOffsets() + " lie beyond the log's end " + committed.nextOffsets());
            }
            return new LogCut(bootstrap, begin, asked == null ? committed : asked);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                throw new LogUnavailableException(
                        "the broker at " + bootstrap + " has no topics of a fabric yet: ingest something first", e);
            }
            throw unreachable(bootstrap, e);
        } catch (TimeoutException e) {
            throw unreachable(bootstrap, e);
        } catch (KafkaException e) {
            throw unreachable(bootstrap, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unreachable(bootstrap, e);
        }
    }

    private static LogUnavailableException unreachable(String bootstrap, Exception cause) {
        return new LogUnavailableException("no Kafka broker answers at " + bootstrap, cause);
    }

    /** Offsets as a reader of committed records sees them. */
    private static Positions offsets(Admin admin, Map<TopicPartition, OffsetSpec> asked)
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, ListOffsetsResultInfo> answers = admin.listOffsets(
                        asked, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                .all()
                .get(ANSWER_WITHIN_MS, TimeUnit.MILLISECONDS);
        SortedMap<Positions.Partition, Long> offsets = new TreeMap<>();
        answers.forEach((partition, answer) ->
                offsets.put(new Positions.Partition(partition.topic(), partition.partition()), answer.offset()));
        return new Positions(offsets);
    }

    /** Where reading ends. */
    public Positions end() {
        return end;
    }

    /** Reads all partitions from their begin to the fixed end; empty where there is nothing to read. */
    public Optional<KafkaSource<LogRecord>> source() {
        Map<TopicPartition, Long> from = new HashMap<>();
        Map<TopicPartition, Long> to = new HashMap<>();
        end.nextOffsets().forEach((partition, endOffset) -> {
            long beginOffset = begin.nextOffsets().getOrDefault(partition, 0L);
            if (beginOffset < endOffset) {
                TopicPartition id = new TopicPartition(partition.topic(), partition.number());
                from.put(id, beginOffset);
                to.put(id, endOffset);
            }
        });
        if (to.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(KafkaSource.<LogRecord>builder()
                .setBootstrapServers(bootstrap)
                .setClientIdPrefix("fabric-twin-replay")
                .setPartitions(new HashSet<>(to.keySet()))
                .setStartingOffsets(OffsetsInitializer.offsets(from))
                .setBounded(OffsetsInitializer.offsets(to))
                .setDeserializer(new LogRecordReader())
                .setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed")
                // There is no consumer group: the positions are ours.
                .setProperty(KafkaSourceOptions.COMMIT_OFFSETS_ON_CHECKPOINT.key(), "false")
                .build());
    }
}
