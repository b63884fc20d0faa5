package io.fabrictwin.ingest.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.schemas.QuarantinedInput;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.QuarantinedInputCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes to the topics of truth and to quarantine, each in the order of its key. The producer is idempotent: a retry
 * neither doubles nor reorders. The first failure of a delivery ends it.
 */
public final class KafkaOutlet implements Outlet {
    /** No more than this waits to be delivered: a slow broker must not count as away for what queues up here. */
    private static final long MOST_UNDELIVERED_BYTES = 2L << 20;

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final String bootstrap;
    private final Producer<byte[], byte[]> producer;
    private final EventCodec eventCodec = new EventCodec();
    private final QuarantinedInputCodec quarantineCodec = new QuarantinedInputCodec();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private long undeliveredBytes;

    /** For tests: publishes through a given producer, which is closed with this. */
    KafkaOutlet(String bootstrap, Producer<byte[], byte[]> producer) {
        this.bootstrap = bootstrap;
        this.producer = producer;
    }

    /** Connects on the first publication; a broker that is away shows within {@code timeout}. */
    public static KafkaOutlet connect(String bootstrap, Duration timeout) {
        int timeoutMs = Math.toIntExact(timeout.toMillis());
        Map<String, Object> settings = new HashMap<>();
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "fabric-twin-ingest");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, timeoutMs);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeoutMs);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs * 2 / 3);
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.MAX_MESSAGE_BYTES);
        // Files come in at once: large batches, which wait a little to fill, and cheap compression.
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 20);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 256 * 1024);
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        try {
            return new KafkaOutlet(
                    bootstrap, new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer()));
        } catch (KafkaException e) {
            throw LogScan.unreachable(bootstrap, e);
        }
    }

    @Override
    public void accept(List<? extends FabricEvent> events) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(events.size());
        for (FabricEvent event : events) {
            records.add(new ProducerRecord<>(
                    event.topic().topicName(), event.key().getBytes(UTF_8), eventCodec.encode(event)));
        }
        records.forEach(this::send);
    }

    @Override
    public void quarantine(QuarantinedInput input) {
        send(new ProducerRecord<>(Topics.QUARANTINE, input.key().getBytes(UTF_8), quarantineCodec.encode(input)));
    }

    @Override
    public void flush() {
        producer.flush();
        undeliveredBytes = 0;
        throwFailure();
    }

    @Override
    public void close() {
        producer.close(CLOSE_TIMEOUT);
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
        throwFailure();
        try {
            // Failures arrive in the callback.
            Future<RecordMetadata> unused = producer.send(record, (metadata, exception) -> {
                if (exception != null) {
                    failure.compareAndSet(null, exception);
                }
            });
        } catch (KafkaException e) {
            throw LogScan.unreachable(bootstrap, e);
        }
        undeliveredBytes += record.value().length;
        if (undeliveredBytes > MOST_UNDELIVERED_BYTES) {
            flush();
        }
    }

    private void throwFailure() {
        Exception first = failure.get();
        if (first != null) {
            throw LogScan.unreachable(bootstrap, first);
        }
    }
}
