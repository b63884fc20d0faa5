package io.fabrictwin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.cli.embedded.SecuredBroker;
import io.fabrictwin.replay.Replays;
import io.fabrictwin.replay.worker.LogFork;
import io.fabrictwin.replay.worker.Worker;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.streams.app.LiveTwin;
import io.fabrictwin.streams.app.Settings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Every client of the log gets in over TLS with a password, and nobody without. One broker, used in order. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SecuredBrokerIT {
    private static final Path STORM = Path.of("src", "test", "resources", "recordings", "storm");
    private static final String START = "2026-01-01T00:00:00Z";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private static Path folder;

    private static SecuredBroker broker;
    private static String config = "";

    @BeforeAll
    static void start() throws Exception {
        broker = SecuredBroker.start(folder);
        config = broker.file(SecuredBroker.PASSWORD).toString();
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    @Order(1)
    void whoDoesNotKnowThePasswordIsTold() throws Exception {
        Run.refused(
                ExitCodes.UNREACHABLE,
                "the broker at " + broker.bootstrap() + " does not let us in: Authentication failed",
                "show",
                "frame",
                "--kafka-config",
                broker.file("wrong").toString());
    }

    @Test
    @Order(1)
    void whoTrustsAnotherBrokerIsTold() throws Exception {
        Run.refused(
                ExitCodes.UNREACHABLE,
                "no TLS connection to the broker at " + broker.bootstrap(),
                "ingest",
                "lab-recording",
                STORM.toString(),
                "--kafka-config",
                broker.fileOfStranger().toString());
    }

    @Test
    @Order(2)
    void topicsArePlannedMadeAndMended() {
        Run plan = Run.of("topics", "plan", "--kafka-config", config, "-o", "json");
        assertThat(plan.exitCode()).isEqualTo(ExitCodes.ANSWER_IS_NO);
        assertThat(plan.json())
                .hasSize(Topics.all(1).size())
                .allMatch(topic -> topic.get("apply").textValue().equals("creates"));
        assertThat(Run.fine("topics", "apply", "--partitions", "2", "--kafka-config", config)
                        .out())
                .isEqualToIgnoringNewLines("all topics are as planned");
        assertThat(Run.fine("topics", "plan", "--kafka-config", config, "-o", "json")
                        .json())
                .isEmpty();

        JsonNode left = Run.of("topics", "apply", "--partitions", "1", "--kafka-config", config, "-o", "json")
                .json();
        assertThat(left)
                .hasSize(4)
                .allMatch(topic -> topic.get("apply").textValue().equals("leaves"));
        assertThat(Run.fine("topics", "apply", "--partitions", "3", "--kafka-config", config, "-o", "json")
                        .json())
                .isEmpty();
    }

    @Test
    @Order(3)
    void eventsComeInAndHistoryIsReadByEveryClient() {
        Run.fine(
                "ingest",
                "lab-recording",
                STORM.toString(),
                "--fabric",
                "lab",
                "--at",
                START,
                "-o",
                "json",
                "--kafka-config",
                config);
        String folded = digest(Run.fine("show", "frame", "-o", "json", "--kafka-config", config)
                .json());
        assertThat(digest(Run.fine("replay", "-o", "json", "--kafka-config", config)
                        .json()
                        .get(0)))
                .isEqualTo(folded);
        JsonNode archived = Run.fine(
                        "archive", "--to", folder.resolve("archive").toString(), "-o", "json", "--kafka-config", config)
                .json();
        assertThat(archived.get("digests").get("lab").textValue()).isEqualTo(folded);
        // The storm holds no change to score: it is read for one, and the topic of scores is written where there is
        // one.
        assertThat(Run.of("backtest", "-o", "json", "--kafka-config", config).err())
                .doesNotContain("broker");
        assertThat(Run.fine("quarantine", "list", "-o", "json", "--kafka-config", config)
                        .json())
                .isEmpty();
    }

    @Test
    @Order(4)
    void theDoctorFindsWhatIsWrongAndWhatIsNot() throws Exception {
        Run healthy = Run.of("doctor", "--kafka-config", config, "--data", folder.toString(), "-o", "json");
        assertThat(states(healthy))
                .containsEntry("kafka", "fine")
                .containsEntry("topics", "fine")
                .containsEntry("schemas", "fine")
                .containsEntry("clocks", "fine")
                .containsEntry("flink", "not checked");
        assertThat(states(healthy)).containsKeys("data disk", "broker disks", "live twin");

        Run lockedOut = Run.of("doctor", "--kafka-config", broker.file("wrong").toString(), "-o", "json");
        assertThat(lockedOut.exitCode()).isEqualTo(ExitCodes.ANSWER_IS_NO);
        assertThat(states(lockedOut)).containsEntry("kafka", "problem").containsEntry("topics", "not checked");

        // What a program of another kind writes, and a topic that somebody has changed.
        try (Producer<byte[], byte[]> stranger = new KafkaProducer<>(
                broker.access().with(Map.of()), new ByteArraySerializer(), new ByteArraySerializer())) {
            stranger.send(new ProducerRecord<>(Topics.FORECASTS, new byte[] {1, 2, 3}))
                    .get();
        }
        try (Admin admin = Admin.create(broker.access().with(Map.of()))) {
            admin.incrementalAlterConfigs(Map.of(
                            new ConfigResource(ConfigResource.Type.TOPIC, Topics.SOURCES),
                            List.of(new AlterConfigOp(
                                    new ConfigEntry("retention.ms", "1000"), AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
        }
        Run sick = Run.of("doctor", "--kafka-config", config, "--twin", "http://127.0.0.1:1", "-o", "json");
        assertThat(sick.exitCode()).isEqualTo(ExitCodes.ANSWER_IS_NO);
        assertThat(states(sick))
                .containsEntry("schemas", "problem")
                .containsEntry("topics", "problem")
                .containsEntry("live twin", "problem");
        assertThat(sick.json())
                .allMatch(check -> check.get("state").textValue().equals("problem")
                        == check.get("whatToDo").isTextual());
        assertThat(sick.out()).contains("twin.forecasts-0 offset 0", "fabric.sources has retention.ms 1000");
        Run.fine("topics", "apply", "--kafka-config", config);
    }

    private static Map<String, String> states(Run doctor) {
        Map<String, String> states = new TreeMap<>();
        doctor.json()
                .forEach(check -> states.put(
                        check.get("check").textValue(), check.get("state").textValue()));
        return states;
    }

    @Test
    @Order(5)
    @SuppressWarnings("try") // the worker works by itself until it is closed
    void theLiveTwinFoldsAndAWorkerAnswersWhatIsAskedOfIt() throws Exception {
        String token = "0123456789abcdef";
        try (LiveTwin twin = LiveTwin.start(Settings.local(broker.access(), folder.resolve("stores"), 0)
                        .withToken(token));
                LogFork answering = new LogFork(broker.access(), () -> Replays.start(1));
                Worker worker = Worker.start(broker.access(), "tester", answering, Clock.systemUTC())) {
            await().atMost(PATIENCE)
                    .until(() -> Long.valueOf(0).equals(twin.status().lagRecords()));
            String digest = digest(Run.fine("show", "frame", "-o", "json", "--kafka-config", config)
                    .json());
            await().atMost(PATIENCE)
                    .until(() -> twin.fabrics().stream()
                            .anyMatch(fabric -> twin.frame(fabric).digest().equals(digest)));
            long baseNs = 1_767_225_600_000_000_000L + 7_000_000L;
            HttpResponse<String> asked = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(
                                            URI.create("http://127.0.0.1:" + twin.httpPort() + "/api/v1/scenarios"))
                                    .header("Authorization", "Bearer " + token)
                                    .POST(HttpRequest.BodyPublishers.ofString("{\"name\": \"nothing changed\","
                                            + " \"baseTimeNs\": " + baseNs + ", \"windowNs\": 6000000,"
                                            + " \"changes\": []}"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(asked.statusCode()).isEqualTo(202);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(twin.forecasts()).hasSize(1));
        }
    }

    private static String digest(JsonNode answer) {
        return answer.get("digest").textValue();
    }
}
