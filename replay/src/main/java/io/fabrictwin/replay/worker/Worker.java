package io.fabrictwin.replay.worker;

import io.fabrictwin.model.queue.QueuedScenario;
import io.fabrictwin.model.queue.ScenarioAsked;
import io.fabrictwin.model.queue.ScenarioNote;
import io.fabrictwin.model.queue.ScenarioProgress;
import io.fabrictwin.model.queue.ScenarioQueue;
import io.fabrictwin.model.queue.ScenarioStage;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.ScenarioNoteCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes scenarios off their topic, oldest first, and has each answered. The topic is the queue: whatever was asked and has no
 * answer is found again after a restart, also what a worker that died had begun. Of several workers one works, the others
 * stand by and take over when it is gone; what it had begun is run again, with the same outcome under the same key.
 */
public final class Worker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final String GROUP = "fabric-twin-worker";
    private static final Duration POLL = Duration.ofMillis(200);
    private static final ScenarioNoteCodec CODEC = new ScenarioNoteCodec();

    private final String name;
    private final Answering answering;
    private final Clock clock;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KafkaProducer<byte[], byte[]> producer;
    private final ExecutorService runner =
            Executors.newSingleThreadExecutor(work -> thread(work, "fabric-twin-scenario"));
    private final Thread loop = thread(this::work, "fabric-twin-worker");
    private ScenarioQueue queue = new ScenarioQueue();
    private @Nullable Running running;
    /** The queue is whole once it has been read up to there: the topic's end when it was taken over, then our own last note. */
    private Map<TopicPartition, Long> wholeAt = Map.of();

    /** What is under way. */
    private record Running(ScenarioAsked asked, long startedNs, Future<Outcome> outcome) {}

    private Worker(BrokerAccess broker, String name, Answering answering, Clock clock) {
        this.name = name;
        this.answering = answering;
        this.clock = clock;
        consumer = new KafkaConsumer<>(
                broker.with(Map.of(
                        "group.id",
                        GROUP,
                        "client.id",
                        GROUP + "-" + name,
                        "enable.auto.commit",
                        false,
                        "auto.offset.reset",
                        "earliest",
                        "isolation.level",
                        "read_committed")),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        producer = new KafkaProducer<>(
                broker.with(Map.of("client.id", GROUP + "-" + name, "acks", "all")),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private static Thread thread(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Starts to work, until closed.
     *
     * @param name what this worker is called where people see it
     * @param answering answers one scenario; interrupted where nobody wants its answer any more
     */
    public static Worker start(BrokerAccess broker, String name, Answering answering, Clock clock) {
        Worker worker = new Worker(broker, name, answering, clock);
        worker.loop.start();
        return worker;
    }

    /** Waits until the worker has stopped by itself: it does so only where it cannot go on. */
    public void join() throws InterruptedException {
        loop.join();
    }

    private void work() {
        try (consumer;
                producer) {
            consumer.subscribe(List.of(Topics.SCENARIOS), new Assigned());
            while (true) {
                try {
                    consumer.poll(POLL).forEach(this::take);
                    if (isWhole()) {
                        step();
                    }
                } catch (RetriableException e) {
                    LOG.warn("cannot read {} ({}): trying again", Topics.SCENARIOS, e.getMessage());
                }
            }
        } catch (WakeupException e) {
            LOG.debug("worker {} stops", name);
        } catch (RuntimeException e) {
            LOG.error("worker {} cannot go on: start it again", name, e);
        } finally {
            giveUp();
        }
    }

    private boolean isWhole() {
        return !wholeAt.isEmpty()
                && wholeAt.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    private void take(ConsumerRecord<byte[], byte[]> message) {
        if (message.value() == null) {
            return;
        }
        try {
            queue.add(CODEC.decode(message.value()));
        } catch (UndecodableException e) {
            LOG.warn("skipped {} offset {}: {}", Topics.SCENARIOS, message.offset(), e.getMessage());
        }
    }

    /** Looks after what is under way, and begins the next. */
    private void step() {
        Running now = running;
        if (now != null) {
            if (now.outcome.isDone()) {
                running = null;
                tell(now, Outcome.of(now.outcome));
            } else if (isTakenBack(now.asked)) {
                now.outcome.cancel(true);
            }
            return;
        }
        queue.next().ifPresent(this::begin);
    }

    private boolean isTakenBack(ScenarioAsked asked) {
        return queue.scenario(asked.id()).map(QueuedScenario::isCancelled).orElse(true);
    }

    private void begin(QueuedScenario next) {
        ScenarioAsked asked = next.asked();
        if (next.isCancelled()) {
            tell(new ScenarioProgress(asked.id(), name, ScenarioStage.CANCELLED, "its worker is gone", null, nowNs()));
            return;
        }
        tell(new ScenarioProgress(asked.id(), name, ScenarioStage.RUNNING, "", null, nowNs()));
        running = new Running(asked, System.nanoTime(), runner.submit(() -> answering.answer(asked)));
    }

    private void tell(Running done, Outcome outcome) {
        long seconds = Duration.ofNanos(System.nanoTime() - done.startedNs).toSeconds();
        tell(ScenarioProgress.of(
                done.asked.id(),
                name,
                outcome.stage(),
                outcome.detail().isEmpty() ? "in " + seconds + " s" : outcome.detail(),
                outcome.forecastKey(),
                nowNs(),
                outcome.positions(),
                outcome.undecodable()));
    }

    private long nowNs() {
        return ChronoUnit.NANOS.between(Instant.EPOCH, clock.instant());
    }

    private void tell(ScenarioNote note) {
        try {
            RecordMetadata place = producer.send(new ProducerRecord<>(
                            Topics.SCENARIOS, note.key().getBytes(StandardCharsets.UTF_8), CODEC.encode(note)))
                    .get();
            wholeAt = Map.of(new TopicPartition(place.topic(), place.partition()), place.offset() + 1);
        } catch (ExecutionException e) {
            throw new KafkaException("cannot tell how " + note.id() + " is doing", e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private void giveUp() {
        Running now = running;
        if (now != null) {
            now.outcome.cancel(true);
            running = null;
        }
    }

    /** The queue is read from its begin by whoever comes to it. */
    private final class Assigned implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            queue = new ScenarioQueue();
            consumer.seekToBeginning(partitions);
            wholeAt = consumer.endOffsets(partitions);
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            giveUp();
        }
    }

    /** Stops. What is under way is given up; the next worker begins it again. */
    @Override
    public void close() {
        consumer.wakeup();
        try {
            loop.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        runner.shutdownNow();
    }
}
