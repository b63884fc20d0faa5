package io.fabrictwin.ingest.publish;

import io.fabrictwin.schemas.BrokerAccess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads stretches of topics. */
public final class LogScan {
    private static final Duration POLL = Duration.ofMillis(500);

    private final BrokerAccess broker;
    private final Duration timeout;

    /** @param timeout how long a broker may be silent before it counts as away */
    public LogScan(BrokerAccess broker, Duration timeout) {
        this.broker = broker;
        this.timeout = timeout;
    }

    String bootstrap() {
        return broker.bootstrap();
    }

    /** Reads the topics from their start to where they end now. */
    public void read(Collection<String> topics, Consumer<ConsumerRecord<byte[], byte[]>> handler) {
        read(topics, 0, Long.MAX_VALUE, handler);
    }

    /**
     * Reads what the topics were told from one time of the log to another, both included, and no further than where they
     * end now. Times are ms since 1970.
     *
     * @throws LogUnreachableException if the broker does not answer within the timeout, or lacks a topic
     */
    public void read(
            Collection<String> topics, long fromMs, long toMs, Consumer<ConsumerRecord<byte[], byte[]>> handler) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "fabric-twin-ingest-scan");
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(timeout.toMillis()));
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.toIntExact(timeout.toMillis() * 2 / 3));
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 10_000);
        settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 4 << 20);
        // Nothing new is waited for, and closing would wait for a fetch that does.
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 10);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(broker.with(settings), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = partitions(consumer, topics);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            if (toMs < Long.MAX_VALUE) {
                ends = new HashMap<>(ends);
                ends.putAll(offsets(consumer, partitions, toMs + 1));
            }
            consumer.assign(partitions);
            Map<TopicPartition, Long> starts = fromMs > 0 ? offsets(consumer, partitions, fromMs) : Map.of();
            for (TopicPartition partition : partitions) {
                Long start = fromMs > 0 ? starts.get(partition) : Long.valueOf(0);
                if (start == null) {
                    // Nothing in it is as new as that.
                    consumer.seekToEnd(List.of(partition));
                } else if (start == 0) {
                    consumer.seekToBeginning(List.of(partition));
                } else {
                    consumer.seek(partition, start);
                }
            }
            read(consumer, ends, handler);
        } catch (KafkaException e) {
            throw unreachable(broker.bootstrap(), e);
        }
    }

    static LogUnreachableException unreachable(String bootstrap, Exception cause) {
        return new LogUnreachableException(
                "the broker at " + bootstrap + " cannot be used: " + cause.getMessage()
                        + "; check that it runs and that the address is right, then run this again:"
                        + " what is in the log already is recognised",
                cause);
    }

    private static List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer, Collection<String> topics) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (String topic : topics) {
            List<PartitionInfo> infos = consumer.partitionsFor(topic);
            if (infos == null || infos.isEmpty()) {
                throw new KafkaException("it has no topic " + topic);
            }
            infos.forEach(info -> partitions.add(new TopicPartition(topic, info.partition())));
        }
        return partitions;
    }

    /** The first offset of the time or later; partitions that have none are left out. */
    private static Map<TopicPartition, Long> offsets(
            KafkaConsumer<byte[], byte[]> consumer, Collection<TopicPartition> partitions, long timeMs) {
        Map<TopicPartition, Long> times = new HashMap<>();
        partitions.forEach(partition -> times.put(partition, timeMs));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        for (Map.Entry<TopicPartition, OffsetAndTimestamp> found :
                consumer.offsetsForTimes(times).entrySet()) {
            if (found.getValue() != null) {
                offsets.put(found.getKey(), found.getValue().offset());
            }
        }
        return offsets;
    }

    private void read(
            KafkaConsumer<byte[], byte[]> consumer,
            Map<TopicPartition, Long> ends,
            Consumer<ConsumerRecord<byte[], byte[]>> handler) {
        long lastProgressNs = System.nanoTime();
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            boolean isEmpty = true;
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                isEmpty = false;
                if (record.value() != null) {
                    handler.accept(record);
                }
            }
            if (!isEmpty) {
                lastProgressNs = System.nanoTime();
            } else if (System.nanoTime() - lastProgressNs > timeout.toNanos()) {
                throw new TimeoutException("it gave nothing for " + timeout.toSeconds() + " s");
            }
        }
    }
}
