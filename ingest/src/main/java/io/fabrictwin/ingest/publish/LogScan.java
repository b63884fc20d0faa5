package io.fabrictwin.ingest.publish;

import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the topics of truth from their start to where they end now, for the sequences that are in them. */
public final class LogScan {
    private static final Duration POLL = Duration.ofMillis(500);

    private LogScan() {}

    /**
     * Adds every event of the log.
     *
     * @throws LogUnreachableException if the broker does not answer within the timeout, or lacks a topic
     */
    public static void addTo(Sequences sequences, String bootstrap, Duration timeout) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "fabric-twin-ingest-scan");
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(timeout.toMillis()));
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.toIntExact(timeout.toMillis() * 2 / 3));
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 10_000);
        settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 4 << 20);
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            read(consumer, sequences, timeout);
        } catch (KafkaException e) {
            throw unreachable(bootstrap, e);
        }
    }

    static LogUnreachableException unreachable(String bootstrap, Exception cause) {
        return new LogUnreachableException(
                "the broker at " + bootstrap + " cannot be used: " + cause.getMessage()
                        + "; check that it runs and that the address is right, then run this again:"
                        + " what is in the log already is recognised",
                cause);
    }

    private static void read(Consumer<byte[], byte[]> consumer, Sequences sequences, Duration timeout) {
        EventCodec codec = new EventCodec();
        List<TopicPartition> partitions = new ArrayList<>();
        for (String topic : Topics.truth()) {
            List<PartitionInfo> infos = consumer.partitionsFor(topic);
            if (infos == null || infos.isEmpty()) {
                throw new KafkaException("it has no topic " + topic);
            }
            infos.forEach(info -> partitions.add(new TopicPartition(topic, info.partition())));
        }
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        long lastProgressNs = System.nanoTime();
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            boolean isEmpty = true;
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                isEmpty = false;
                byte[] value = record.value();
                if (value != null) {
                    add(codec, value, sequences);
                }
            }
            if (!isEmpty) {
                lastProgressNs = System.nanoTime();
            } else if (System.nanoTime() - lastProgressNs > timeout.toNanos()) {
                throw new TimeoutException("it gave nothing for " + timeout.toSeconds() + " s");
            }
        }
    }

    private static void add(EventCodec codec, byte[] value, Sequences sequences) {
        try {
            sequences.add(codec.decode(value).meta());
        } catch (UndecodableException e) {
            // Somebody else's value: it is no event of any source. Those who fold the log report it.
            return;
        }
    }
}
