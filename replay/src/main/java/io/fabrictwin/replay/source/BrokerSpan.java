package io.fabrictwin.replay.source;

import io.fabrictwin.schemas.BrokerAccess;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A part of a broker's log, and how to read it. It travels to where a job runs.
 *
 * @param from first offset of each partition
 * @param to the offset after the last of each; the same partitions
 * @param patience how long a reader waits from which the broker keeps everything
 */
record BrokerSpan(BrokerAccess broker, Map<TopicPartition, Long> from, Map<TopicPartition, Long> to, Duration patience)
        implements Serializable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int RECORDS_PER_POLL = 5_000;
    private static final AtomicInteger READERS = new AtomicInteger();

    BrokerSpan {
        from = Map.copyOf(from);
        to = Map.copyOf(to);
    }

    static BrokerSpan of(BrokerAccess broker, LogSpan span, Duration patience) {
        Map<TopicPartition, Long> from = new HashMap<>();
        Map<TopicPartition, Long> to = new HashMap<>();
        span.from().forEach((partition, offset) -> from.put(BrokerLog.kafka(partition), offset));
        span.to().forEach((partition, offset) -> to.put(BrokerLog.kafka(partition), offset));
        return new BrokerSpan(broker, from, to, patience);
    }

    /** Shares of it for so many readers, about as long as each other; partitions are not divided. */
    List<BrokerSpan> shares(int readers) {
        List<Map<TopicPartition, Long>> begins = new ArrayList<>();
        long[] sizes = new long[Math.min(readers, to.size())];
        for (int i = 0; i < sizes.length; i++) {
            begins.add(new HashMap<>());
        }
        List<TopicPartition> longFirst = to.keySet().stream()
                .sorted(Comparator.comparingLong(this::size)
                        .reversed()
                        .thenComparing(TopicPartition::topic)
                        .thenComparingInt(TopicPartition::partition))
                .toList();
        for (TopicPartition partition : longFirst) {
            int least = 0;
            for (int i = 1; i < sizes.length; i++) {
                least = sizes[i] < sizes[least] ? i : least;
            }
            sizes[least] += size(partition);
            begins.get(least).put(partition, from.getOrDefault(partition, 0L));
        }
        return begins.stream().map(this::restrictedTo).toList();
    }

    private long size(TopicPartition partition) {
        return to.getOrDefault(partition, 0L) - from.getOrDefault(partition, 0L);
    }

    private BrokerSpan restrictedTo(Map<TopicPartition, Long> begins) {
        Map<TopicPartition, Long> ends = new HashMap<>(to);
        ends.keySet().retainAll(begins.keySet());
        return new BrokerSpan(broker, begins, ends, patience);
    }

    /**
     * Reads it, partition by partition in no promised order.
     *
     * @throws LogUnavailableException when nothing comes for too long, or what was to be read is deleted
     * @throws org.apache.kafka.common.KafkaException when the broker refuses
     */
    void read(Consumer<LogRecord> receiver) {
        Map<TopicPartition, Long> left = new HashMap<>(to);
        Map<TopicPartition, Long> positions = new HashMap<>(from);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(left.keySet());
            from.forEach(consumer::seek);
            long silentNs = 0;
            while (!left.isEmpty()) {
                long beganNs = System.nanoTime();
                ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
                silentNs += System.nanoTime() - beganNs;
                for (ConsumerRecord<byte[], byte[]> message : polled) {
                    Long end = left.get(new TopicPartition(message.topic(), message.partition()));
                    if (end != null && message.offset() < end) {
                        receiver.accept(LogRecord.of(message));
                    }
                }
                if (hasMoved(consumer, left, positions)) {
                    silentNs = 0;
                } else if (silentNs > patience.toNanos()) {
                    consumer.close(CloseOptions.timeout(Duration.ZERO));
                    throw silence(left, positions);
                }
            }
        } catch (OffsetOutOfRangeException e) {
            throw new LogUnavailableException(
                    "the log has deleted what was about to be read (" + e.offsetOutOfRangePartitions()
                            + "): ask again, or read an archive that holds it",
                    e);
        }
    }

    private Map<String, Object> settings() {
        return broker.with(Map.of(
                ConsumerConfig.CLIENT_ID_CONFIG,
                "fabric-twin-replay-" + READERS.incrementAndGet(),
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                // There is no consumer group: the positions are ours.
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                // What is deleted while it is read is an error, not a reason to go on elsewhere.
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "none",
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                RECORDS_PER_POLL));
    }

    /** Takes down where the consumer stands, and leaves out what it has read to the end; whether it stands anywhere else than before. */
    private static boolean hasMoved(
            KafkaConsumer<byte[], byte[]> consumer,
            Map<TopicPartition, Long> left,
            Map<TopicPartition, Long> positions) {
        boolean hasMoved = false;
        for (Iterator<Map.Entry<TopicPartition, Long>> ends = left.entrySet().iterator(); ends.hasNext(); ) {
            Map.Entry<TopicPartition, Long> end = ends.next();
            long before = positions.getOrDefault(end.getKey(), 0L);
            long position = position(consumer, end.getKey(), before);
            hasMoved |= position != before;
            positions.put(end.getKey(), position);
            if (position >= end.getValue()) {
                ends.remove();
                consumer.pause(List.of(end.getKey()));
            }
        }
        return hasMoved;
    }

    /** Where a broker came back, the consumer does not say where it stands before it has asked it. */
    private static long position(KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, long before) {
        try {
            return consumer.position(partition, Duration.ZERO);
        } catch (TimeoutException e) {
            return before;
        }
    }

    private LogUnavailableException silence(Map<TopicPartition, Long> left, Map<TopicPartition, Long> positions) {
        TopicPartition first = left.keySet().stream()
                .min(Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition))
                .orElseThrow();
        return new LogUnavailableException(
                "nothing came from the broker at " + broker + " for " + patience.toMillis() / 1e3
                        + " s while topic " + first.topic() + " was read (partition " + first.partition()
                        + ", from offset " + positions.get(first)
                        + " on): see that it runs and can be reached from where the job runs, and ask again",
                null);
    }
}
