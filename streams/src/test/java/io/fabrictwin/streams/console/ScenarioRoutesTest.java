package io.fabrictwin.streams.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabrictwin.model.calibration.PastChange;
import io.fabrictwin.model.queue.ScenarioAsked;
import io.fabrictwin.model.queue.ScenarioProgress;
import io.fabrictwin.model.queue.ScenarioStage;
import io.fabrictwin.model.scenario.Reading;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioRoutesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochSecond(1_790_000_000), ZoneOffset.UTC);
    private static final String QUESTION = "{\"name\": \"higher thresholds\", \"baseTimeNs\": 1000, \"windowNs\": 500,"
            + " \"changes\": [\"ecn-kmin@leaf0-1=400KB\"]}";

    private final SampleTwin twin = SampleTwin.of(new SampleFabric(1, 2, 2, 1), 6);
    private final Console console = new Console(twin, () -> "", "secret", CLOCK);

    ScenarioRoutesTest() {
        console.start("127.0.0.1", 0);
    }

    @AfterEach
    void stop() {
        console.close();
    }

    private HttpResponse<String> send(String method, String path, String token, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + console.port() + "/api/v1/scenarios" + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void whatIsAskedForIsQueuedAndCanBeFollowed() throws Exception {
        HttpResponse<String> answer = send("POST", "", "secret", QUESTION);

        assertThat(answer.statusCode()).isEqualTo(202);
        JsonNode scenario = JSON.readTree(answer.body());
        String id = scenario.get("id").asText();
        assertThat(answer.headers().firstValue("Location")).hasValue("/api/v1/scenarios/" + id);
        assertThat(scenario.get("stage").asText()).isEqualTo("waiting");
        assertThat(scenario.get("windowToNs").asLong()).isEqualTo(1500);

        twin.tell(new ScenarioProgress(id, "node", ScenarioStage.DONE, "in 2 s", "key", 7));

        JsonNode done = JSON.readTree(send("GET", "/" + id, "", "").body());
        assertThat(done.get("stage").asText()).isEqualTo("done");
        assertThat(done.get("forecastKey").asText()).isEqualTo("key");
        assertThat(JSON.readTree(send("GET", "", "", "").body()).get("items")).hasSize(1);
    }

    @Test
    void theTermsOfAQuestionGoWithIt() throws Exception {
        String terms = QUESTION.substring(0, QUESTION.lastIndexOf('}'))
                + ", \"strict\": true, \"knownAtNs\": 2000, \"calibration\": [{\"change\": \"set-ecn\","
                + " \"predictedLogRatio\": -0.12, \"observedLogRatio\": -0.09, \"spread\": 0.03}]}";

        assertThat(send("POST", "", "secret", terms).statusCode()).isEqualTo(202);

        ScenarioAsked asked = twin.scenarios().get(0).asked();
        assertThat(asked.reading()).isEqualTo(Reading.STRICT);
        assertThat(asked.knownAtNs()).isEqualTo(2000);
        assertThat(asked.pastChanges()).containsExactly(new PastChange("set-ecn", -0.12, -0.09, 0.03));
        assertThat(send("POST", "", "secret", terms.replace("-0.09", "null")).body())
                .contains("each past change of calibration needs");
    }

    @Test
    void whatIsTakenBackIsCancelledAndNothingElse() throws Exception {
        String id = JSON.readTree(send("POST", "", "secret", QUESTION).body())
                .get("id")
                .asText();

        assertThat(send("DELETE", "/" + id, "", "").statusCode()).isEqualTo(401);
        assertThat(send("DELETE", "/" + id, "secret", "").statusCode()).isEqualTo(202);
        assertThat(JSON.readTree(send("GET", "/" + id, "", "").body())
                        .get("stage")
                        .asText())
                .isEqualTo("cancelled");
        assertThat(send("DELETE", "/" + id, "secret", "").statusCode()).isEqualTo(409);
        assertThat(send("DELETE", "/other", "secret", "").statusCode()).isEqualTo(404);
    }

    @Test
    void whoDoesNotShowTheTokenMayNotAsk() throws Exception {
        assertThat(send("POST", "", "", QUESTION).statusCode()).isEqualTo(401);
        assertThat(send("POST", "", "other", QUESTION).statusCode()).isEqualTo(401);
        assertThat(twin.scenarios()).isEmpty();
    }

    @Test
    void withoutATokenNobodyMayAsk() throws Exception {
        try (Console readOnly = new Console(twin, () -> "", null, CLOCK)) {
            readOnly.start("127.0.0.1", 0);
            HttpResponse<String> answer = CLIENT.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + readOnly.port() + "/api/v1/scenarios"))
                            .POST(HttpRequest.BodyPublishers.ofString(QUESTION))
                            .header("Authorization", "Bearer null")
                            .build(),
                    HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.body()).contains("READ_ONLY", "--token-file");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"name\": | Unexpected end-of-input",
                "{\"name\": \"a\"} | name, baseTimeNs, windowNs and changes are all needed",
                "null | name, baseTimeNs, windowNs and changes are all needed",
                "{\"name\": \"a\", \"base\": 1} | Unrecognized field",
                "{\"name\": \"a\", \"baseTimeNs\": 1, \"windowNs\": 0, \"changes\": []} | window ends at",
                "{\"name\": \"a\", \"baseTimeNs\": 9, \"windowNs\": 9223372036854775807, \"changes\": []} | overflow",
                "{\"name\": \"a\", \"baseTimeNs\": 1, \"windowNs\": 5, \"changes\": [\"ecn-kmin\"]} | has no value",
                "{\"name\": \"a\", \"baseTimeNs\": 1, \"windowNs\": 5, \"changes\": [\"nothing@x=1\"]} | nothing"
            })
    void aQuestionThatDoesNotFitIsRefusedWithWhy(String body, String why) throws Exception {
        HttpResponse<String> answer = send("POST", "", "secret", body);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(JSON.readTree(answer.body()).get("message").asText()).contains(why);
        assertThat(twin.scenarios()).isEmpty();
    }
}
