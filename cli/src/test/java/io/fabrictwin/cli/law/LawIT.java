package io.fabrictwin.cli.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabrictwin.cli.embedded.EmbeddedBroker;
import io.fabrictwin.cli.log.FoldedLog;
import io.fabrictwin.cli.log.TruthLog;
import io.fabrictwin.ingest.publish.KafkaOutlet;
import io.fabrictwin.model.clock.Clocks;
import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.replay.Replays;
import io.fabrictwin.replay.archive.Archiver;
import io.fabrictwin.replay.history.ArchiveState;
import io.fabrictwin.replay.history.Snapshots;
import io.fabrictwin.replay.job.FabricReplay;
import io.fabrictwin.replay.job.ReplayRequest;
import io.fabrictwin.replay.job.ReplayResult;
import io.fabrictwin.replay.source.LogCut;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import io.fabrictwin.replay.source.Manifest;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.QuarantinedInputCodec;
import io.fabrictwin.streams.app.LiveTwin;
import io.fabrictwin.streams.app.Settings;
import io.fabrictwin.testkit.gen.EventGenerator;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The law on a real broker: the live twin (Kafka Streams), the replay (Flink) of log and archive, and the plain fold have the same digests
 * at the same positions, whatever the order and number of arrivals, over a restart, and with a record that is no event.
 */
