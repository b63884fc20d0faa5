package io.fabrictwin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabrictwin.cli.embedded.DataFolder;
import io.fabrictwin.cli.embedded.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verbs that answer about the past, from a broker and from an archive. */
class HistoryIT {
    private static final String STORM =
            Path.of("src", "test", "resources", "recordings", "storm").toString();
    private static final String FIVE_CLASSES =
            Path.of("src", "test", "resources", "events", "five-classes.jsonl").toString();
    private static final String START = "2026-01-01T00:00:00Z";
    private static final String IN_THE_STORM = "2026-01-01T00:00:00.007593408Z";

    @TempDir
    private static Path temporary;

    private static String data = "";
    private static String bootstrap = "";
    private static Path archive = Path.of("");
    private static List<AutoCloseable> running = List.of();

    @BeforeAll
    static void takeTheRecordingInAndArchiveIt() {
        data = temporary.resolve("data").toString();
        archive = temporary.resolve("archive");
        DataFolder folder = DataFolder.open(Path.of(data));
        EmbeddedBroker broker = EmbeddedBroker.start(folder.brokerDirectory());
        folder.publishEndpoint(broker.bootstrap());
        running = List.of(broker, folder);
        bootstrap = broker.bootstrap();
        onBroker("ingest", "lab-recording", STORM, "--fabric", "lab", "--at", START, "-o", "json");
        JsonNode archived =
                onBroker("archive", "--to", archive.toString(), "-o", "json").json();
        assertThat(archived.get("addedRecords").longValue()).isPositive();
        assertThat(archived.get("digests").get("lab").textValue())
                .isEqualTo(digestNow("lab").textValue());
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable part : running) {
            part.close();
        }
    }

    private static Run onBroker(String... arguments) {
        return Run.fine(with(arguments, "--data", data));
    }

    private static String[] with(String[] arguments, String... more) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private static JsonNode frameAt(String time, String... where) {
        return Run.fine(with(new String[] {"show", "frame", "--at", time, "--fabric", "lab", "-o", "json"}, where))
                .json();
    }

    private static String[] ofArchive() {
        return new String[] {
            "--archive", archive.toString(), "--data", temporary.resolve("none").toString()
        };
    }

    @Test
    void thePastIsTheSameOfBrokerArchiveAndReplay() {
        JsonNode ofBroker = frameAt(IN_THE_STORM, "--data", data);
        JsonNode ofArchive = frameAt(IN_THE_STORM, ofArchive());
        JsonNode replayed = Run.fine(with(
                        new String[] {"replay", "--to", IN_THE_STORM, "--fabric", "lab", "-o", "json"}, ofArchive()))
                .json()
                .get(0);
        assertThat(ofArchive.get("digest")).isEqualTo(ofBroker.get("digest")).isEqualTo(replayed.get("digest"));
        assertThat(replayed.get("eventTimeReachNs")).isEqualTo(ofArchive.get("eventTimeReachNs"));
        JsonNode provenance = ofArchive.get("provenance");
        assertThat(provenance.get("schemaSet").textValue()).hasSize(16);
        assertThat(provenance.get("recordsRead").longValue()).isPositive();
        assertThat(replayed.get("provenance").get("schemaSet")).isEqualTo(provenance.get("schemaSet"));
        assertThat(ofBroker.get("digest"))
                .isNotEqualTo(frameAt("now", "--data", data).get("digest"));
    }

    @Test
    void framesPassByInOrderAndEndWithTheWholeLogOrTheEventAskedFor() {
        String[] frames = with(new String[] {"replay", "--every", "1ms", "--fabric", "lab"}, ofArchive());
        List<JsonNode> told =
                Run.fine(with(frames, "--job", "job0", "-o", "json")).jsonLines();
        assertThat(told).hasSize(14);
        assertThat(told.get(13).get("digest"))
                .isEqualTo(frameAt("2026-01-02T00:00:00Z", ofArchive()).get("digest"));
        assertThat(told.get(7).get("digest"))
                .isEqualTo(frameAt("2026-01-01T00:00:00.007Z", ofArchive()).get("digest"));
        assertThat(told.get(7).get("provenance").get("toNs"))
                .isEqualTo(told.get(7).get("timeNs"));
        assertThat(told.stream().mapToInt(frame -> frame.get("steps").size()).sum())
                .isEqualTo(6);

        List<String> lines = Run.fine(with(frames, "--job", "job0", "--until", "stepcompleted", "--speed", "1000x"))
                .out()
                .lines()
                .toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(2))
                .startsWith("2026-01-01T00:00:00.002Z")
                .contains(told.get(2).get("digest").textValue().substring(0, 12), "1 StepCompleted; step 0 took");

        Run none = Run.of(with(frames, "--until", "LinkWentDown", "--job", "job9"));
        assertThat(none.err().lines())
                .containsExactly("no LinkWentDown came in that span", "no step of a job 'job9' was over in that span");
    }

    @Test
    void aLaterTimeIsAnsweredFromTheArchivesSnapshot() {
        JsonNode late = frameAt("2026-01-02T00:00:00Z", ofArchive());
        assertThat(late.get("provenance").get("snapshotNs").isNull()).isFalse();
        assertThat(late.get("digest"))
                .isEqualTo(frameAt("2026-01-02T00:00:00Z", "--data", data).get("digest"));
        String told = Run.fine(with(
                        new String[] {"show", "devices", "--fabric", "lab", "--at", "2026-01-02T00:00:00Z"},
                        ofArchive()))
                .out();
        assertThat(told).contains("as of 2026-01-02", "older", "folded from the snapshot of");
    }

    @Test
    void aForkOfTheArchiveIsThatOfTheBroker() {
        String[] fork = {
            "fork",
            "--at",
            "1767225600.007593408",
            "--window",
            "4493us",
            "--fabric",
            "lab",
            "--set",
            "pause-storm@h1=off",
            "-o",
            "json"
        };
        ObjectNode ofBroker = (ObjectNode) onBroker(fork).json();
        ObjectNode ofArchive = (ObjectNode) Run.fine(with(fork, ofArchive())).json();
        for (ObjectNode answer : List.of(ofBroker, ofArchive)) {
            answer.remove("positions");
        }
        assertThat(ofArchive).isEqualTo(ofBroker);
    }

    @Test
    void aTimeThatHistoryDoesNotReachIsRefused() {
        Run.refused(
                ExitCodes.WRONG_USAGE,
                "the log tells of nothing in fabric 'lab' up to 2020",
                with(new String[] {"show", "ports", "--fabric", "lab", "--at", "2020-01-01T00:00:00Z"}, ofArchive()));
        for (String verb : List.of("show frame", "replay")) {
            Run.refused(
                    ExitCodes.WRONG_USAGE,
                    "its first record came at",
                    with(verb.split(" "), with(new String[] {"--known-at", "2020-01-01T00:00:00Z"}, ofArchive())));
        }
        Run.refused(
                ExitCodes.WRONG_USAGE,
                "the log tells of no fabric 'elsewhere'",
                with(new String[] {"show", "ports", "--fabric", "elsewhere", "--at", START}, ofArchive()));
    }

    @Test
    void whatWasKnownBeforeTheAskedTimeAnswersAlsoForLaterTimes() {
        // The log took all in long after it happened: what was known now is all.
        assertThat(frameAt("2126-01-01T00:00:00Z", with(ofArchive(), "--known-at", "now"))
                        .get("digest"))
                .isEqualTo(frameAt("2126-01-01T00:00:00Z", ofArchive()).get("digest"));
    }

    @Test
    void anArchiveGoesOnWhereItEndedAndTheBrokerAfterIt() throws Exception {
        Path folder = temporary.resolve("growing");
        onBroker("archive", "--to", folder.toString());
        assertThat(onBroker("archive", "--to", folder.toString()).out()).contains("added 0 records in 0 files");
        onBroker("ingest", "events", FIVE_CLASSES, "--fabric", "second", "-o", "json");
        String[] both = {
            "--archive",
            folder.toString(),
            "--bootstrap",
            bootstrap,
            "--data",
            temporary.resolve("none2").toString()
        };
        JsonNode second = Run.fine(with(new String[] {"show", "frame", "--fabric", "second", "-o", "json"}, both))
                .json();
        assertThat(second.get("digest")).isEqualTo(digestNow("second"));
        Run.refused(
                ExitCodes.WRONG_USAGE,
                "the log tells of no fabric 'second'",
                "show",
                "frame",
                "--fabric",
                "second",
                "--archive",
                folder.toString());
        assertThat(onBroker("archive", "--to", folder.toString(), "-o", "json")
                        .json()
                        .get("digests")
                        .get("second"))
                .isEqualTo(digestNow("second"));
        onBroker("archive", "--to", folder.toString(), "--check");
    }

    private static JsonNode digestNow(String fabric) {
        return onBroker("show", "frame", "--fabric", fabric, "-o", "json")
                .json()
                .get("digest");
    }

    @Test
    void aDamagedArchiveIsRefusedByEveryVerb() throws IOException {
        Path damaged = temporary.resolve("damaged");
        copy(archive, damaged);
        Path file;
        try (Stream<Path> files = Files.walk(damaged.resolve("fabric.telemetry"))) {
            file = files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        for (String verb : List.of("replay", "show frame --at " + IN_THE_STORM, "archive --check")) {
            String option = verb.startsWith("archive") ? "--to" : "--archive";
            Run.refused(
                    ExitCodes.BAD_DATA,
                    "its checksum is not that of the manifest",
                    with(verb.split(" "), option, damaged.toString()));
        }
        Files.writeString(damaged.resolve("manifest.json"), "{");
        Run.refused(ExitCodes.BAD_DATA, "manifest", "archive", "--to", damaged.toString(), "--data", data);
        Run.refused(
                ExitCodes.WRONG_USAGE,
                "there is no archive in",
                "replay",
                "--archive",
                temporary.resolve("nowhere").toString());
    }

    @Test
    void anEmptyLogAndOneThatLostItsBeginAreTold() throws Exception {
        String empty = temporary.resolve("empty").toString();
        DataFolder folder = DataFolder.open(Path.of(empty));
        try (folder;
                EmbeddedBroker broker = EmbeddedBroker.start(folder.brokerDirectory())) {
            folder.publishEndpoint(broker.bootstrap());
            assertThat(Run.fine("archive", "--data", empty).out()).contains("the log holds nothing to archive yet");
            Run.refused(
                    ExitCodes.WRONG_USAGE,
                    "the log holds no events yet",
                    "show",
                    "frame",
                    "--archive",
                    Path.of(empty, "archive").toString());
            Run.fine("ingest", "lab-recording", STORM, "--fabric", "lab", "--at", START, "-o", "json", "--data", empty);
            Run.refused(
                    ExitCodes.WRONG_USAGE,
                    "is of another log than the broker at",
                    "show",
                    "frame",
                    "--archive",
                    archive.toString(),
                    "--bootstrap",
                    broker.bootstrap());
            Run.refused(
                    ExitCodes.WRONG_USAGE, "is of another log", "archive", "--to", archive.toString(), "--data", empty);
            Run.fine("archive", "--data", empty);
            Run.fine("ingest", "events", FIVE_CLASSES, "--fabric", "more", "-o", "json", "--data", empty);
            loseAll(broker.bootstrap(), "fabric.telemetry");
            Run.refused(ExitCodes.WRONG_USAGE, "go on with that gap with --skip-lost", "archive", "--data", empty);
            assertThat(Run.fine("archive", "--skip-lost", "--data", empty).exitCode())
                    .isZero();
        }
    }

    private static void loseAll(String bootstrap, String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
            admin.describeTopics(List.of(topic))
                    .allTopicNames()
                    .get()
                    .get(topic)
                    .partitions()
                    .forEach(partition -> all.put(
                            new TopicPartition(topic, partition.partition()), RecordsToDelete.beforeOffset(-1)));
            admin.deleteRecords(all).all().get();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}
