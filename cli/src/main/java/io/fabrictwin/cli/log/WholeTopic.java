package io.fabrictwin.cli.log;

import io.fabrictwin.cli.UnreachableException;
import io.fabrictwin.schemas.BrokerAccess;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What one of the twin's own topics holds now, message by message in the order of the topic. */
public final class WholeTopic {
    private static final int PATIENCE_MS = 15_000;
    private static final Duration POLL = Duration.ofMillis(200);

    private WholeTopic() {}

    /**
     * Reads from the begin to what is the end now; messages without a value are left out.
     *
     * @param receiver gets key and value of each
     */
    public static void read(BrokerAccess broker, String topic, BiConsumer<String, byte[]> receiver) {
        Map<String, Object> settings = broker.with(Map.of(
                "enable.auto.commit",
                false,
                "isolation.level",
                "read_committed",
                "default.api.timeout.ms",
                PATIENCE_MS));
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<byte[], byte[]> message : consumer.poll(POLL)) {
                    if (message.value() != null && message.offset() < end(ends, message)) {
                        byte[] key = message.key();
                        receiver.accept(key == null ? "" : new String(key, StandardCharsets.UTF_8), message.value());
                    }
                }
            }
        } catch (KafkaException e) {
            throw new UnreachableException("no answer from the broker at " + broker, e);
        }
    }

    private static long end(Map<TopicPartition, Long> ends, ConsumerRecord<byte[], byte[]> message) {
        return ends.getOrDefault(new TopicPartition(message.topic(), message.partition()), Long.MAX_VALUE);
    }
}
