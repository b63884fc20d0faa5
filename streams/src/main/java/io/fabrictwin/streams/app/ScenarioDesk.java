package io.fabrictwin.streams.app;

import io.fabrictwin.model.queue.QueuedScenario;
import io.fabrictwin.model.queue.ScenarioNote;
import io.fabrictwin.model.queue.ScenarioQueue;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.ScenarioNoteCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Where scenarios are asked for, and where people see how far they are. */
final class ScenarioDesk implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ScenarioNoteCodec codec = new ScenarioNoteCodec();
    private final TopicTable<ScenarioNote> notes;
    private final KafkaProducer<byte[], byte[]> producer;

    ScenarioDesk(ClientSettings clients, Runnable onChange) {
        notes = new TopicTable<>(Topics.SCENARIOS, clients.consumer(), codec::decode, onChange);
        producer = new KafkaProducer<>(clients.producer(), new ByteArraySerializer(), new ByteArraySerializer());
    }

    void start() {
        notes.start();
    }

    /** In the order asked. */
    List<QueuedScenario> scenarios() {
        ScenarioQueue queue = new ScenarioQueue();
        notes.values().forEach(queue::add);
        return queue.scenarios();
    }

    /** Writes a note and returns when the broker has it; throws {@link KafkaException} where it does not get there. */
    void tell(ScenarioNote note) {
        ProducerRecord<byte[], byte[]> message =
                new ProducerRecord<>(Topics.SCENARIOS, note.key().getBytes(StandardCharsets.UTF_8), codec.encode(note));
        try {
            producer.send(message).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("the broker does not take it", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("stopped before the broker took it", e);
        }
    }

    @Override
    public void close() {
        notes.close();
        producer.close(Duration.ofSeconds(3));
    }
}