class LawIT {
    private static final long SEED = 20_261_129;
    private static final int EVENTS = 3_000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    @Test
    void liveTwinReplayAndPlainFoldAgreeAtTheSamePositions() throws Exception {
        Random random = new Random(SEED);
        List<FabricEvent> events = new EventGenerator(random).events(EVENTS);
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"));
                Replays replays = Replays.start(2)) {
            TruthLog log = new TruthLog(broker.access());
            log.createTopics();

            Positions half;
            try (LiveTwin twin = twin(broker)) {
                publish(broker, shuffledWithDuplicates(events.subList(0, EVENTS / 2), random));
                half = log.endPositions();
                await().atMost(PATIENCE).until(() -> twin.caughtUpWith(half));
                assertSameDigests(events.subList(0, EVENTS / 2), twin, replays, broker, half);
            }

            publishJunk(broker);
            publish(broker, shuffledWithDuplicates(events.subList(EVENTS / 2, EVENTS), random));
            Positions end = log.endPositions();
            try (LiveTwin restarted = twin(broker)) {
                await().atMost(PATIENCE).until(() -> restarted.caughtUpWith(end));
                assertSameDigests(events, restarted, replays, broker, end);
            }
            assertThat(FoldedLog.of(cut(broker, end)).undecodable()).hasSize(1);
            assertThat(quarantined(broker)).containsExactly("junk");
        }
    }

    private static LogCut cut(EmbeddedBroker broker, Positions end) {
        return new LogSource.Broker(broker.access()).cut(LogEnd.before(end));
    }

    private LiveTwin twin(EmbeddedBroker broker) {
        return LiveTwin.start(Settings.local(broker.access(), directory.resolve("stores"), 0));
    }

    private void assertSameDigests(
            List<FabricEvent> events, LiveTwin twin, Replays replays, EmbeddedBroker broker, Positions end) {
        Map<EntityKey, EntityState> inMemory = new TreeMap<>();
        Fold.applyAll(inMemory, events);
        FoldedLog folded = FoldedLog.of(cut(broker, end));
        ReplayResult replay = replays.replay(
                ReplayRequest.timeline(new LogSource.Broker(broker.access()), null, null, LogEnd.before(end)));
        assertThat(replay.positions()).isEqualTo(end);
        Map<FabricId, String> replayed = digests(replay);
        assertArchiveAgrees(replays, cut(broker, end), replayed);
        assertThat(replayed).hasSize(2);
        replayed.forEach((fabric, digest) -> {
            assertThat(digest).isEqualTo(FabricFrame.of(fabric, inMemory, end).digest());
            assertThat(folded.frame(fabric.value()).digest()).isEqualTo(digest);
            FabricFrame live = twin.frame(fabric);
            assertThat(live.digest()).isEqualTo(digest);
            assertThat(live.positions()).isEqualTo(end);
            assertThat(twin.cut().clocks(fabric))
                    .isEqualTo(Clocks.of(
                            folded.frame(fabric.value()),
                            History.of(fabric, folded.states()).jobs()));
        });
    }

    /** Archives what came since the last time, and replays the archive: from its begin, and from its snapshot. */
    private void assertArchiveAgrees(Replays replays, LogCut log, Map<FabricId, String> digests) {
        Path folder = directory.resolve("archive");
        Snapshots snapshots = new Snapshots(List.of(folder.resolve("snapshots")), Assertions::fail);
        Manifest manifest = Archiver.run(
                        log,
                        folder,
                        false,
                        archived -> ArchiveState.digests(folder, archived, snapshots),
                        records -> {})
                .manifest();
        assertThat(manifest.end()).isEqualTo(log.end());
        Map<String, String> byName = new TreeMap<>();
        digests.forEach((fabric, digest) -> byName.put(fabric.value(), digest));
        assertThat(manifest.digests()).isEqualTo(byName);
        LogSource archive = new LogSource.Archive(folder);
        assertThat(digests(replays.replay(ReplayRequest.timeline(archive, null, null, LogEnd.NOW))))
                .isEqualTo(digests);
        long fromNs = new EventGenerator(new Random(SEED)).tickNs(0);
        ReplayResult fromSnapshot =
                replays.replay(ReplayRequest.timeline(archive, fromNs, null, LogEnd.NOW), snapshots);
        assertThat(fromSnapshot.provenance().snapshot()).isNotNull();
        assertThat(digests(fromSnapshot)).isEqualTo(digests);
        ReplayResult fromBegin = replays.replay(ReplayRequest.timeline(archive, fromNs, null, LogEnd.NOW));
        assertThat(fromSnapshot.fabrics())
                .extracting(FabricReplay::timeline)
                .isEqualTo(
                        fromBegin.fabrics().stream().map(FabricReplay::timeline).toList());
    }

    private static Map<FabricId, String> digests(ReplayResult replay) {
        Map<FabricId, String> digests = new TreeMap<>();
        replay.fabrics()
                .forEach(fabric ->
                        digests.put(fabric.frame().fabric(), fabric.frame().digest()));
        return digests;
    }

    private static List<FabricEvent> shuffledWithDuplicates(List<FabricEvent> events, Random random) {
        List<FabricEvent> arrivals = new ArrayList<>(events);
        arrivals.addAll(events.subList(0, events.size() / 4));
        Collections.shuffle(arrivals, random);
        return arrivals;
    }

    private static void publish(EmbeddedBroker broker, List<FabricEvent> events) {
        try (KafkaOutlet outlet = KafkaOutlet.connect(broker.access(), PATIENCE)) {
            events.forEach(event -> outlet.accept(List.of(event)));
            outlet.flush();
        }
    }

    private static void publishJunk(EmbeddedBroker broker) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrap()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            byte[] junk = "junk".getBytes(StandardCharsets.UTF_8);
            producer.send(new ProducerRecord<>("fabric.telemetry", junk, junk)).get();
        }
    }

    private static List<String> quarantined(EmbeddedBroker broker) {
        TopicPartition quarantine = new TopicPartition(Topics.QUARANTINE, 0);
        List<String> raw = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrap(), "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(List.of(quarantine));
            consumer.seekToBeginning(List.of(quarantine));
            await().atMost(PATIENCE).until(() -> {
                for (ConsumerRecord<byte[], byte[]> message : consumer.poll(Duration.ofMillis(200))) {
                    raw.add(new String(
                            new QuarantinedInputCodec().decode(message.value()).rawBytes(), StandardCharsets.UTF_8));
                }
                return !raw.isEmpty();
            });
        }
        return raw;
    }
}
