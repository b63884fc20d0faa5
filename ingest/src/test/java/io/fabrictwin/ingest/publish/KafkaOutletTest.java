package io.fabrictwin.ingest.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStopped;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.schemas.QuarantinedInput;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.QuarantinedInputCodec;
import io.fabrictwin.testkit.gen.EventGenerator;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.producer.MockProducer;
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
        try (KafkaOutlet outlet = new KafkaOutlet("here:1", producer)) {
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
        try (KafkaOutlet outlet = new KafkaOutlet("here:1", producer)) {
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
        try (KafkaOutlet outlet = new KafkaOutlet("here:1", producer)) {
            assertThatThrownBy(() -> outlet.accept(List.of(stopped("fine"), stopped("\ud800"))))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(producer.history()).isEmpty();
    }

    @Test
    void nothingPilesUpUndelivered() {
        MockProducer<byte[], byte[]> producer = producer(false);
        try (KafkaOutlet outlet = new KafkaOutlet("here:1", producer)) {
            outlet.accept(List.of(stopped("x".repeat(1 << 20))));
            assertThat(producer.flushed()).isFalse();
            outlet.accept(List.of(stopped("x".repeat(1 << 20))));
            assertThat(producer.flushed()).isTrue();
        }
    }

    @Test
    void aFailedDeliverySurfacesAtTheNextRecordAndAtTheFlush() {
        MockProducer<byte[], byte[]> producer = producer(false);
        try (KafkaOutlet outlet = new KafkaOutlet("here:1", producer)) {
            outlet.accept(List.of(stopped("a")));
            producer.errorNext(new TimeoutException("expired"));
            assertThatThrownBy(() -> outlet.accept(List.of(stopped("b"))))
                    .isInstanceOf(LogUnreachableException.class)
                    .hasMessageStartingWith("the broker at here:1 cannot be used: expired;");
            assertThatThrownBy(outlet::flush).isInstanceOf(LogUnreachableException.class);
        }
    }

    @Test
    void aBrokerThatIsAwayIsToldInOneLine() {
        assertThatThrownBy(() -> LogScan.addTo(new Sequences(), "127.0.0.1:1", Duration.ofMillis(600)))
                .isInstanceOf(LogUnreachableException.class)
                .hasMessageStartingWith("the broker at 127.0.0.1:1 cannot be used: ")
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> LogScan.addTo(new Sequences(), "no address", Duration.ofMillis(600)))
                .isInstanceOf(LogUnreachableException.class)
                .hasMessageNotContaining("\n");
    }

    private static JobStopped stopped(String job) {
        return new JobStopped(new EventMeta(new FabricId("f"), SOURCE, 0, 0, 1, 2, Clock.SOURCE), new JobId(job));
    }

    private static MockProducer<byte[], byte[]> producer(boolean autoComplete) {
        return new MockProducer<>(autoComplete, null, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
