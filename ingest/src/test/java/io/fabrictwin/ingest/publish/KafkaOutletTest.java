package io.fabrictwin.ingest.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStopped;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.QuarantinedInput;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.QuarantinedInputCodec;
import io.fabrictwin.testkit.gen.EventGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class KafkaOutletTest {
    private static final SourceId SOURCE = new SourceId("events", "x");

    @Test
    void eventsGoToTheirTopicUnderTheirKeyInOrder() {
        MockProducer<byte[], byte[]> producer = producer(true);
        List<FabricEvent> events = new EventGenerator(new Random(7)).events(50);
        try (KafkaOutlet outlet = new KafkaOutlet("here:1", () -> producer, BrokerWait.NONE)) {
            outlet.accept(events);
            outlet.flush();
        }
        assertThat(producer.history()).hasSameSizeAs(events);
        for (int i = 0; i < events.size(); i++) {
            ProducerRecord<byte[], byte[]> sent = producer.history().get(i);
            assertThat(sent.topic()).isEqualTo(events.get(i).topic().topicName());
            assertThat(new String(sent.key(), UTF_8)).isEqualTo(events.get(i).key());
            assertThat(new EventCodec().decode(sent.value())).isEqualTo(events.get(i));
        }
        assertThat(producer.closed()).isTrue();
    }

    @Test
    void rejectsGoToQuarantine() {
        MockProducer<byte[], byte[]> producer = producer(true);
        QuarantinedInput input =
                new QuarantinedInput(new FabricId("f"), SOURCE, "line 3", "MALFORMED", "no", new byte[] {1}, 1, 2);
        try (KafkaOutlet outlet = new KafkaOutlet("here:1", () -> producer, BrokerWait.NONE)) {
            outlet.quarantine(input);
        }
        ProducerRecord<byte[], byte[]> sent = producer.history().get(0);
        assertThat(sent.topic()).isEqualTo(Topics.QUARANTINE);
        assertThat(new String(sent.key(), UTF_8)).isEqualTo("events/x");
        assertThat(new QuarantinedInputCodec().decode(sent.value())).isEqualTo(input);
    }

    @Test
    void aRecordWithAnEventThatCannotBeWrittenIsNotPublishedInPart() {
        MockProducer<byte[], byte[]> producer = producer(true);
        try (KafkaOutlet outlet = new KafkaOutlet("here:1", () -> producer, BrokerWait.NONE)) {
            assertThatThrownBy(() -> outlet.accept(List.of(stopped("fine"), stopped("\ud800"))))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(producer.history()).isEmpty();
    }

    @Test
    void nothingPilesUpUndelivered() {
        MockProducer<byte[], byte[]> producer = producer(false);
        try (KafkaOutlet outlet = new KafkaOutlet("here:1", () -> producer, BrokerWait.NONE)) {
            CompletableFuture<Void> taking = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 6; i++) {
                    outlet.accept(List.of(stopped("x".repeat(1 << 20))));
                }
            });
            await().until(() -> producer.history().size() == 4);
            assertThat(taking).isNotDone();
            while (producer.completeNext()) {
                assertThat(producer.history()).hasSizeLessThanOrEqualTo(6);
            }
            await().until(taking::isDone);
            assertThat(producer.history()).hasSize(6);
        }
    }

    @Test
    void aFailureSurfacesWhileRoomIsAwaited() {
        MockProducer<byte[], byte[]> producer = producer(false);
        try (KafkaOutlet outlet = new KafkaOutlet("here:1", () -> producer, BrokerWait.NONE)) {
            CompletableFuture<Void> taking = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 6; i++) {
                    outlet.accept(List.of(stopped("x".repeat(1 << 20))));
                }
            });
            await().until(() -> producer.history().size() == 4);
            producer.errorNext(new TimeoutException("expired"));
            assertThatThrownBy(taking::join)
                    .hasCauseInstanceOf(LogUnreachableException.class)
                    .hasMessageContaining("the broker at here:1 cannot be used: expired;");
        }
    }

    @Test
    void aFailedDeliverySurfacesAtTheNextRecordAndAtTheFlush() {
        MockProducer<byte[], byte[]> producer = producer(false);
        try (KafkaOutlet outlet = new KafkaOutlet("here:1", () -> producer, BrokerWait.NONE)) {
            outlet.accept(List.of(stopped("a")));
            producer.errorNext(new TimeoutException("expired"));
            assertThatThrownBy(() -> outlet.accept(List.of(stopped("b"))))
                    .isInstanceOf(LogUnreachableException.class)
                    .hasMessageStartingWith("the broker at here:1 cannot be used: expired;");
            assertThatThrownBy(outlet::flush).isInstanceOf(LogUnreachableException.class);
        }
    }

    @Test
    void whatIsNotKnownToBeDeliveredIsSentAgainOnceTheBrokerIsBack() {
        MockProducer<byte[], byte[]> broken = producer(false);
        MockProducer<byte[], byte[]> whole = producer(true);
        List<Producer<byte[], byte[]>> producers = new ArrayList<>(List.of(broken, whole));
        List<String> told = new ArrayList<>();
        BrokerWait wait = new BrokerWait() {
            @Override
            public boolean goesOn(String bootstrap, Duration awayFor) {
                told.add("away");
                return true;
            }

            @Override
            public void isBack() {
                told.add("back");
            }
        };
        try (KafkaOutlet outlet = new KafkaOutlet("here:1", () -> producers.remove(0), wait)) {
            outlet.accept(List.of(stopped("a")));
            broken.completeNext();
            outlet.accept(List.of(stopped("b")));
            broken.errorNext(new TimeoutException("expired"));
            outlet.accept(List.of(stopped("c")));
            outlet.flush();
            outlet.accept(List.of(stopped("d")));
            outlet.flush();
        }
        assertThat(told).containsExactly("away", "back");
        assertThat(whole.history().stream().map(sent -> new EventCodec().decode(sent.value())))
                .containsExactly(stopped("b"), stopped("c"), stopped("d"));
    }

    @Test
    void aWaitEnds() {
        MockProducer<byte[], byte[]> producer = producer(false);
        AtomicInteger attempts = new AtomicInteger();
        try (KafkaOutlet outlet =
                new KafkaOutlet("here:1", () -> producer, (bootstrap, awayFor) -> attempts.incrementAndGet() < 1)) {
            outlet.accept(List.of(stopped("a")));
            producer.errorNext(new TimeoutException("expired"));
            assertThatThrownBy(outlet::flush).isInstanceOf(LogUnreachableException.class);
        }
        assertThat(attempts).hasValue(1);
    }

    @Test
    void aBrokerThatIsAwayIsToldInOneLine() {
        for (String bootstrap : List.of("127.0.0.1:1", "no address")) {
            assertThatThrownBy(
                            () -> SourceLedger.read(new LogScan(BrokerAccess.plain(bootstrap), Duration.ofMillis(600))))
                    .isInstanceOf(LogUnreachableException.class)
                    .hasMessageStartingWith("the broker at " + bootstrap + " cannot be used: ")
                    .hasMessageNotContaining("\n");
        }
    }

    private static JobStopped stopped(String job) {
        return new JobStopped(new EventMeta(new FabricId("f"), SOURCE, 0, 0, 1, 2, Clock.SOURCE), new JobId(job));
    }

    private static MockProducer<byte[], byte[]> producer(boolean autoComplete) {
        return new MockProducer<>(autoComplete, null, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
