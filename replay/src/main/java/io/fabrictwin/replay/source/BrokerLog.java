package io.fabrictwin.replay.source;

import io.fabrictwin.model.event.Topic;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.schemas.BrokerAccess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The topics of truth on a broker, as they are when it is asked first. */
final class BrokerLog implements HeldLog {
    private static final long ANSWER_WITHIN_MS = 20_000;
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int RECORDS_PER_POLL = 5_000;

    private final BrokerAccess broker;
    private final SortedMap<String, String> topicIds;
    private final Positions begin;
    private final Positions end;

    private BrokerLog(BrokerAccess broker, SortedMap<String, String> topicIds, Positions begin, Positions end) {
        this.broker = broker;
        this.topicIds = topicIds;
        this.begin = begin;
        this.end = end;
    }

    static BrokerLog of(BrokerAccess broker) {
        List<String> topics =
                Arrays.stream(Topic.values()).map(Topic::topicName).toList();
        return asked(broker, admin -> {
            Collection<TopicDescription> descriptions = admin.describeTopics(topics)
                    .allTopicNames()
                    .get(ANSWER_WITHIN_MS, TimeUnit.MILLISECONDS)
                    .values();
            SortedMap<String, String> topicIds = new TreeMap<>();
            List<TopicPartition> partitions = new ArrayList<>();
            for (TopicDescription topic : descriptions) {
                topicIds.put(topic.name(), topic.topicId().toString());
                topic.partitions()
                        .forEach(partition -> partitions.add(new TopicPartition(topic.name(), partition.partition())));
            }
            return new BrokerLog(
                    broker,
                    Collections.unmodifiableSortedMap(topicIds),
                    offsets(admin, partitions, OffsetSpec.earliest()),
                    offsets(admin, partitions, OffsetSpec.latest()));
        });
    }

    private interface Question<T> {
        T ask(Admin admin) throws ExecutionException, InterruptedException, TimeoutException;
    }

    private static <T> T asked(BrokerAccess broker, Question<T> question) {
        Map<String, Object> settings = broker.with(Map.of(
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                (int) ANSWER_WITHIN_MS / 2,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                (int) ANSWER_WITHIN_MS));
        try (Admin admin = Admin.create(settings)) {
            return question.ask(admin);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                throw new LogUnavailableException(
                        "the broker at " + broker + " has no topics of a fabric yet: ingest something first", e);
            }
            throw unreachable(broker, e);
        } catch (TimeoutException | KafkaException e) {
            throw unreachable(broker, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unreachable(broker, e);
        }
    }

    private static LogUnavailableException unreachable(BrokerAccess broker, Exception cause) {
        return new LogUnavailableException("no Kafka broker answers at " + broker, cause);
    }

    private static Positions offsets(Admin admin, Collection<TopicPartition> partitions, OffsetSpec what)
            throws ExecutionException, InterruptedException, TimeoutException {
        SortedMap<Positions.Partition, Long> offsets = new TreeMap<>();
        answers(admin, partitions, what, (partition, answer) -> offsets.put(partition, answer.offset()));
        return new Positions(offsets);
    }

    /** Asks as a reader of committed records. */
    private static void answers(
            Admin admin,
            Collection<TopicPartition> partitions,
            OffsetSpec what,
            BiConsumer<Positions.Partition, ListOffsetsResultInfo> receiver)
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        partitions.forEach(partition -> asked.put(partition, what));
        admin.listOffsets(asked, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                .all()
                .get(ANSWER_WITHIN_MS, TimeUnit.MILLISECONDS)
                .forEach((partition, answer) ->
                        receiver.accept(new Positions.Partition(partition.topic(), partition.partition()), answer));
    }

    @Override
    public SortedMap<String, String> topicIds() {
        return topicIds;
    }

    @Override
    public Positions begin() {
        return begin;
    }

    @Override
    public Positions end() {
        return end;
    }

    @Override
    public List<LogGap> gaps() {
        return List.of();
    }

    @Override
    public Positions endKnownAt(long timeMs) {
        return asked(broker, admin -> {
            SortedMap<Positions.Partition, Long> known = new TreeMap<>(end.nextOffsets());
            answers(admin, filled(), OffsetSpec.forTimestamp(timeMs + 1), (partition, answer) -> {
                if (answer.offset() >= 0) {
                    known.merge(partition, answer.offset(), Math::min);
                }
            });
            return new Positions(known);
        });
    }

