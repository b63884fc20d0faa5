package io.fabrictwin.ingest.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.events.EventsFormat;
import io.fabrictwin.ingest.parse.FileInput;
import io.fabrictwin.model.id.FabricId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused, before anything is taken in. */
class LiveServerTest {
    private static final int MOST_BYTES = 1_000;

    private final Pushes pushes = new Pushes(1);
    private final LiveServer server =
            new LiveServer(new LiveConfig.Http("127.0.0.1", 0, true, MOST_BYTES, 1), pushes, List::of, () -> "metrics");
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aFormatThatIsNotThereIsToldWithThoseThatAre() throws Exception {
        HttpResponse<String> answer = push("/ingest/nonsense", new byte[1]);
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("there is no format 'nonsense'").contains("\"nccl-log\"");
        assertThat(push("/ingest/lab-recording", new byte[1]).statusCode())
                .as("a folder cannot be pushed")
                .isEqualTo(404);
        assertThat(push("/ingest/auto", "?".getBytes(UTF_8)).body()).contains("of no format that can be read");
    }

    @Test
    void anInputThatIsTooLargeIsRefusedAlsoWhenItIsCompressed() throws Exception {
        assertThat(push("/ingest/events", new byte[MOST_BYTES + 1]).statusCode())
                .isEqualTo(413);
        byte[] zipped = zipped(new byte[MOST_BYTES + 1]);
        assertThat(zipped.length).isLessThan(MOST_BYTES);
        assertThat(push("/ingest/events", zipped).statusCode()).isEqualTo(413);
        assertThat(push("/ingest/events", zipped(new byte[10], true)).statusCode())
                .isEqualTo(400);
    }

    @Test
    void whoFindsNoRoomIsToldWhenToComeAgain() throws Exception {
        try (Pushes.Place only = pushes.place().orElseThrow()) {
            HttpResponse<String> answer = push("/ingest/events", new byte[1]);
            assertThat(answer.statusCode()).isEqualTo(429);
            assertThat(answer.headers().firstValue("Retry-After")).contains("1");
            assertThat(only).isNotNull();
        }
        assertThat(pushes.place()).as("the place is free again").isPresent();
    }

    @Test
    void aPlaceIsFreeAgainAfterARefusal() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(push("/ingest/events", new byte[MOST_BYTES + 1]).statusCode())
                    .isEqualTo(413);
        }
    }

    @Test
    void aTimeThatCannotBeReadIsRefused() throws Exception {
        assertThat(push("/ingest/events?at=yesterday", new byte[1]).statusCode())
                .isEqualTo(400);
    }

    @Test
    void onlyJsonAndProtobufAreOtlp() throws Exception {
        assertThat(push("/v1/metrics", new byte[1]).statusCode()).isIn(404, 415);
    }

    @Test
    void whatIsPushedHasTheIdentityOfTheFile(@TempDir Path folder) throws IOException {
        byte[] content = "one\ntwo\n".getBytes(UTF_8);
        Path file = Files.write(folder.resolve("file"), content);
        assertThat(FileInput.of(new EventsFormat(), file, new FabricId("f"), null, 0)
                        .context()
                        .source()
                        .identity())
                .isEqualTo(Contents.identity(content));
    }

    private HttpResponse<String> push(String path, byte[] body) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static byte[] zipped(byte[] content) throws IOException {
        return zipped(content, false);
    }

    private static byte[] zipped(byte[] content, boolean isDamaged) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(content);
        }
        byte[] bytes = out.toByteArray();
        if (isDamaged) {
            bytes[bytes.length - 6] ^= 1;
        }
        return bytes;
    }
}
