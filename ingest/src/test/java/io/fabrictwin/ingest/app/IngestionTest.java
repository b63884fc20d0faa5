package io.fabrictwin.ingest.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.Fixtures;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.FabricId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IngestionTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final IngestOptions OPTIONS = new IngestOptions(new FabricId("lab"), 1_767_225_600_000_000_000L);

    @TempDir
    Path folder;

    private final List<FabricEvent> events = new ArrayList<>();
    private final List<String> rejections = new ArrayList<>();

    @Test
    void aRecordingIsCountedByClassAndType() {
        FileReport report =
                ingest("lab-recording", Fixtures.path("recording-small")).get(0);
        assertThat(report.read()).isEqualTo(45);
        assertThat(report.accepted()).isEqualTo(44);
        assertThat(report.ignored()).isEqualTo(1);
        assertThat(report.reason()).isNull();
        assertThat(report.eventsByType())
                .containsEntry("DeviceDiscovered", 4L)
                .containsEntry("DcqcnSet", 8L)
                .containsEntry("EcnProfileSet", 7L)
                .containsEntry("PortCountersObserved", 3L)
                .containsEntry("QueueObserved", 2L);
        assertThat(report.eventsByType().values().stream().mapToLong(n -> n).sum())
                .isEqualTo(events.size());
    }

    @Test
    void theSameInputAgainIsAllDuplicates() {
        Path recording = Fixtures.path("recording-small");
        FileReport again = ingest("lab-recording", recording, recording).get(1);
        assertThat(again.duplicate()).isEqualTo(44);
        assertThat(again.accepted()).isZero();
        assertThat(again.eventsByType()).isEmpty();
        assertThat(again.reason()).isEqualTo("all of it was taken in before");
    }

    @Test
    void recordsFarBehindTheirSourceAreLateAndThoseAheadOfNowAreRejected() throws IOException {
        FileReport report = ingest(
                        "events",
                        file(
                                stopped("11:59:00"),
                                stopped("11:49:01"),
                                stopped("11:48:59"),
                                stopped("12:05:00"),
                                stopped("12:05:01")))
                .get(0);
        assertThat(report.late()).isEqualTo(1);
        assertThat(report.accepted()).isEqualTo(3);
        assertThat(report.rejected()).isEqualTo(1);
        assertThat(report.eventsByType()).containsEntry("JobStopped", 4L);
        assertThat(rejections)
                .containsExactly(
                        "line 5: TIME_IN_FUTURE: the event time is more than 5 minutes ahead of the time it was"
                                + " taken in");
    }

    @Test
    void anEventCannotClaimToHaveBeenTakenInLaterThanNow() throws IOException {
        String line = "{\"type\":\"JobStopped\",\"job\":\"j\",\"eventTime\":\"2099-01-01T00:00:00Z\","
                + "\"observedTime\":\"2099-01-01T00:00:00Z\"}";
        assertThat(ingest("events", file(line)).get(0).rejected()).isEqualTo(1);
    }

    @Test
    void eventsThatNameTheirSourceAreKnownByIt() throws IOException {
        String line = "{\"type\":\"JobStopped\",\"job\":\"j\",\"source\":\"adapter/a\",\"record\":7}";
        FileReport report =
                ingest("events", file(line, line, line.replace(":7", ":8"))).get(0);
        assertThat(report.accepted()).isEqualTo(2);
        assertThat(report.duplicate()).isEqualTo(1);
    }

    @Test
    void whatCannotBeReadSaysWhyAndDoesNotStopTheOthers() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty"), "");
        Path junk = Files.writeString(folder.resolve("junk"), "hello\n");
        List<FileReport> reports =
                ingest("events", folder.resolve("none"), folder, empty, junk, file(stopped("11:00:00")));
        assertThat(reports.stream().map(FileReport::reason))
                .containsExactly(
                        folder.resolve("none") + ": no such file or folder",
                        folder + " is a folder, but events is read from a file",
                        "there is no record in it; check that it is the file you meant",
                        "nothing in it was understood as events; the first problem is at line 1: no JSON: Unrecognized"
                                + " token 'hello': was expecting (JSON String, Number, Array, Object or token 'null',"
                                + " 'true' or 'false')",
                        null);
    }

    @Test
    void aDryRunCountsLikeTheRealOne() {
        Path recording = Fixtures.path("recording-small");
        List<FileReport> dry = new Ingestion(Clock.fixed(NOW, ZoneOffset.UTC))
                .dryRun(format("lab-recording"), List.of(recording), OPTIONS, IngestListener.NONE);
        assertThat(dry).isEqualTo(ingest("lab-recording", recording));
    }

    @Test
    void theFormatIsFoundByContentWhateverTheNameSays() throws IOException {
        Path misnamed = Files.copy(Fixtures.path("nccl/job.log"), folder.resolve("leaf.json"));
        assertThat(ingest("auto", misnamed, Fixtures.path("sonic/leaf.json"), Fixtures.path("recording-small")))
                .extracting(FileReport::format)
                .containsExactly("nccl-log", "sonic-config-db", "lab-recording");
    }

    @Test
    void whatIsNotRecognisedSaysWhy() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty"));
        Path prose = Files.writeString(folder.resolve("prose"), "once upon a time");
        Path zip = Files.writeString(folder.resolve("zip"), "PK\u0003\u0004rest");
        assertThat(ingest("auto", empty, prose, zip, folder.resolve("none")))
                .extracting(FileReport::reason)
                .containsExactly(
                        "it is empty: whoever wrote it had nothing to tell or failed",
                        "its content is of no format that can be read; 'ingest --list' shows the formats",
                        "it is a zip archive; unpack it and take in what is in it",
                        folder.resolve("none") + ": no such file or folder");
    }

    private Path file(String... lines) throws IOException {
        return Files.writeString(folder.resolve("facts.jsonl"), String.join("\n", lines) + "\n", UTF_8);
    }

    private static String stopped(String time) {
        return "{\"type\":\"JobStopped\",\"job\":\"j\",\"eventTime\":\"2026-01-01T" + time + "Z\"}";
    }

    private List<FileReport> ingest(String format, Path... paths) {
        IngestListener listener = new IngestListener() {
            @Override
            public void rejected(String file, String place, RejectCode code, String reason) {
                rejections.add(place + ": " + code + ": " + reason);
            }
        };
        return new Ingestion(Clock.fixed(NOW, ZoneOffset.UTC))
                .inMemory(format(format), Arrays.asList(paths), OPTIONS, events::add, listener);
    }

    private static FormatChoice format(String name) {
        return name.equals(FormatChoice.AUTO)
                ? FormatChoice.byContent()
                : FormatChoice.of(Formats.named(name).orElseThrow());
    }
}
