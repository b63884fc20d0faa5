package io.fabrictwin.ingest.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.QuarantinedInput;
import io.fabrictwin.schemas.SourceNote;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.QuarantinedInputCodec;
import io.fabrictwin.schemas.codec.SourceNoteCodec;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes to the topics of truth, to quarantine and to the notes of sources, each in the order of its key. The producer
 * is idempotent: a retry neither doubles nor reorders. When a delivery fails, what is not known to be delivered is sent
 * again by a new producer for as long as the wait goes on: some of it may then be in the log twice, which changes nothing
 * there. For one thread.
 */
public final class KafkaOutlet implements Outlet {
    /** No more than this waits to be delivered: a slow broker must not count as away for what queues up here. */
    private static final long MOST_UNDELIVERED_BYTES = 4L << 20;

    /** Delivery is waited for by so much together. */
    private static final long PARCEL_BYTES = MOST_UNDELIVERED_BYTES / 16;

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final String bootstrap;
    private final Supplier<Producer<byte[], byte[]>> connector;
    private final BrokerWait wait;
    private final EventCodec eventCodec = new EventCodec();
    private final QuarantinedInputCodec quarantineCodec = new QuarantinedInputCodec();
    private final SourceNoteCodec noteCodec = new SourceNoteCodec();
    private final Deque<Parcel> undelivered = new ArrayDeque<>();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private final AtomicLong newestLogTimeMs = new AtomicLong();
    private @Nullable Producer<byte[], byte[]> producer;
    private long undeliveredBytes;

    /** For tests: publishes through given producers, which are closed with this. */
    KafkaOutlet(String bootstrap, Supplier<Producer<byte[], byte[]>> connector, BrokerWait wait) {
        this.bootstrap = bootstrap;
        this.connector = connector;
        this.wait = wait;
    }

    /** Connects on the first publication; a broker that is away shows within {@code timeout}, and then ends it. */
    public static KafkaOutlet connect(BrokerAccess broker, Duration timeout) {
        return connect(broker, timeout, BrokerWait.NONE);
    }

