package io.fabrictwin.cli.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabrictwin.cli.embedded.EmbeddedBroker;
import io.fabrictwin.cli.log.TruthLog;
import io.fabrictwin.ingest.publish.KafkaOutlet;
import io.fabrictwin.ingest.synth.Incident;
import io.fabrictwin.ingest.synth.SynthRun;
import io.fabrictwin.ingest.synth.SynthSettings;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.Topic;
import io.fabrictwin.model.frame.Device;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.streams.app.LiveTwin;
import io.fabrictwin.streams.app.Settings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two instances share a log: each answers for all of it, with the digest of the plain fold. When one stops, the other says
 * that partitions are missing until it folds them itself; no answer that calls itself complete is another than that.
 */
class SharedWorkIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String TOKEN = "0123456789abcdef";
    /** Of the telemetry one in so many is enough: what is told of a configuration needs none. */
    private static final int KEPT = 16;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final SynthSettings HEALTHY = SmallCluster.with(Incident.NONE);

    @TempDir
    private Path directory;

    @Test
    void anyInstanceAnswersForAllAndSaysWhatIsMissing() throws Exception {
        List<FabricEvent> events = events();
        FabricId fabric = SynthRun.fabric(HEALTHY);
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"))) {
            TruthLog log = new TruthLog(broker.access());
            log.createTopics();
            // Few enough that a newcomer takes its share over at once, and need not read for long before.
            int before = events.size() / 30;
            publish(broker, events.subList(0, before));
            try (LiveTwin stays = twin(broker, "stays");
                    LiveTwin leaves = twin(broker, "leaves")) {
                await().atMost(PATIENCE).until(() -> shareTheWork(stays) && shareTheWork(leaves));
                publish(broker, events.subList(before, events.size()));
                Positions end = log.endPositions();
                Map<EntityKey, EntityState> plain = new HashMap<>();
                Fold.applyAll(plain, events);
                FabricFrame folded = FabricFrame.of(fabric, plain, end);
                for (LiveTwin twin : List.of(stays, leaves)) {
                    await().atMost(PATIENCE).until(() -> isWhole(frame(twin), folded));
                    assertThat(frame(twin).get("instance").asText()).isEqualTo("127.0.0.1:" + twin.httpPort());
                    assertThat(get(twin, "/ready").statusCode()).isEqualTo(200);
                    await().atMost(PATIENCE).untilAsserted(() -> assertEveryDeviceIsTold(twin, folded));
                }
                await().atMost(PATIENCE)
                        .untilAsserted(
                                () -> assertThat(findings(stays)).isNotEmpty().isEqualTo(findings(leaves)));
                List<String> findings = findings(stays);

                List<JsonNode> meanwhile = new ArrayList<>();
                CompletableFuture<Void> leaving = CompletableFuture.runAsync(leaves::close);
                await().pollInterval(Duration.ofMillis(10)).atMost(PATIENCE).until(() -> {
                    meanwhile.add(frame(stays));
                    return !meanwhile
                            .get(meanwhile.size() - 1)
                            .get("isComplete")
                            .asBoolean();
                });
                assertThat(meanwhile.get(meanwhile.size() - 1).get("missing")).isNotEmpty();
                assertThat(get(stays, "/ready").statusCode()).isEqualTo(503);
                await().pollInterval(Duration.ofMillis(10)).atMost(PATIENCE).until(() -> {
                    meanwhile.add(frame(stays));
                    return meanwhile.get(meanwhile.size() - 1).get("isComplete").asBoolean();
                });
                leaving.join();
                assertThat(meanwhile)
                        .filteredOn(answer -> answer.get("isComplete").asBoolean())
                        .allMatch(answer -> isWhole(answer, folded));
                await().atMost(PATIENCE).until(() -> get(stays, "/ready").statusCode() == 200);
                await().atMost(PATIENCE).untilAsserted(() -> assertEveryDeviceIsTold(stays, folded));
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(findings(stays)).isEqualTo(findings));
            }
        }
    }

    /** A fabric in which one switch has other ECN thresholds than its peers. */
    private static List<FabricEvent> events() {
        List<FabricEvent> events = new ArrayList<>();
        SynthRun.tell(HEALTHY, event -> {
            if (event.topic() != Topic.TELEMETRY || event.meta().record() % KEPT == 0) {
                events.add(event);
            }
        });
        EcnProfileSet usual = events.stream()
                .filter(EcnProfileSet.class::isInstance)
                .map(EcnProfileSet.class::cast)
                .findFirst()
                .orElseThrow();
        EventMeta meta = new EventMeta(
                usual.meta().fabric(),
                new SourceId("test", "drift"),
                0,
                0,
                usual.meta().eventTimeNs() + 1,
                usual.meta().observedTimeNs() + 1,
                usual.meta().clock());
        events.add(new EcnProfileSet(
                meta, usual.device(), usual.port(), usual.priority(), null, null, 12_345L, null, null));
        return events;
    }

    private LiveTwin twin(EmbeddedBroker broker, String name) {
        return LiveTwin.start(Settings.local(broker.access(), directory.resolve(name), 0)
                .withToken(TOKEN)
                .withPeers(1, null));
    }

    /** Whether two instances fold some partitions each, and none is missing. */
    private static boolean shareTheWork(LiveTwin twin) throws Exception {
        JsonNode told = JSON.readTree(get(twin, "/api/v1/instances").body());
        boolean isShared =
                told.get("isComplete").asBoolean() && told.get("instances").size() == 2;
        for (JsonNode instance : told.get("instances")) {
            isShared &= !instance.get("partitions").isEmpty();
        }
        return isShared;
    }

    private static JsonNode frame(LiveTwin twin) throws Exception {
        return JSON.readTree(get(twin, "/api/v1/frame").body());
    }

    private static boolean isWhole(JsonNode frame, FabricFrame folded) {
        return frame.get("isComplete").asBoolean()
                && frame.get("missing").isEmpty()
                && frame.get("digest").asText().equals(folded.digest());
    }

    private static void assertEveryDeviceIsTold(LiveTwin twin, FabricFrame folded) throws Exception {
        for (Device device : folded.devices()) {
            HttpResponse<String> answer =
                    get(twin, "/api/v1/devices/" + device.id().value());
            assertThat(answer.statusCode()).as(device.id().value()).isEqualTo(200);
            JsonNode told = JSON.readTree(answer.body());
            assertThat(told.at("/device/device").asText()).isEqualTo(device.id().value());
            assertThat(told.at("/source/isComplete").asBoolean())
                    .as(answer.body())
                    .isTrue();
        }
    }

    private static List<String> findings(LiveTwin twin) throws Exception {
        List<String> ids = new ArrayList<>();
        JSON.readTree(get(twin, "/api/v1/findings").body())
                .get("items")
                .forEach(finding -> ids.add(finding.get("id").asText()));
        return ids;
    }

    private static HttpResponse<String> get(LiveTwin twin, String path) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + twin.httpPort() + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static void publish(EmbeddedBroker broker, List<FabricEvent> events) {
        try (KafkaOutlet outlet = KafkaOutlet.connect(broker.access(), PATIENCE)) {
            events.forEach(event -> outlet.accept(List.of(event)));
            outlet.flush();
        }
    }
}
