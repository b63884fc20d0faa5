package io.fabrictwin.streams.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.fabrictwin.streams.query.TwinStatus;
import io.fabrictwin.testkit.golden.Golden;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsoleTest {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static SampleTwin twin;
    private static Console console;

    @BeforeAll
    static void start() {
        twin = SampleTwin.of(new SampleFabric(1, 2, 2, 1), 6);
        console = new Console(twin, () -> "fabrictwin_streams_healthy 1\n", null, Clock.systemUTC());
        console.start("127.0.0.1", 0);
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "frame",
                "topology",
                "devices",
                "ports",
                "queues",
                "links",
                "jobs",
                "windows",
                "steps",
                "clocks",
                "findings",
                "forecasts",
                "accuracy"
            })
    void answersAreAsAgreed(String what) throws Exception {
        HttpResponse<String> answer = get("/api/v1/" + what);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        Golden.matches("api/" + what + ".json", JSON.writeValueAsString(JSON.readTree(answer.body())) + "\n");
    }

    @Test
    void anAnswerThatTheClientHasIsNotSentAgain() throws Exception {
        HttpResponse<String> first = get("/api/v1/ports");
        String tag = first.headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> again = send(request("/api/v1/ports").header("If-None-Match", tag));
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(send(request("/api/v1/ports").header("If-None-Match", "\"other\""))
                        .statusCode())
                .isEqualTo(200);
        assertThat(tag).contains(JSON.readTree(first.body()).get("digest").asText());
    }

    @Test
    void longListsComeInParts() throws Exception {
        JsonNode part = JSON.readTree(get("/api/v1/ports?limit=2&offset=1").body());
        JsonNode all = JSON.readTree(get("/api/v1/ports").body());
        assertThat(part.get("total")).isEqualTo(all.get("total"));
        assertThat(part.get("items")).hasSize(2);
        assertThat(part.get("items").get(0)).isEqualTo(all.get("items").get(1));
        assertThat(JSON.readTree(get("/api/v1/ports?offset=99").body()).get("items"))
                .isEmpty();
        assertThat(JSON.readTree(get("/api/v1/jobs?steps=2").body())
                        .at("/items/0/steps")
                        .size())
                .isEqualTo(2);
    }

    @Test
    void refusalsSayWhatToDo() throws Exception {
        refusal("/api/v1/ports?limit=many", 400, "BAD_PARAMETER");
        refusal("/api/v1/ports?limit=-1", 400, "BAD_PARAMETER");
        refusal("/api/v1/ports?limit=10001", 400, "BAD_PARAMETER");
        refusal("/api/v1/windows?span=2s", 400, "BAD_PARAMETER");
        refusal("/api/v1/frame?fabric=nowhere", 404, "UNKNOWN_FABRIC");
        refusal("/api/v1/nothing", 404, "NOT_FOUND");
        HttpResponse<String> posted = send(request("/api/v1/frame").POST(HttpRequest.BodyPublishers.ofString("{}")));
        assertThat(posted.statusCode()).isEqualTo(405);
        assertThat(JSON.readTree(posted.body()).get("code").asText()).isEqualTo("METHOD_NOT_ALLOWED");
    }

    private static void refusal(String path, int status, String code) throws Exception {
        HttpResponse<String> answer = get(path);
        assertThat(answer.statusCode()).as(path).isEqualTo(status);
        JsonNode failure = JSON.readTree(answer.body());
        assertThat(failure.get("code").asText()).isEqualTo(code);
        assertThat(failure.get("message").asText()).isNotBlank();
        assertThat(failure.get("whatToDo").asText()).isNotBlank();
    }

    @Test
    void healthTellsTheTruth() throws Exception {
        SampleTwin other = SampleTwin.empty();
        try (Console own = new Console(other, () -> "", null, Clock.systemUTC())) {
            own.start("127.0.0.1", 0);
            URI health = URI.create("http://127.0.0.1:" + own.port() + "/health");
            HttpResponse<String> up =
                    CLIENT.send(HttpRequest.newBuilder(health).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(up.statusCode()).isEqualTo(200);
            assertThat(up.body())
                    .isEqualTo("{\"status\":\"up\",\"state\":\"running\",\"brokerReachable\":true,\"lagRecords\":0,"
                            + "\"rebuild\":{\"foldedRecords\":12,\"targetRecords\":12},"
                            + "\"instance\":\"twin-a:8280\",\"isComplete\":true,\"missing\":[],\"fabrics\":[]}");
            other.become(new TwinStatus(TwinStatus.State.WAITING_FOR_BROKER, false, null, null, "start the broker"));
            HttpResponse<String> down =
                    CLIENT.send(HttpRequest.newBuilder(health).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(down.statusCode()).isEqualTo(503);
            assertThat(down.body())
                    .isEqualTo("{\"status\":\"down\",\"state\":\"waiting-for-broker\",\"brokerReachable\":false,"
                            + "\"detail\":\"start the broker\",\"instance\":\"twin-a:8280\",\"isComplete\":true,"
                            + "\"missing\":[],\"fabrics\":[]}");
            other.become(new TwinStatus(
                    TwinStatus.State.RUNNING, false, 3L, new TwinStatus.Rebuild(9, 12), "the broker does not answer"));
            assertThat(CLIENT.send(HttpRequest.newBuilder(health).build(), HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(503);
        }
    }

    @Test
    void aTwinIsReadyOnceItKnowsAllThatWasThereWhenItBegan() throws Exception {
        SampleTwin other = SampleTwin.empty();
        try (Console own = new Console(other, () -> "", null, Clock.systemUTC())) {
            own.start("127.0.0.1", 0);
            HttpRequest ready = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + own.port() + "/ready"))
                    .build();
            other.become(new TwinStatus(TwinStatus.State.RUNNING, true, 3L, new TwinStatus.Rebuild(9, 12), ""));
            HttpResponse<String> rebuilding = CLIENT.send(ready, HttpResponse.BodyHandlers.ofString());
            assertThat(rebuilding.statusCode()).isEqualTo(503);
            assertThat(rebuilding.body())
                    .contains("\"status\":\"down\"", "\"rebuild\":{\"foldedRecords\":9,\"targetRecords\":12}");
            other.become(new TwinStatus(TwinStatus.State.RUNNING, true, 3L, new TwinStatus.Rebuild(12, 12), ""));
            assertThat(CLIENT.send(ready, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            other.become(new TwinStatus(TwinStatus.State.RUNNING, true, null, null, ""));
            assertThat(CLIENT.send(ready, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(503);
        }
    }

    @Test
    void anEmptyTwinAnswersWithEmptyListsAndNothingUnknown() throws Exception {
        try (Console own = new Console(SampleTwin.empty(), () -> "", null, Clock.systemUTC())) {
            own.start("127.0.0.1", 0);
            HttpResponse<String> frame = CLIENT.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + own.port() + "/api/v1/frame"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            JsonNode answer = JSON.readTree(frame.body());
            assertThat(answer.has("eventTimeReachNs")).isFalse();
            assertThat(answer.at("/counts/devices").asInt()).isZero();
        }
    }

    @Test
    void changesAreStreamed() throws Exception {
        HttpResponse<java.io.InputStream> stream = CLIENT.send(
                request("/api/v1/stream").header("Accept", "text/event-stream").build(),
                HttpResponse.BodyHandlers.ofInputStream());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
            List<String> first = nextEvent(lines);
            assertThat(first).contains("event: changed");
            assertThat(String.join("\n", first)).contains("\"openFindings\":2,\"forecasts\":2,\"status\":\"running\"");
            console.tellOfChange();
            assertThat(nextEvent(lines)).contains("event: changed");
        }
    }

    private static List<String> nextEvent(BufferedReader lines) throws IOException {
        List<String> event = new ArrayList<>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.isEmpty() && event.stream().anyMatch(part -> part.startsWith("data:"))) {
                return event;
            }
            event.add(line);
        }
        return event;
    }

    @Test
    void pageAndItsPartsComeFromHereAlone() throws Exception {
        HttpResponse<String> page = get("/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'self'");
        assertThat(page.body()).doesNotContain("http://").doesNotContain("https://");
        for (String part : List.of("/page.css", "/page.js", "/echarts.min.js", "/topology.js")) {
            assertThat(get(part).statusCode()).as(part).isEqualTo(200);
        }
    }

    @Test
    void metricsAreServedAsTheyAre() throws Exception {
        assertThat(get("/metrics").body()).isEqualTo("fabrictwin_streams_healthy 1\n");
    }

    @Test
    void aPortThatIsTakenIsSaidInOneLine() {
        try (Console second = new Console(twin, () -> "", null, Clock.systemUTC())) {
            assertThatThrownBy(() -> second.start("127.0.0.1", console.port()))
                    .isInstanceOf(PortTakenException.class)
                    .hasMessage("cannot listen on 127.0.0.1:" + console.port()
                            + ", it is taken: stop what listens there, or choose another port (0: any that is free)");
        }
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return send(request(path));
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + console.port() + path));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