    /**
     * Connects on the first publication.
     *
     * @param timeout how long a broker may be silent before it counts as away
     * @param wait what is done then
     */
    public static KafkaOutlet connect(BrokerAccess broker, Duration timeout, BrokerWait wait) {
        int timeoutMs = Math.toIntExact(timeout.toMillis());
        Map<String, Object> settings = new HashMap<>();
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "fabric-twin-ingest");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, timeoutMs);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeoutMs);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs * 2 / 3);
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.MAX_MESSAGE_BYTES);
        // Files come in at once: large batches, which wait a little to fill, and cheap compression.
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 256 * 1024);
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        return new KafkaOutlet(
                broker.bootstrap(),
                () -> new KafkaProducer<>(broker.with(settings), new ByteArraySerializer(), new ByteArraySerializer()),
                wait);
    }

    @Override
    public void accept(List<? extends FabricEvent> events) {
        byte[][] values = new byte[events.size()][];
        for (int i = 0; i < values.length; i++) {
            values[i] = eventCodec.encode(events.get(i));
        }
        for (int i = 0; i < values.length; i++) {
            FabricEvent event = events.get(i);
            send(new ProducerRecord<>(event.topic().topicName(), event.key().getBytes(UTF_8), values[i]));
        }
    }

    @Override
    public void quarantine(QuarantinedInput input) {
        send(new ProducerRecord<>(Topics.QUARANTINE, input.key().getBytes(UTF_8), quarantineCodec.encode(input)));
    }

    /** Takes a note; it is delivered with what is published around it. */
    public void note(SourceNote note) {
        send(new ProducerRecord<>(Topics.SOURCES, note.key().getBytes(UTF_8), noteCodec.encode(note)));
    }

    /** Takes a note and delivers it. Gives the log's time of it, ms since 1970. */
    public long noteNow(SourceNote note) {
        note(note);
        flush();
        return newestLogTimeMs();
    }

    /** The newest time that the log gave to what was delivered, ms since 1970; 0: nothing was. */
    public long newestLogTimeMs() {
        return newestLogTimeMs.get();
    }

    @Override
    public void flush() {
        Producer<byte[], byte[]> open = producer;
        if (open != null) {
            open.flush();
        }
        Exception first = failure.get();
        if (first != null) {
            recover(first);
        }
        undelivered.clear();
        undeliveredBytes = 0;
    }

    @Override
    public void close() {
        Producer<byte[], byte[]> open = producer;
        if (open != null) {
            open.close(CLOSE_TIMEOUT);
        }
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
        Parcel parcel = undelivered.peekLast();
        if (parcel == null || parcel.bytes > PARCEL_BYTES) {
            parcel = new Parcel();
            undelivered.add(parcel);
        }
        parcel.add(record);
        undeliveredBytes += record.value().length;
        Exception first = failure.get();
        if (first == null) {
            try {
                parcel.sendNext();
            } catch (KafkaException e) {
                first = e;
            }
        }
        if (first != null) {
            recover(first);
        } else if (undeliveredBytes > MOST_UNDELIVERED_BYTES) {
            awaitRoom();
        }
    }

    /** Waits until half of what may be under way is free again, so that the producer never runs dry. */
    private void awaitRoom() {
        while (undeliveredBytes > MOST_UNDELIVERED_BYTES / 2) {
            Parcel eldest = undelivered.element();
            try {
                eldest.await();
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            } catch (ExecutionException e) {
                recover(e.getCause() instanceof Exception cause ? cause : e);
                return;
            }
            undelivered.remove();
            undeliveredBytes -= eldest.bytes;
        }
    }

    private Producer<byte[], byte[]> producer() {
        Producer<byte[], byte[]> open = producer;
        if (open == null) {
            open = connector.get();
            producer = open;
        }
        return open;
    }

    /** Sends all that is not known to be delivered by a new producer, until it is delivered or the wait ends. */
    private void recover(Exception cause) {
        AtomicReference<@Nullable Exception> known = new AtomicReference<>(cause);
        wait.answer(bootstrap, () -> {
            Exception first = known.getAndSet(null);
            if (first != null) {
                throw LogScan.unreachable(bootstrap, first);
            }
            Producer<byte[], byte[]> broken = producer;
            producer = null;
            if (broken != null) {
                broken.close(Duration.ZERO);
            }
            failure.set(null);
            Parcel again = new Parcel();
            undelivered.forEach(parcel -> parcel.undelivered().forEach(again::add));
            undelivered.clear();
            undelivered.add(again);
            try {
                again.records.forEach(record -> again.sendNext());
                producer().flush();
            } catch (KafkaException e) {
                failure.compareAndSet(null, e);
            }
            Exception next = failure.get();
            if (next != null) {
                throw LogScan.unreachable(bootstrap, next);
            }
            return true;
        });
        undelivered.clear();
        undeliveredBytes = 0;
    }

    /** Records that follow one another, some of which may not be in the log yet. */
    private final class Parcel implements Callback {
        private final List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        /** Of the first of the records; the others were not handed to a producer. */
        private final List<Future<RecordMetadata>> answers = new ArrayList<>();

        private final AtomicInteger delivered = new AtomicInteger();
        private long bytes;

        void add(ProducerRecord<byte[], byte[]> record) {
            records.add(record);
            bytes += record.value().length;
        }

        /** Hands the first record that was not handed to a producer to one. */
        void sendNext() {
            answers.add(producer().send(records.get(answers.size()), this));
        }

        /** By the producer's thread, before the record's answer is there. */
        @Override
        public void onCompletion(RecordMetadata metadata, @Nullable Exception exception) {
            if (exception != null) {
                failure.compareAndSet(null, exception);
                return;
            }
            delivered.incrementAndGet();
            if (metadata.timestamp() > newestLogTimeMs.get()) {
                newestLogTimeMs.accumulateAndGet(metadata.timestamp(), Math::max);
            }
        }

        void await() throws InterruptedException, ExecutionException {
            if (delivered.get() < answers.size()) {
                for (Future<RecordMetadata> answer : answers) {
                    answer.get();
                }
            }
        }

        /** Those that are not known to be delivered. */
        List<ProducerRecord<byte[], byte[]>> undelivered() {
            return IntStream.range(0, records.size())
                    .filter(i -> i >= answers.size() || !isDelivered(answers.get(i)))
                    .mapToObj(records::get)
                    .toList();
        }

        private static boolean isDelivered(Future<RecordMetadata> answer) {
            try {
                return answer.isDone() && answer.get() != null;
            } catch (ExecutionException e) {
                return false;
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
        }
    }
}
