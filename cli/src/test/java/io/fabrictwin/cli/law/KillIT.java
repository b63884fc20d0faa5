package io.fabrictwin.cli.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabrictwin.cli.embedded.EmbeddedBroker;
import io.fabrictwin.cli.log.TruthLog;
import io.fabrictwin.ingest.publish.KafkaOutlet;
import io.fabrictwin.ingest.synth.Incident;
import io.fabrictwin.ingest.synth.SynthRun;
import io.fabrictwin.ingest.synth.SynthSettings;
import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.detection.FindingKind;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.streams.app.LiveTwin;
import io.fabrictwin.streams.app.Settings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A live twin that is killed in the middle of its work, again and again, under duplicates, reorder, delay and records that are
 * no events: what stands in the end is the plain fold of all events, and every incident is told once. The system property
 * {@code kills} says how often.
 */
class KillIT {
    private static final long SEED = 20_261_130;
    private static final int KILLS = Integer.getInteger("kills", 2);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final SynthSettings STORM = SmallCluster.with(Incident.PFC_STORM);

    @TempDir
    private Path directory;

    @Test
    void whatIsKilledGoesOnAsIfNothingHadHappened() throws Exception {
        Random random = new Random(SEED);
        List<FabricEvent> events = new ArrayList<>();
        SynthRun.tell(STORM, events::add);
        FabricId fabric = SynthRun.fabric(STORM);
        List<FabricEvent> arrival = disturbed(events, random);
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"))) {
            TruthLog log = new TruthLog(BrokerAccess.plain(broker.bootstrap()));
            log.createTopics();
            int told = 0;
            for (int kill = 0; kill < KILLS; kill++) {
                int until = arrival.size() * (kill + 1) / (KILLS + 1);
                long before = sum(log.endPositions());
                publish(broker, arrival.subList(told, until));
                publishJunk(broker, "junk " + kill);
                told = until;
                long target = before + 1 + random.nextInt(until / (kill + 1) / 2);
                try (TwinProcess twin = TwinProcess.start(
                        broker.bootstrap(), directory.resolve("stores"), directory.resolve("twin" + kill))) {
                    await().pollInterval(Duration.ofMillis(10)).atMost(PATIENCE).until(() -> twin.folded() >= target);
                    twin.kill();
                }
            }
            publish(broker, arrival.subList(told, arrival.size()));
            Positions end = log.endPositions();
            Map<EntityKey, EntityState> plain = new HashMap<>();
            Fold.applyAll(plain, events);
            try (LiveTwin twin = LiveTwin.start(
                    Settings.local(BrokerAccess.plain(broker.bootstrap()), directory.resolve("stores"), 0))) {
                await().atMost(PATIENCE).until(() -> twin.caughtUpWith(end));
                assertThat(twin.frame(fabric).digest())
                        .isEqualTo(FabricFrame.of(fabric, plain, end).digest());
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(twin.findings())
                                .extracting(Finding::kind)
                                .contains(FindingKind.PAUSE_STORM));
                assertNoneIsDoubled(twin.findings());
            }
        }
    }

    /** Some arrive twice, some late by up to some thousand events, some not before all others. */
    private static List<FabricEvent> disturbed(List<FabricEvent> events, Random random) {
        Map<FabricEvent, Double> place = new HashMap<>();
        List<FabricEvent> arrival = new ArrayList<>();
        for (int at = 0; at < events.size(); at++) {
            FabricEvent event = events.get(at);
            arrival.add(event);
            if (random.nextInt(10) == 0) {
                arrival.add(event);
            }
            double late = random.nextInt(10) == 0 ? random.nextInt(3_000) : 0;
            place.put(event, random.nextInt(100) == 0 ? Double.MAX_VALUE : at + late);
        }
        arrival.sort((one, other) -> Double.compare(place.get(one), place.get(other)));
        return arrival;
    }

    private static void assertNoneIsDoubled(List<Finding> findings) {
        for (int index = 0; index < findings.size(); index++) {
            Finding one = findings.get(index);
            for (Finding other : findings.subList(index + 1, findings.size())) {
                boolean isSameIncident = one.kind() == other.kind()
                        && one.entities().get(0).equals(other.entities().get(0))
                        && one.startNs() <= Objects.requireNonNullElse(other.endNs(), Long.MAX_VALUE)
                        && other.startNs() <= Objects.requireNonNullElse(one.endNs(), Long.MAX_VALUE);
                assertThat(isSameIncident).as("%s and %s", one, other).isFalse();
            }
        }
    }

    private static long sum(Positions positions) {
        return positions.nextOffsets().values().stream().mapToLong(next -> next).sum();
    }

    private static void publish(EmbeddedBroker broker, List<FabricEvent> events) {
        try (KafkaOutlet outlet = KafkaOutlet.connect(BrokerAccess.plain(broker.bootstrap()), PATIENCE)) {
            events.forEach(event -> outlet.accept(List.of(event)));
            outlet.flush();
        }
    }

    private static void publishJunk(EmbeddedBroker broker, String text) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrap()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            byte[] junk = text.getBytes(StandardCharsets.UTF_8);
            for (String topic : Collections.nCopies(3, "fabric.telemetry")) {
                producer.send(new ProducerRecord<>(topic, junk, junk)).get();
            }
        }
    }
}
