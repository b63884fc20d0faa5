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
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.record.TimestampType;

/** The topics of truth on a broker, as they are when it is asked first. */
final class BrokerLog implements HeldLog {
    private static final long ANSWER_WITHIN_MS = 20_000;

    private final BrokerAccess broker;
    private final SortedMap<String, String> topicIds;
    private final Positions begin;
    private final Positions end;

    BrokerLog(BrokerAccess broker, SortedMap<String, String> topicIds, Positions begin, Positions end) {
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

    static TopicPartition kafka(Positions.Partition partition) {
        return new TopicPartition(partition.topic(), partition.number());
    }

    @Override
    public void read(LogSpan span, Consumer<LogRecord> receiver) {
        try {
            BrokerSpan.of(broker, span, Duration.ofMillis(ANSWER_WITHIN_MS)).read(receiver);
        } catch (KafkaException e) {
            throw unreachable(broker, e);
        }
    }

    /**
     * Each slot reads a share of the partitions by itself: Flink's own source of Kafka would wait for ever for a broker that
     * does not come back.
     */
    @Override
    public DataStream<LogRecord> stream(StreamExecutionEnvironment environment, LogSpan span) {
        List<BrokerSpan> shares =
                List.copyOf(BrokerSpan.of(broker, span, broker.patience()).shares(environment.getParallelism()));
        return environment
                .fromSequence(0, shares.size() - 1L)
                .name("log")
                .<LogRecord>flatMap((share, out) -> shares.get(share.intValue()).read(out::collect))
                .returns(TypeInformation.of(LogRecord.class))
                .name("read");
    }
}
