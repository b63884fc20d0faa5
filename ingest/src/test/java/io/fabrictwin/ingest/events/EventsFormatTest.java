package io.fabrictwin.ingest.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.RecordedSink;
import io.fabrictwin.ingest.parse.FileInput;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.FabricId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsFormatTest {
    private static final String UP =
            "{\"type\":\"LinkCameUp\",\"link\":{\"a\":{\"device\":\"s1\",\"name\":\"1\"},\"b\":{\"device\":\"s0\",\"name\":\"9\"}}}";

    @TempDir
    Path folder;

    @Test
    void whatALineDoesNotSayComesFromTheInput() throws IOException {
        RecordedSink sink = parse("\uFEFF" + UP + "\r\n\n" + UP);
        assertThat(sink.ignored).containsExactly("line 2");
        assertThat(sink.rejected).isEmpty();
        assertThat(sink.events).hasSize(2);
        FabricEvent last = sink.events.get(1);
        assertThat(last.meta().fabric()).isEqualTo(new FabricId("f"));
        assertThat(last.meta().source().format()).isEqualTo("events");
        assertThat(last.meta().record()).isEqualTo(2);
        assertThat(last.meta().eventTimeNs()).isEqualTo(5);
        assertThat(last.meta().clock()).isEqualTo(Clock.ASSUMED);
    }

    @Test
    void timesAreTextOrNanoseconds() throws IOException {
        RecordedSink sink = parse(with("\"eventTime\":\"2026-01-01T01:00:00.000000001+01:00\"") + "\n"
                + with("\"eventTime\":1767225600000000001") + "\n");
        assertThat(sink.events)
                .allSatisfy(event -> {
                    assertThat(event.meta().eventTimeNs()).isEqualTo(1_767_225_600_000_000_001L);
                    assertThat(event.meta().clock()).isEqualTo(Clock.SOURCE);
                })
                .hasSize(2);
    }

    @Test
    void refusalsNameTheField() throws IOException {
        RecordedSink sink = parse(String.join(
                "\n",
                with("\"colour\":\"red\""),
                with("\"eventTime\":\"yesterday\""),
                with("\"eventTime\":-1"),
                with("\"record\":4"),
                with("\"source\":\"events/x\""),
                with("\"clock\":\"SOURCE\""),
                "{\"type\":\"LinkBroke\"}",
                "{\"type\":\"JobStopped\"}",
                "{\"type\":\"JobStarted\",\"job\":\"j\",\"rankCount\":\"8\"}",
                "{\"type\":\"JobStarted\",\"job\":\"j\",\"rankCount\":8.5}",
                "{\"type\":\"JobStarted\",\"job\":\"j\",\"rankCount\":-8}",
                "{\"type\":\"JobStarted\",\"job\":\"j\",\"job\":\"k\"}",
                "{\"type\":\"JobStarted\",\"job\":\"\"}",
                UP.replace("\"name\":\"1\"", "\"nome\":\"1\""),
                UP + UP,
                "[]",
                UP.substring(0, 30)));
        assertThat(sink.rejected)
                .containsExactly(
                        "line 1: UNKNOWN_FIELD: field 'colour' is not one of LinkCameUp",
                        "line 2: BAD_VALUE: field 'eventTime' is 'yesterday', not a time such as"
                                + " 2026-01-01T00:00:00.000000000Z or a number of ns since 1970",
                        "line 3: OUT_OF_RANGE: eventTimeNs -1 is before 1970",
                        "line 4: MISSING_FIELD: field 'source' is missing: record and index are positions in it",
                        "line 5: MISSING_FIELD: field 'record' is missing: a source needs its position",
                        "line 6: MISSING_FIELD: field 'eventTime' is missing: a clock needs its time",
                        "line 7: BAD_VALUE: type 'LinkBroke' is no event type",
                        "line 8: MISSING_FIELD: field 'job' is missing",
                        "line 9: BAD_VALUE: field 'rankCount' is \"8\", not a whole number of at most 32 bits",
                        "line 10: BAD_VALUE: field 'rankCount' is 8.5, not a whole number of at most 32 bits",
                        "line 11: OUT_OF_RANGE: rankCount -8 is negative",
                        "line 12: MALFORMED: no JSON: Duplicate field 'job'",
                        "line 13: OUT_OF_RANGE: job has an empty name",
                        "line 14: MISSING_FIELD: field 'link.a.name' is missing",
                        "line 15: MALFORMED: more than one JSON value",
                        "line 16: MALFORMED: not a JSON object",
                        "line 17: TRUNCATED: no JSON: Unexpected end-of-input in field name");
    }

    @Test
    void junkIsRejectedLineByLineAndTheRestCounts() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes("caf\u00e9\n".getBytes(ISO_8859_1));
        bytes.writeBytes(new byte[] {'a', 0, 'b', '\n'});
        byte[] endless = new byte[3 * Lines.MAX_LINE_BYTES];
        Arrays.fill(endless, (byte) 'x');
        bytes.writeBytes(endless);
        bytes.writeBytes(("\n" + UP + "\n").getBytes(UTF_8));
        RecordedSink sink = parse(bytes.toByteArray());
        assertThat(sink.rejected)
                .containsExactly(
                        "line 1: NOT_TEXT: invalid UTF-8",
                        "line 2: NOT_TEXT: NUL byte at position 1",
                        "line 3: TOO_LONG: the line has 3145728 bytes, more than 1048576");
        assertThat(sink.events).hasSize(1);
    }

    @Test
    void aCompressedFileThatIsCutOffGivesWhatIsThere() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            for (int i = 0; i < 1000; i++) {
                out.write(with("\"eventTime\":" + i * 7919L).getBytes(UTF_8));
                out.write('\n');
            }
        }
        byte[] whole = bytes.toByteArray();
        assertThat(parse(whole).events).hasSize(1000);
        RecordedSink cut = parse(Arrays.copyOf(whole, whole.length / 2));
        assertThat(cut.events).hasSizeBetween(100, 999);
        assertThat(cut.rejected).singleElement().asString().contains("TRUNCATED: the compressed data is cut off");
        assertThat(parse(Arrays.copyOf(whole, 5)).rejected).hasSize(1);
    }

    private static String with(String field) {
        return UP.replace("\"type\":", field + ",\"type\":");
    }

    private RecordedSink parse(String text) throws IOException {
        return parse(text.getBytes(UTF_8));
    }

    private RecordedSink parse(byte[] content) throws IOException {
        Path file = Files.write(folder.resolve("facts.jsonl"), content);
        EventsFormat format = new EventsFormat();
        RecordedSink sink = new RecordedSink();
        format.parse(FileInput.of(format, file, new FabricId("f"), 5L, 6), sink);
        return sink;
    }
}