    @Override
    public boolean hasAppendTimes() {
        List<ConfigResource> topics = topicIds.keySet().stream()
                .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                .toList();
        return asked(
                broker,
                admin ->
                        admin
                                .describeConfigs(topics)
                                .all()
                                .get(ANSWER_WITHIN_MS, TimeUnit.MILLISECONDS)
                                .values()
                                .stream()
                                .map(config -> config.get(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG)
                                        .value())
                                .allMatch(TimestampType.LOG_APPEND_TIME.name::equals));
    }

    @Override
    public OptionalLong firstAppendTimeMs() {
        return asked(broker, admin -> {
            List<Long> timesMs = new ArrayList<>();
            answers(admin, filled(), OffsetSpec.forTimestamp(0), (partition, answer) -> {
                if (answer.offset() >= 0) {
                    timesMs.add(answer.timestamp());
                }
            });
            return timesMs.stream().mapToLong(Long::longValue).min();
        });
    }

    private List<TopicPartition> filled() {
        return end.nextOffsets().keySet().stream().map(BrokerLog::kafka).toList();
    }

    private static TopicPartition kafka(Positions.Partition partition) {
        return new TopicPartition(partition.topic(), partition.number());
    }

    private static Map<TopicPartition, Long> kafka(SortedMap<Positions.Partition, Long> offsets) {
        Map<TopicPartition, Long> asKafka = new HashMap<>();
        offsets.forEach((partition, offset) -> asKafka.put(kafka(partition), offset));
        return asKafka;
    }

    @Override
    public void read(LogSpan span, Consumer<LogRecord> receiver) {
        Map<TopicPartition, Long> left = kafka(span.to());
        Map<String, Object> settings = broker.with(Map.of(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                // What is deleted while it is read is an error, not a reason to go on elsewhere.
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "none",
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                RECORDS_PER_POLL,
                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                (int) ANSWER_WITHIN_MS));
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(left.keySet());
            kafka(span.from()).forEach(consumer::seek);
            long heardNs = System.nanoTime();
            while (!left.isEmpty()) {
                boolean heard = false;
                for (ConsumerRecord<byte[], byte[]> message : consumer.poll(POLL)) {
                    heard = true;
                    Long next = left.get(new TopicPartition(message.topic(), message.partition()));
                    if (next != null && message.offset() < next) {
                        receiver.accept(LogRecordReader.read(message));
                    }
                }
                if (heard) {
                    heardNs = System.nanoTime();
                } else if (System.nanoTime() - heardNs > TimeUnit.MILLISECONDS.toNanos(ANSWER_WITHIN_MS)) {
                    throw new KafkaException("nothing came for " + ANSWER_WITHIN_MS + " ms");
                }
                List<TopicPartition> done = left.entrySet().stream()
                        .filter(partition -> consumer.position(partition.getKey()) >= partition.getValue())
                        .map(Map.Entry::getKey)
                        .toList();
                done.forEach(left::remove);
                consumer.pause(done);
            }
        } catch (KafkaException e) {
            throw unreachable(broker, e);
        }
    }

    @Override
    public DataStream<LogRecord> stream(StreamExecutionEnvironment environment, LogSpan span) {
        Map<TopicPartition, Long> to = kafka(span.to());
        KafkaSource<LogRecord> source = KafkaSource.<LogRecord>builder()
                .setProperties(broker.properties())
                .setClientIdPrefix("fabric-twin-replay")
                .setPartitions(new HashSet<>(to.keySet()))
                .setStartingOffsets(OffsetsInitializer.offsets(kafka(span.from())))
                .setBounded(OffsetsInitializer.offsets(to))
                .setDeserializer(new LogRecordReader())
                .setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed")
                // There is no consumer group: the positions are ours.
                .setProperty(KafkaSourceOptions.COMMIT_OFFSETS_ON_CHECKPOINT.key(), "false")
                .build();
        return environment.fromSource(source, WatermarkStrategy.noWatermarks(), "log");
    }
}
