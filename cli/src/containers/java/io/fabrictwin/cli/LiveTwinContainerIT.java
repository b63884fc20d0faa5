package io.fabrictwin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.streams.app.LiveTwin;
import io.fabrictwin.streams.app.Settings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/** The live twin on Kafka's own image: {@code mvn -Pcontainers verify}, with {@code -Dkafka.image} for another one. */
class LiveTwinContainerIT {
    private static final Path STORM = Path.of("src", "test", "resources", "recordings", "storm");
    private static final DockerImageName IMAGE =
            DockerImageName.parse(System.getProperty("kafka.image")).asCompatibleSubstituteFor("apache/kafka");

    @TempDir
    private Path folder;

    @Test
    void theTwinFoldsWhatIsIngested() throws Exception {
        try (KafkaContainer kafka = new KafkaContainer(IMAGE)) {
            kafka.start();
            String bootstrap = kafka.getBootstrapServers();
            Run.fine("topics", "apply", "--bootstrap", bootstrap);
            Run.fine("ingest", "lab-recording", STORM.toString(), "--fabric", "lab", "--bootstrap", bootstrap);
            String folded = Run.fine("show", "frame", "-o", "json", "--bootstrap", bootstrap)
                    .json()
                    .get("digest")
                    .textValue();
            try (LiveTwin twin = LiveTwin.start(
                    Settings.local(BrokerAccess.plain(bootstrap), folder.resolve("stores"), 0))) {
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> get(twin, "/ready").statusCode() == 200);
                JsonNode frame = new ObjectMapper().readTree(get(twin, "/api/v1/frame").body());
                assertThat(frame.get("digest").textValue()).isEqualTo(folded);
                assertThat(get(twin, "/metrics").body()).contains("fabrictwin_streams_records_folded_total");
            }
        }
    }

    private static HttpResponse<String> get(LiveTwin twin, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + twin.httpPort() + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
