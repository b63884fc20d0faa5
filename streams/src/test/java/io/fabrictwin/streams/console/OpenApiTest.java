package io.fabrictwin.streams.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The description of the API tells of all that is served, and of nothing else. */
class OpenApiTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static Console console;
    private static JsonNode document;

    @BeforeAll
    static void start() throws Exception {
        console = new Console(
                SampleTwin.of(new SampleFabric(1, 2, 2, 1), 6), () -> "", "0123456789abcdef", Clock.systemUTC());
        console.start("127.0.0.1", 0);
        document = JSON.readTree(get("/api/v1/openapi.json").body());
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @Test
    void everyRouteIsTold() {
        List<String> told = new ArrayList<>(List.of("GET /api/v1/openapi.json"));
        for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
            path.getValue()
                    .fieldNames()
                    .forEachRemaining(method -> told.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey()));
        }
        assertThat(console.routes().stream()
                        .filter(route -> route.matches("(GET|POST|PUT|PATCH|DELETE) /(api/.*|health|ready|metrics)"))
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(told);
    }

    @Test
    void answersHaveTheFieldsThatAreTold() throws Exception {
        int answers = 0;
        for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
            JsonNode operation = path.getValue().get("get");
            if (operation == null || !operation.at("/responses/200/content").has("application/json")) {
                continue;
            }
            String asked = path.getKey().replaceAll("\\{\\w+}", "one-that-nobody-knows");
            HttpResponse<String> answer = get(asked);
            JsonNode schema = operation.at("/responses/" + answer.statusCode() + "/content/application~1json/schema");
            assertThat(schema.isMissingNode())
                    .as("%s answers %s", asked, answer.statusCode())
                    .isFalse();
            new SchemaCheck(document).requireMatch(asked, schema, JSON.readTree(answer.body()));
            answers++;
        }
        assertThat(answers).isGreaterThan(10);
    }

    @Test
    void refusalsAndWhatIsNotSentAgainAreTold() throws Exception {
        for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
            JsonNode responses = path.getValue().at("/get/responses");
            if (responses.has("400") && !path.getKey().contains("{")) {
                assertThat(get(path.getKey() + "?limit=x").statusCode()).isEqualTo(400);
            }
            if (responses.has("404") && !path.getKey().contains("{")) {
                HttpResponse<String> refused = get(path.getKey() + "?fabric=nowhere");
                assertThat(refused.statusCode()).isEqualTo(404);
                new SchemaCheck(document)
                        .requireMatch(
                                path.getKey(),
                                responses.at("/404/content/application~1json/schema"),
                                JSON.readTree(refused.body()));
            }
            boolean isOne = !path.getKey().contains("{") && !path.getKey().endsWith("stream");
            HttpResponse<String> first = isOne ? get(path.getKey()) : null;
            if (first != null) {
                assertThat(first.headers().firstValue("ETag").isPresent())
                        .as(path.getKey())
                        .isEqualTo(responses.has("304"));
            }
        }
    }

    private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + console.port() + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
