package io.fabrictwin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabrictwin.cli.embedded.DataFolder;
import io.fabrictwin.cli.embedded.EmbeddedBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The verbs on one data folder, as a person uses them one after another. */
class VerbsIT {
    private static final Path RESOURCES = Path.of("src", "test", "resources");
    private static final String STORM = RESOURCES.resolve("recordings/storm").toString();
    private static final String FIVE_CLASSES =
            RESOURCES.resolve("events/five-classes.jsonl").toString();
    private static final Path DEVICE_FILES = Path.of("..", "ingest", "src", "test", "resources");
    private static final List<String> KEYS = List.of(
            "file",
            "format",
            "read",
            "accepted",
            "ignored",
            "rejected",
            "duplicate",
            "late",
            "eventsByType",
            "unreadByKind");
    private static final String START = "2026-01-01T00:00:00Z";
    private static final String[] STORM_IS_ON = {"--at", "1767225600.007593408", "--window", "4493us"};

    @TempDir
    private static Path temporary;

    private static String data = "";
    private static JsonNode firstReport = MissingNode.getInstance();
    private static List<AutoCloseable> running = List.of();

    /** The recording is taken in by a verb that brings its own broker; what follows finds one that runs. */
    @BeforeAll
    static void takeTheRecordingIn() {
        data = temporary.resolve("data").toString();
        firstReport = Run.fine(
                        "ingest",
                        "lab-recording",
                        STORM,
                        "--fabric",
                        "lab",
                        "--at",
                        START,
                        "-o",
                        "json",
                        "--data",
                        data)
                .json();
        DataFolder folder = DataFolder.open(Path.of(data));
        EmbeddedBroker broker = EmbeddedBroker.start(folder.brokerDirectory());
        folder.publishEndpoint(broker.bootstrap());
        running = List.of(broker, folder);
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable part : running) {
            part.close();
        }
    }

    private static String[] onData(String... arguments) {
        return Run.onData(data, arguments);
    }

    private static Run lab(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--fabric", "lab"));
        return Run.fine(onData(all.toArray(String[]::new)));
    }

    private static void assertAccount(
            JsonNode report, int accepted, int ignored, int rejected, int duplicate, int late) {
        assertThat(List.of(
                        report.get("accepted").intValue(),
                        report.get("ignored").intValue(),
                        report.get("rejected").intValue(),
                        report.get("duplicate").intValue(),
                        report.get("late").intValue()))
                .containsExactly(accepted, ignored, rejected, duplicate, late);
        assertAddsUp(report);
    }

    private static void assertAddsUp(JsonNode report) {
        int classes = Stream.of("accepted", "ignored", "rejected", "duplicate", "late")
                .mapToInt(name -> report.get(name).intValue())
                .sum();
        assertThat(report.get("read").intValue()).isEqualTo(classes);
    }

    @Test
    void theFirstReportHasItsKeysAndAddsUp() {
        JsonNode report = firstReport.get(0);
        assertThat(report.fieldNames()).toIterable().containsExactlyElementsOf(KEYS);
        assertThat(report.get("file").textValue()).isEqualTo(STORM);
        assertThat(report.get("format").textValue()).isEqualTo("lab-recording");
        assertThat(report.get("accepted").intValue()).isGreaterThan(2_000);
        assertThat(report.get("eventsByType").get("StepCompleted").intValue()).isEqualTo(6);
        assertAddsUp(report);
    }

    @Test
    void aRecordingTakenInAgainIsRecognised() {
        JsonNode report = lab("ingest", "lab-recording", STORM, "--at", START, "-o", "json")
                .json()
                .get(0);
        assertAccount(report, 0, 1, 0, firstReport.get(0).get("accepted").intValue(), 0);
        assertThat(report.get("eventsByType")).isEmpty();
        assertThat(report.get("reason").textValue()).isEqualTo("all of it was taken in before");
    }

    @Test
    void everyClassOfRecordIsCountedAndADryRunPublishesNothing() {
        String[] ingest = {"ingest", "events", FIVE_CLASSES, "--fabric", "other", "-o", "json"};
        List<String> dry = new ArrayList<>(List.of(ingest));
        dry.add("--dry-run");
        for (int time = 0; time < 2; time++) {
            assertAccount(Run.fine(onData(dry.toArray(String[]::new))).json().get(0), 2, 1, 1, 0, 1);
        }
        Run.refused(
                ExitCodes.WRONG_USAGE,
                "the log tells of no fabric 'other'",
                onData("show", "frame", "--fabric", "other"));
        assertAccount(Run.fine(onData(ingest)).json().get(0), 2, 1, 1, 0, 1);
        JsonNode again = Run.fine(onData(ingest)).json().get(0);
        assertAccount(again, 0, 1, 1, 3, 0);
        assertThat(again.get("reason").textValue()).contains("line 5: no JSON");
        Run.refused(ExitCodes.WRONG_USAGE, "choose one with --fabric", onData("show", "frame"));
    }

    @ParameterizedTest
    @CsvSource({
        "sonic-config-db, sonic/leaf.json",
        "ibnetdiscover, infiniband/topology.txt",
        "nccl-log, nccl/job.log",
        "prometheus, prometheus/host.prom",
    })
    void filesOfDevicesAreTakenInOnce(String format, String file) {
        String[] ingest = onData(
                "ingest",
                format,
                DEVICE_FILES.resolve(file).toString(),
                "--at",
                START,
                "--fabric",
                format,
                "-o",
                "json");
        JsonNode first = Run.fine(ingest).json().get(0);
        assertThat(first.get("accepted").intValue()).isPositive();
        assertThat(first.get("eventsByType")).isNotEmpty();
        assertAddsUp(first);

        JsonNode again = Run.fine(ingest).json().get(0);
        assertThat(again.get("duplicate").intValue())
                .isEqualTo(first.get("accepted").intValue() + first.get("late").intValue());
        assertThat(again.get("ignored")).isEqualTo(first.get("ignored"));
        assertThat(again.get("rejected")).isEqualTo(first.get("rejected"));
        assertThat(again.get("eventsByType")).isEmpty();
        assertAddsUp(again);
    }

    @ParameterizedTest
    @CsvSource({
        "devices, device, 8",
        "ports, port, 16",
        "queues, port, 12",
        "links, a, 8",
        "jobs, job, 1",
        "findings, severity, 1",
    })
    void showAnswersInAllForms(String what, String firstColumn, int rows) {
        JsonNode objects = lab("show", what, "-o", "json").json();
        assertThat(objects).hasSize(rows);
        List<String> csv = lab("show", what, "-o", "csv").out().lines().toList();
        assertThat(csv).hasSize(rows + 1);
        List<String> names = new ArrayList<>();
        objects.get(0).fieldNames().forEachRemaining(names::add);
        assertThat(csv.get(0)).isEqualTo(String.join(",", names)).startsWith(firstColumn + ",");
        List<String> table = lab("show", what).out().lines().toList();
        assertThat(table).hasSize(rows + 1);
        for (int row = 0; row < rows; row++) {
            String first = objects.get(row).get(firstColumn).textValue();
            assertThat(csv.get(row + 1)).startsWith(first + ",");
            assertThat(table.get(row + 1)).startsWith(first);
        }
    }

    @Test
    void replayAndShowStandOnTheSameFrame() {
        JsonNode replay = lab("replay", "-o", "json").json();
        assertThat(replay).hasSize(1);
        JsonNode frame = lab("show", "frame", "-o", "json").json();
        assertThat(replay.get(0).get("digest").textValue()).matches("[0-9a-f]{64}");
        assertThat(replay.get(0).get("digest")).isEqualTo(frame.get("digest"));
        assertThat(replay.get(0).get("positions").size()).isPositive();
        assertThat(replay.get(0).get("timeline")).isNotEmpty();
        String digest = frame.get("digest").textValue();
        assertThat(lab("show", "frame").out()).contains(digest);
        assertThat(lab("show", "frame", "-o", "csv").out()).contains("lab," + digest + ",");
        assertThat(lab("replay").out()).contains(digest);
    }

    @Test
    void aForkOfTheLogAnswersWithDigestAndPositions() {
        JsonNode forecast = fork("--set", "pause-storm@h1=off", "-o", "json").json();
        assertThat(forecast.get("digest").textValue()).matches("[0-9a-f]{64}");
        assertThat(forecast.get("positions").size()).isPositive();
        assertThat(forecast.get("changes").toString()).isEqualTo("[\"pause-storm@h1=off\"]");
        assertThat(forecast.get("jobs")).hasSize(1);
        JsonNode job = forecast.get("jobs").get(0);
        assertThat(job.get("job").textValue()).isEqualTo("job0");
        assertThat(job.get("verdict").textValue()).isEqualTo("faster");
        assertThat(job.get("ratio").get("likely").doubleValue()).isBetween(0.4, 0.75);
        assertThat(job.get("reasons")).isNotEmpty();
        assertThat(fork("--drain-link", "leaf0:spine0").out())
                .contains("VERDICT", "job0")
                .containsAnyOf("faster", "slower", "no material change", "cannot tell");
    }

    @Test
    void whatAFindingSuggestsCanBeRun() {
        String suggestion = lab("show", "findings", "-o", "json")
                .json()
                .get(0)
                .get("suggestion")
                .textValue();
        assertThat(suggestion).startsWith("fabric-twin fork ").contains("pause-storm@h1=off");
        String[] words = suggestion.substring("fabric-twin ".length()).split(" ", -1);
        assertThat(lab(words).out()).contains("faster");
    }

    private static Run fork(String... change) {
        List<String> all = new ArrayList<>(List.of("fork"));
        all.addAll(List.of(STORM_IS_ON));
        all.addAll(List.of(change));
        return lab(all.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--set | pause-storm@h9=off | no host 'h9' in the frame; there are: h0, h1, h2, h3",
                "--set | ecn-kmin@leaf9=400KB | 'leaf9'",
                "--set | weather@h1=off | 'weather'",
                "--set | pause-storm | --set takes KEY=VALUE",
                "--drain-link | leaf0:spine9 | spine9",
                "--drain-link | leaf0 | leaf0",
            })
    void aChangeOfWhatIsNotThereIsRefusedWithWhatFits(String option, String change, String reason) {
        Run run = Run.refused(
                ExitCodes.WRONG_USAGE,
                reason,
                onData(
                        "fork",
                        STORM_IS_ON[0],
                        STORM_IS_ON[1],
                        STORM_IS_ON[2],
                        STORM_IS_ON[3],
                        "--fabric",
                        "lab",
                        option,
                        change));
        assertThat(run.out()).isEmpty();
    }
}
