package io.fabrictwin.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.FabricTwin;
import io.fabrictwin.cli.Run;
import io.fabrictwin.cli.embedded.DataFolder;
import io.fabrictwin.cli.embedded.EmbeddedBroker;
import io.fabrictwin.cli.flink.JavaProcess;
import io.fabrictwin.cli.log.WholeTopic;
import io.fabrictwin.model.backtest.BackTestScore;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.scenario.Verdict;
import io.fabrictwin.replay.Replays;
import io.fabrictwin.replay.job.TwinTopic;
import io.fabrictwin.replay.worker.LogFork;
import io.fabrictwin.replay.worker.Worker;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.BackTestScoreCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scenario files, gates and sweeps on a log with a pause storm. */
class AskingIT {
    private static final String STORM =
            Path.of("src", "test", "resources", "recordings", "storm").toString();
    private static final String SCENARIO = """
            name: replace the NIC
            at: "1767225600.007593408"
            window: 4493us
            changes:
              - pause-storm@h1: off
            """;

    @TempDir
    private static Path temporary;

    private static String data = "";
    private static String bootstrap = "";
    private static Path scenario = Path.of("");
    private static List<AutoCloseable> running = List.of();

    @BeforeAll
    static void takeTheRecordingIn() throws IOException {
        data = temporary.resolve("data").toString();
        scenario = Files.writeString(temporary.resolve("scenario.yaml"), SCENARIO);
        DataFolder folder = DataFolder.open(Path.of(data));
        EmbeddedBroker broker = EmbeddedBroker.start(folder.brokerDirectory());
        folder.publishEndpoint(broker.bootstrap());
        bootstrap = broker.bootstrap();
        running = List.of(broker, folder);
        Run.fine("ingest", "lab-recording", STORM, "--fabric", "lab", "--at", "2026-01-01T00:00:00Z", "--data", data);
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

    private static Path written(String name, String yaml) throws IOException {
        return Files.writeString(temporary.resolve(name), yaml);
    }

    @Test
    void aFileIsAnsweredAsTheSameInOptionsIs() throws IOException {
        JsonNode ofFile =
                Run.fine(onData("fork", scenario.toString(), "-o", "json")).json();
        JsonNode ofOptions = Run.fine(onData(
                        "fork",
                        "--at",
                        "1767225600.007593408",
                        "--window",
                        "4493us",
                        "--set",
                        "pause-storm@h1=off",
                        "-o",
                        "json"))
                .json();

        assertThat(ofFile.get("jobs")).isEqualTo(ofOptions.get("jobs"));
        assertThat(ofFile.get("schemaVersion").intValue()).isEqualTo(1);
        JsonNode job = ofFile.get("jobs").get(0);
        assertThat(job.get("baseParts").get("congestionNs").doubleValue())
                .isGreaterThan(10 * job.get("forkParts").get("congestionNs").doubleValue());
        assertThat(ofFile.get("ports")).isNotEmpty();

        Path other = written("other.yaml", SCENARIO.replace("h1: off", "h9: off"));
        Run.refused(
                ExitCodes.WRONG_USAGE, "replace the NIC: no host 'h9' in the frame", onData("fork", other.toString()));
        Path nobody = written("nobody.yaml", SCENARIO + "jobs: [job7]\n");
        Run.refused(
                ExitCodes.WRONG_USAGE,
                "job 'job7' does not run at the fork's time; running: job0",
                onData("fork", nobody.toString()));
        Run both = Run.fine(onData("fork", scenario.toString(), scenario.toString(), "-o", "json"));
        assertThat(both.json()).hasSize(2);
    }

    @Test
    void aWorkerAnswersAsTheLocalForkDoes() throws IOException {
        Path past = written(
                "past.json",
                "[{\"change\": \"replace-nic\", \"predictedLogRatio\": -0.2, \"observedLogRatio\": -0.1}]");
        String[] open = {"fork", scenario.toString(), "-o", "json"};
        String[] special = {
            "fork",
            "--at",
            "1767225600.007593408",
            "--window",
            "4493us",
            "--set",
            "pause-storm@h1=off",
            "--strict",
            "--known-at",
            Instant.now().toString(),
            "--calibration",
            past.toString()
        };
        JsonNode local = Run.fine(onData(open)).json();
        Run localSpecial = Run.fine(onData(special));
        Run.refused(
                ExitCodes.WRONG_USAGE,
                "leave out --archive and --flink",
                onData(asked("fork", scenario.toString(), "--archive", "x")));

        try (LogFork answering = new LogFork(BrokerAccess.plain(bootstrap), () -> Replays.start(1));
                Worker worker = Worker.start(BrokerAccess.plain(bootstrap), "helper", answering, Clock.systemUTC())) {
            assertThat(worker).isNotNull();
            assertThat(Run.fine(onData(asked(open))).json()).isEqualTo(local);
            assertThat(Run.fine(onData(asked(special)))).isEqualTo(localSpecial);
            Path other = written("unknown.yaml", SCENARIO.replace("h1: off", "h9: off"));
            Run.refused(
                    ExitCodes.WRONG_USAGE,
                    "replace the NIC: no host 'h9' in the frame",
                    onData(asked("fork", other.toString())));
        }

        List<String> written = new ArrayList<>();
        WholeTopic.read(BrokerAccess.plain(bootstrap), Topics.FORECASTS, (key, value) -> {
            if (key.startsWith("lab/replace the NIC/1767225600007593408/pause-storm@h1=off/1/")) {
                written.add(HexFormat.of().formatHex(value));
            }
        });
        assertThat(written).hasSizeGreaterThanOrEqualTo(2).containsOnly(written.get(0));
    }

    private static String[] asked(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--ask");
        return all.toArray(String[]::new);
    }

    @Test
    void whoStopsWaitingLeavesTheQuestionAndCanPickItUp() throws IOException {
        Path own = written("own.yaml", SCENARIO.replace("replace the NIC", "left alone"));
        String id;
        try (JavaProcess waiting = JavaProcess.start(
                temporary.resolve("waiting"),
                JavaProcess.classPath(entry -> true),
                List.of(),
                FabricTwin.class.getName(),
                List.of("fork", own.toString(), "--ask", "-o", "json", "--bootstrap", bootstrap))) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> Run.fine(onData("scenarios", "list")).out().contains("left-alone"));
            waiting.signal("INT");
            assertThat(waiting.exitCode()).isNotZero();
            assertThat(waiting.out()).isEmpty();
            assertThat(waiting.err()).contains(" is left in the queue").contains("fabric-twin scenarios cancel ");
            String err = waiting.err();
            id = err.substring(err.indexOf("--asked ") + 8, err.indexOf(", or take"));
        }
        try (LogFork answering = new LogFork(BrokerAccess.plain(bootstrap), () -> Replays.start(1));
                Worker worker = Worker.start(BrokerAccess.plain(bootstrap), "helper", answering, Clock.systemUTC())) {
            assertThat(worker).isNotNull();
            JsonNode picked =
                    Run.fine(onData("fork", "--asked", id, "-o", "json")).json();
            assertThat(picked)
                    .isEqualTo(Run.fine(onData("fork", own.toString(), "-o", "json"))
                            .json());
        }
        Run.refused(ExitCodes.WRONG_USAGE, "nobody asked for a scenario 'x'", onData("fork", "--asked", "x"));
    }

    @Test
    void howWellSuchForecastsDidStandsBesideEach() {
        BackTestScore score = new BackTestScore(
                new FabricId("lab"),
                1,
                new JobId("job0"),
                "drain-link",
                List.of("link@leaf0:spine0=down"),
                5,
                10e6,
                11e6,
                new Ratio(1.0, 1.1, 1.2),
                Verdict.SLOWER,
                0.1,
                0.1);
        TwinTopic.publish(
                BrokerAccess.plain(bootstrap),
                Topics.BACKTESTS,
                Map.of(score.id(), new BackTestScoreCodec().encode(score)));

        String[] drain = {
            "fork", "--at", "1767225600.007593408", "--window", "4493us", "--set", "link@leaf0:spine0=down"
        };
        assertThat(Run.fine(onData(drain)).out())
                .contains("our own error on such questions: on this fabric: 1 past change of this kind (drain-link),"
                        + " MAPE 0.0 %, interval held 1 of 1");
        assertThat(Run.fine(onData("fork", scenario.toString(), "-o", "json"))
                        .json()
                        .get("accuracy")
                        .textValue())
                .isEqualTo("not yet measured on this fabric: no past change of this kind (replace-nic)"
                        + " was back-tested");
    }

    @Test
    void aGatePassesOrRefusesAndReports() throws IOException {
        Path passing = written("passing.yaml", """
                scenario: scenario.yaml
                assertions:
                  - job * step-time falls > 20 %
                  - job job0 verdict is faster
                  - interval.high < 0.9
                  - port leaf0:h1 pause-share falls > 90 %
                  - no cannot-tell
                """);
        Path xml = temporary.resolve("report.xml");
        Path md = temporary.resolve("report.md");
        Run passed = Run.fine(onData(
                "gate", passing.toString(), "-o", "json", "--report", xml.toString(), "--report", md.toString()));
        assertThat(passed.json().get("outcome").textValue()).isEqualTo("passed");
        assertThat(Files.readString(xml)).contains("failures=\"0\" errors=\"0\"");
        assertThat(Files.readString(md)).startsWith("## Gate replace the NIC: passed");

        Path refusing = written(
                "refusing.yaml",
                "scenario: scenario.yaml\nassertions: [job * step-time.p95 falls > 0 %, interference < 2]\n");
        Run refused = Run.of(onData("gate", refusing.toString()));
        assertThat(refused.exitCode()).isEqualTo(ExitCodes.ANSWER_IS_NO);
        assertThat(refused.err()).isEmpty();
        assertThat(refused.out()).contains("unknown  interference < 2").contains("refused: of 2 assertions");
        Run.fine(onData("gate", refusing.toString(), "--allow-unknown"));
    }

    @Test
    void aSweepIsRankedKeptAndTakenUpAgain() throws IOException {
        Path sweep = written(
                "sweep.yaml",
                "scenario: scenario.yaml\nvary:\n  buffer: [16MiB, 1KB]\n  ecn-kmin: [100KB, 0.1MB, 9MB]\n");
        Path out = temporary.resolve("out");
        String[] asked = {"sweep", sweep.toString(), "--out", out.toString(), "-o", "json"};

        List<JsonNode> first = lines(Run.fine(onData(asked)).out());

        // equal settings are run once: two by two, and the ranking
        assertThat(first).hasSize(5);
        JsonNode ranking = first.get(4).get("ranking");
        assertThat(ranking).hasSize(4);
        // Kmin of 9 MB is above Kmax: refused, and not ranked
        assertThat(ranking.get(0).get("setting").get("buffer").textValue()).isEqualTo("16MiB");
        assertThat(ranking.get(1).get("ratio").doubleValue())
                .isGreaterThan(ranking.get(0).get("ratio").doubleValue());
        assertThat(ranking.get(2).get("rank").isNull()).isTrue();
        assertThat(ranking.get(2).get("why").textValue()).contains("would be above Kmax");
        assertThat(out.resolve("heat-map.json")).isNotEmptyFile();

        // nothing is missing, so nothing is asked: there is no broker at that address
        String[] away = {"--bootstrap", "127.0.0.1:1"};
        List<JsonNode> second =
                lines(Run.fine(Stream.of(asked, away).flatMap(Stream::of).toArray(String[]::new))
                        .out());
        assertThat(second.get(4)).isEqualTo(first.get(4));

        // as after a kill: a result is missing, another was begun
        List<Path> results = files(out.resolve("results"));
        Path lost = results.stream()
                .filter(file -> file.toString().endsWith(".forecast"))
                .findFirst()
                .orElseThrow();
        byte[] bytes = Files.readAllBytes(lost);
        Files.write(lost.resolveSibling(lost.getFileName() + ".draft"), new byte[] {1, 2, 3});
        Files.delete(lost);
        List<JsonNode> third = lines(Run.fine(onData(asked)).out());
        assertThat(third.get(4)).isEqualTo(first.get(4));
        assertThat(Files.readAllBytes(lost)).isEqualTo(bytes);
        assertThat(files(out.resolve("results"))).isEqualTo(results);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static List<JsonNode> lines(String out) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : out.lines().toList()) {
            lines.add(new ObjectMapper().readTree(line));
        }
        return lines;
    }
}
