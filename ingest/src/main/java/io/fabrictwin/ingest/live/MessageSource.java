package io.fabrictwin.ingest.live;

import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.ingest.parse.Format;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Takes the messages of a topic, each as an input that is known by its place in the topic, from where the consumer group
 * of this source's name left off. The place is moved on once all before it is in the log.
 */
final class MessageSource implements LiveSource {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int TIMEOUT_MS = 15_000;
    private static final long NS_PER_MS = 1_000_000;

    private final SourceSpec.Messages spec;

    MessageSource(SourceSpec.Messages spec) {
        this.spec = spec;
    }

    @Override
    public void run(SourceContext context) throws IOException {
        Format format = Formats.named(spec.format()).orElseThrow();
        Map<String, Object> settings = new HashMap<>();
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "fabric-twin-live-" + spec.name());
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, "fabric-twin-live-" + spec.name());
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MS);
        // Our own broker may be away for long: that is no reason to be put out of the group.
        settings.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, Integer.MAX_VALUE);
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                spec.broker().with(settings), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            context.status().state("connecting");
            Iterable<PartitionInfo> partitions = consumer.partitionsFor(spec.topic());
            if (partitions == null || !partitions.iterator().hasNext()) {
                throw new IOException("the broker at " + spec.broker() + " has no topic " + spec.topic());
            }
            consumer.subscribe(List.of(spec.topic()));
            context.status().state("reading");
            while (!context.stop().isWished()) {
                ConsumerRecords<byte[], byte[]> messages = consumer.poll(POLL);
                for (ConsumerRecord<byte[], byte[]> message : messages) {
                    take(message, format, context);
                }
                if (!messages.isEmpty()) {
                    context.intake().deliver();
                    consumer.commitSync();
                }
                context.status().lag(lag(consumer));
            }
        } catch (KafkaException e) {
            throw new IOException("the broker at " + spec.broker() + " cannot be used: " + e.getMessage(), e);
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> message, Format format, SourceContext context) {
        if (message.value() == null) {
            return;
        }
        String name = message.topic() + "-" + message.partition() + "@" + message.offset();
        BytesInput input = new BytesInput(
                name,
                message.value(),
                context.eventContext(format, spec.broker() + "/" + name, Math.max(0, message.timestamp()) * NS_PER_MS));
        context.took(name, context.intake().takeNew(format, input));
    }

    private static long lag(KafkaConsumer<byte[], byte[]> consumer) {
        long lag = 0;
        for (TopicPartition partition : consumer.assignment()) {
            lag += consumer.currentLag(partition).orElse(0);
        }
        return lag;
    }
}
