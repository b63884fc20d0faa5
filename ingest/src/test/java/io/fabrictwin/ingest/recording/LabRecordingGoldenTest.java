package io.fabrictwin.ingest.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.ingest.Fixtures;
import io.fabrictwin.ingest.RecordedSink;
import io.fabrictwin.ingest.parse.FileInput;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.FabricId;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabRecordingGoldenTest {
    private static final long AT = 1_700_000_000_000_000_000L;

    @TempDir
    Path folder;

    @Test
    void everyRowBecomesTheEventsOfTheGoldenFile() throws IOException {
        RecordedSink sink = parse(Fixtures.path("recording-small"));
        assertThat(sink.rejected).isEmpty();
        assertThat(sink.ignored).containsExactly("question.json");
        assertThat(sink.accepted).isEqualTo(4 + 5 + 20 + 2 + 1 + 4 + 3 + 1 + 1 + 3);
        assertThat(sink.events.stream().map(LabRecordingGoldenTest::render).toList())
                .containsExactlyElementsOf(Files.readAllLines(Fixtures.path("recording-small.events.txt"), UTF_8));
    }

    @Test
    void compressionAndTheQuestionLeaveNoTraceInTheIdentity() throws IOException {
        Path copy = Fixtures.copy("recording-small", folder.resolve("copy"));
        Path telemetry = copy.resolve("telemetry.csv");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(copy.resolve("telemetry.csv.gz")))) {
            Files.copy(telemetry, out);
        }
        Files.delete(telemetry);
        Files.writeString(copy.resolve("question.json"), "{}");
        assertThat(parse(copy).events).isEqualTo(parse(Fixtures.path("recording-small")).events);
    }

    @Test
    void badRowsAreRejectedWithTheirPlaceAndTheRestCounts() throws IOException {
        Path copy = Fixtures.copy("recording-small", folder.resolve("copy"));
        append(copy.resolve("nodes.csv"), "h9,toaster,9,11.0.9.1\nh8,host\n");
        append(
                copy.resolve("config.csv"),
                "0,leaf0,ecn_kmax,12,parsec\n0,leaf0,ecn_kmux,12,KB\n0,leaf0,ecn_pmax,7,1\n");
        append(copy.resolve("steps.csv"), "0,1,9000000,1,2\n");
        append(copy.resolve("telemetry.csv"), "1,ghost,leaf0,0,0,0,0,0,0,0,0,0,0\n1200000,h0,leaf0,41");
        RecordedSink sink = parse(copy);
        assertThat(sink.rejected)
                .containsExactly(
                        "nodes.csv line 6: BAD_VALUE: kind 'toaster' is none of host, leaf, spine, core, switch",
                        "nodes.csv line 7: MALFORMED: 2 columns where the header has 4",
                        "config.csv line 22: BAD_VALUE: unit 'parsec' of ecn_kmax is none of B, KB, KiB, MB, MiB",
                        "config.csv line 23: UNKNOWN_FIELD: setting 'ecn_kmux' is not known",
                        "config.csv line 24: OUT_OF_RANGE: pmax 7.0 is not between 0 and 1",
                        "steps.csv line 3: OUT_OF_RANGE: it ends at 1 before it begins at 9000000",
                        "telemetry.csv line 5: UNKNOWN_REFERENCE: device 'ghost' is not in nodes.csv",
                        "telemetry.csv line 6: TRUNCATED: the file ends in this line, which may be cut off");
        assertThat(sink.events).hasSameSizeAs(parse(Fixtures.path("recording-small")).events);
    }

    @Test
    void aTableWithoutItsHeaderIsRejectedLineByLine() throws IOException {
        Path copy = Fixtures.copy("recording-small", folder.resolve("copy"));
        Files.writeString(copy.resolve("plan.csv"), "0,0,all_reduce,16000000,1.0,0\n0,1,all_reduce,16000000,1.0,0\n");
        Files.writeString(copy.resolve("flows.csv"), "");
        assertThat(parse(copy).rejected)
                .containsExactly(
                        "plan.csv line 1: MALFORMED: the header line has no column 'job'",
                        "plan.csv line 2: MALFORMED: the file has no usable header line, so the columns are not known",
                        "flows.csv: TRUNCATED: the file is empty: it has no header line");
    }

    @Test
    void aFolderThatLacksATableIsNoRecording() throws IOException {
        Path copy = Fixtures.copy("recording-small", folder.resolve("copy"));
        Files.delete(copy.resolve("links.csv"));
        assertThatThrownBy(() -> parse(copy))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageEndingWith("is no whole recording: it has no links.csv");
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.APPEND);
    }

    private static RecordedSink parse(Path path) throws IOException {
        LabRecording format = new LabRecording();
        RecordedSink sink = new RecordedSink();
        format.parse(FileInput.of(format, path, new FabricId("lab"), AT, AT + 1), sink);
        return sink;
    }

    /** The event without what all have in common. */
    private static String render(FabricEvent event) {
        List<String> meta = List.of(
                Long.toString(event.meta().record()),
                Integer.toString(event.meta().index()),
                "+" + (event.meta().eventTimeNs() - AT));
        String common = "meta=" + event.meta() + ", ";
        return String.join(" ", meta) + " "
                + event.toString().replace(common, "").replace(Long.toString(AT), "AT");
    }
}
