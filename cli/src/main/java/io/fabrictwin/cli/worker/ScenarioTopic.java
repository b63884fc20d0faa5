package io.fabrictwin.cli.worker;

import io.fabrictwin.cli.UnreachableException;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.model.queue.QueuedScenario;
import io.fabrictwin.model.queue.ScenarioNote;
import io.fabrictwin.model.queue.ScenarioQueue;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.ScenarioNoteCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The topic of scenarios: read from its begin to where it ends now, followed, and written to. */
final class ScenarioTopic implements AutoCloseable {
    private static final int PATIENCE_MS = 15_000;
    private static final Duration POLL = Duration.ofMillis(200);

    private final BrokerAccess broker;
    private final ScenarioNoteCodec codec = new ScenarioNoteCodec();
    private final ScenarioQueue queue = new ScenarioQueue();
    private final KafkaConsumer<byte[], byte[]> consumer;

    ScenarioTopic(BrokerAccess broker) {
        this.broker = broker;
        consumer = new KafkaConsumer<>(
                broker.with(Map.of(
                        "enable.auto.commit",
                        false,
                        "isolation.level",
                        "read_committed",
                        "default.api.timeout.ms",
                        PATIENCE_MS)),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        try {
            List<TopicPartition> partitions = consumer.partitionsFor(Topics.SCENARIOS).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
        } catch (KafkaException e) {
            consumer.close();
            throw unreachable(e);
        }
    }

    /** The queue as of all notes that are in the topic now. */
    ScenarioQueue queue() {
        try {
            Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                await();
            }
            return queue;
        } catch (KafkaException e) {
            throw unreachable(e);
        }
    }

    /** The scenario of an id, as of all notes that are in the topic now. */
    QueuedScenario known(String id) {
        return queue().scenario(id)
                .orElseThrow(() -> new WrongUsageException(
                        "nobody asked for a scenario '" + id + "'; see fabric-twin scenarios list"));
    }

    /** Waits a moment for what is written next. */
    void await() {
        try {
            consumer.poll(POLL).forEach(this::add);
        } catch (KafkaException e) {
            throw unreachable(e);
        }
    }

    private void add(ConsumerRecord<byte[], byte[]> message) {
        if (message.value() != null) {
            queue.add(codec.decode(message.value()));
        }
    }

    /** Writes a note. */
    void tell(ScenarioNote note) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                broker.with(Map.of("acks", "all", "max.block.ms", PATIENCE_MS)),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(
                            Topics.SCENARIOS, note.key().getBytes(StandardCharsets.UTF_8), codec.encode(note)))
                    .get();
        } catch (ExecutionException | KafkaException e) {
            throw unreachable(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unreachable(e);
        }
    }

    private UnreachableException unreachable(Exception cause) {
        return new UnreachableException("no answer from the broker at " + broker, cause);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
