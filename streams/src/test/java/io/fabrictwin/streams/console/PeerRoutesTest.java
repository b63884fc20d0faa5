package io.fabrictwin.streams.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabrictwin.streams.query.Peers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers of one instance among several: handed on once, never again, and true about what is missing. */
class PeerRoutesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(1_250), ZoneOffset.UTC);
    private static final String LEAF = "/api/v1/devices/leaf0-0";

    private final SampleTwin twin = SampleTwin.of(new SampleFabric(1, 2, 2, 1), 6);
    private final SamplePeers peers = new SamplePeers();
    private final Console console = new Console(twin, () -> "", "0123456789abcdef", CLOCK);

    @BeforeEach
    void start() {
        twin.become(peers);
        console.start("127.0.0.1", 0);
    }

    @AfterEach
    void stop() {
        console.close();
    }

    private HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + console.port() + path));
        for (int header = 0; header < headers.length; header += 2) {
            request.header(headers[header], headers[header + 1]);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private JsonNode json(String path, String... headers) throws IOException, InterruptedException {
        return JSON.readTree(get(path, headers).body());
    }

    @Test
    void aDeviceOfOursIsToldFromHere() throws Exception {
        peers.own("leaf0-0", new Peers.Owner(1, SampleTwin.INSTANCE));
        JsonNode told = json(LEAF);
        assertThat(told.get("source").toString())
                .isEqualTo("{\"instance\":\"twin-a:8280\",\"partition\":1,\"isComplete\":true,\"lagRecords\":0,"
                        + "\"ageMs\":250}");
        assertThat(told.at("/device/device").asText()).isEqualTo("leaf0-0");
        assertThat(told.get("ports"))
                .isNotEmpty()
                .allMatch(port -> port.get("device").asText().equals("leaf0-0"));
    }

    @Test
    void aDeviceOfAnothersIsAskedOfHimWithTheWholeQuestion() throws Exception {
        twin.share(true, 1);
        peers.own("leaf0-0", new Peers.Owner(1, SampleTwin.OTHER));
        peers.answer(
                SampleTwin.OTHER + LEAF + "?fabric=synthetic-sample", new Peers.PeerAnswer(200, "{\"by\":\"other\"}"));
        assertThat(get(LEAF + "?fabric=synthetic-sample").body()).isEqualTo("{\"by\":\"other\"}");
    }

    @Test
    void whatAnotherDoesNotKnowIsNotKnown() throws Exception {
        twin.share(true, 1);
        peers.own("nothing", new Peers.Owner(1, SampleTwin.OTHER));
        peers.answer(SampleTwin.OTHER + "/api/v1/jobs/nothing", new Peers.PeerAnswer(404, "{\"code\":\"UNKNOWN\"}"));
        assertThat(get("/api/v1/jobs/nothing").statusCode()).isEqualTo(404);
    }

    @Test
    void aQuestionThatWasHandedOnIsAnsweredHereWhoeverOwnsIt() throws Exception {
        twin.share(true, 1);
        peers.own("leaf0-0", new Peers.Owner(1, SampleTwin.OTHER));
        peers.answer(SampleTwin.OTHER + LEAF, new Peers.PeerAnswer(200, "{\"by\":\"other\"}"));
        JsonNode told = json(LEAF, Peers.FORWARDED, SampleTwin.OTHER);
        assertThat(told.at("/source/instance").asText()).isEqualTo(SampleTwin.INSTANCE);
        assertThat(told.at("/source/isComplete").asBoolean()).isFalse();
    }

    @Test
    void whereTheOwnerIsAwayWhatIsKnownHereIsToldAsThat() throws Exception {
        twin.share(false, 1);
        peers.own("leaf0-0", new Peers.Owner(1, SampleTwin.OTHER));
        JsonNode told = json(LEAF);
        assertThat(told.at("/source/isComplete").asBoolean()).isFalse();
        assertThat(told.at("/source/lagRecords").asLong()).isZero();
        assertThat(told.at("/device/device").asText()).isEqualTo("leaf0-0");
    }

    @Test
    void whereTheOwnerIsAwayAndNothingIsKnownThereIsNoAnswer() throws Exception {
        twin.share(false, 1);
        peers.own("new-leaf", new Peers.Owner(1, SampleTwin.OTHER));
        HttpResponse<String> answer = get("/api/v1/devices/new-leaf");
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(JSON.readTree(answer.body()).get("code").asText()).isEqualTo("OWNER_AWAY");
        peers.own("new-leaf", new Peers.Owner(0, SampleTwin.INSTANCE));
        twin.share(true, 1);
        assertThat(get("/api/v1/devices/new-leaf").statusCode()).isEqualTo(404);
    }

    @Test
    void everyAnswerSaysWhatIsMissing() throws Exception {
        assertThat(get("/api/v1/topology").headers().firstValue("Fabric-Twin-Complete"))
                .hasValue("true");
        String whole = get("/api/v1/ports").headers().firstValue("ETag").orElseThrow();
        twin.share(false, 1);
        assertThat(get("/api/v1/ports", "If-None-Match", whole).statusCode()).isEqualTo(200);
        for (String list : new String[] {"ports", "windows", "findings", "frame"}) {
            HttpResponse<String> answer = get("/api/v1/" + list);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Fabric-Twin-Complete")).hasValue("false");
            assertThat(answer.headers().firstValue("Fabric-Twin-Instance")).hasValue(SampleTwin.INSTANCE);
            assertThat(answer.headers().firstValue("Fabric-Twin-Age-Ms")).hasValue("250");
            assertThat(answer.body()).as(list).contains("\"isComplete\":false,\"missing\":[1]");
        }
        assertThat(get("/health").statusCode()).isEqualTo(200);
        HttpResponse<String> ready = get("/ready");
        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(ready.body()).contains("\"isComplete\":false,\"missing\":[1]");
    }

    @Test
    void instancesAreListedWithThoseThatAreAway() throws Exception {
        twin.share(false, 1);
        JsonNode told = json("/api/v1/instances");
        assertThat(told.get("instances").toString())
                .isEqualTo("[{\"instance\":\"twin-a:8280\",\"isAnswering\":true,\"partitions\":[0],\"ageMs\":250},"
                        + "{\"instance\":\"twin-b:8280\",\"isAnswering\":false,\"partitions\":[1],\"ageMs\":250,"
                        + "\"detail\":\"twin-b:8280 does not answer\"}]");
    }

    @Test
    void whatIsFoldedHereIsToldToWhoShowsTheToken() throws Exception {
        String token = "Bearer 0123456789abcdef";
        assertThat(get(Console.PART_PATH).statusCode()).isEqualTo(401);
        HttpResponse<String> all = get(Console.PART_PATH, "Authorization", token);
        assertThat(all.statusCode()).isEqualTo(200);
        assertThat(all.headers().firstValue("Content-Type")).hasValue("application/avro");
        assertThat(all.body()).isEqualTo("all");
        assertThat(get(Console.PART_PATH + "?since=newest", "Authorization", token)
                        .statusCode())
                .isEqualTo(204);
    }
}
