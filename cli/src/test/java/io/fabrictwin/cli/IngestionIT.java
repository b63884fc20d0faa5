package io.fabrictwin.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.cli.embedded.EmbeddedBroker;
import io.fabrictwin.ingest.app.FileReport;
import io.fabrictwin.ingest.app.FormatChoice;
import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.ingest.app.IngestListener;
import io.fabrictwin.ingest.app.IngestOptions;
import io.fabrictwin.ingest.app.Ingestion;
import io.fabrictwin.ingest.publish.BrokerWait;
import io.fabrictwin.ingest.publish.KafkaOutlet;
import io.fabrictwin.ingest.publish.LogUnreachableException;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.schemas.QuarantinedInput;
import io.fabrictwin.schemas.SourceProgress;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.QuarantinedInputCodec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files into the log of a real broker: each event once, however often they are taken in. */
class IngestionIT {
    private static final int LINES = 3_000;
    private static final int PART = 100;
    private static final IngestOptions OPTIONS = new IngestOptions(new FabricId("lab"), null);

    @TempDir
    Path directory;

    @Test
    void whatIsInTheLogIsRecognisedAndWhatIsBadIsInQuarantine() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            lines.add("{\"type\":\"QueueObserved\",\"eventTime\":" + (1_767_225_600_000_000_000L + i)
                    + ",\"port\":{\"device\":\"leaf" + i % 7 + "\",\"name\":\"" + i % 3 + "\"},\"depthBytes\":" + i
                    + "}");
        }
        lines.add("not an event");
        Path half = Files.write(directory.resolve("half.jsonl"), lines.subList(0, LINES / 2), UTF_8);
        Path whole = Files.write(directory.resolve("whole.jsonl"), lines, UTF_8);
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"))) {
            assertThatThrownBy(() -> publish(broker, half))
                    .isInstanceOf(LogUnreachableException.class)
                    .hasMessageContaining("it has no topic fabric.sources");
            createTopics(broker);
            // As by a build that took no notes of sources.
            publishInPart(broker, whole, false);

            List<FileReport> first = publish(broker, half, whole);
            assertThat(first.get(0).accepted()).isEqualTo(LINES / 2);
            assertThat(first.get(1).accepted()).isEqualTo(LINES - PART);
            assertThat(first.get(1).duplicate()).isEqualTo(PART);
            assertThat(first.get(1).rejected()).isEqualTo(1);

            // As by a run that was killed.
            Path third = Files.write(directory.resolve("third.jsonl"), lines.subList(0, LINES / 3), UTF_8);
            publishInPart(broker, third, true);
            FileReport resumed = publish(broker, third).get(0);
            assertThat(resumed.duplicate()).isEqualTo(PART);
            assertThat(resumed.accepted()).isEqualTo(LINES / 3 - PART);

            List<FileReport> again = publish(broker, half, whole, third);
            assertThat(again.stream().map(FileReport::duplicate)).containsExactly(LINES / 2L, (long) LINES, LINES / 3L);
            assertThat(again).allMatch(report -> report.accepted() == 0);
            assertThat(read(broker, "fabric.telemetry", Topics.DEFAULT_TRUTH_PARTITIONS))
                    .hasSize(LINES / 2 + LINES + LINES / 3);

            QuarantinedInput quarantined = new QuarantinedInputCodec()
                    .decode(read(broker, Topics.QUARANTINE, 1).get(0));
            assertThat(quarantined.place()).isEqualTo("line " + (LINES + 1));
            assertThat(quarantined.code()).isEqualTo("MALFORMED");
            assertThat(quarantined.rawBytes()).isEqualTo("not an event".getBytes(UTF_8));
        }
    }

    private static void publishInPart(EmbeddedBroker broker, Path file, boolean isNoted) {
        List<FabricEvent> events = new ArrayList<>();
        new Ingestion(Clock.systemUTC())
                .inMemory(
                        FormatChoice.of(Formats.named("events").orElseThrow()),
                        List.of(file),
                        OPTIONS,
                        events::add,
                        IngestListener.NONE);
        try (KafkaOutlet outlet = KafkaOutlet.connect(broker.access(), Duration.ofSeconds(30))) {
            if (isNoted) {
                outlet.noteNow(new SourceProgress(events.get(0).meta().source(), null, false));
            }
            outlet.accept(events.subList(0, PART));
            outlet.flush();
        }
    }

    private static List<FileReport> publish(EmbeddedBroker broker, Path... files) {
        return new Ingestion(Clock.systemUTC())
                .publish(
                        FormatChoice.of(Formats.named("events").orElseThrow()),
                        List.of(files),
                        OPTIONS,
                        broker.access(),
                        BrokerWait.NONE,
                        IngestListener.NONE);
    }

    private static void createTopics(EmbeddedBroker broker) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            admin.createTopics(Topics.all(Topics.DEFAULT_TRUTH_PARTITIONS).stream()
                            .map(plan ->
                                    new NewTopic(plan.name(), plan.partitions(), (short) 1).configs(plan.settings()))
                            .toList())
                    .all()
                    .get();
        }
    }

    private static List<byte[]> read(EmbeddedBroker broker, String topic, int partitions) {
        List<TopicPartition> all = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            all.add(new TopicPartition(topic, partition));
        }
        List<byte[]> values = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrap()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(all);
            consumer.seekToBeginning(all);
            long end = consumer.endOffsets(all).values().stream()
                    .mapToLong(offset -> offset)
                    .sum();
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
                return values.size() >= end;
            });
        }
        return values;
    }
}
