package io.fabrictwin.cli.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.Run;
import io.fabrictwin.cli.embedded.DataFolder;
import io.fabrictwin.cli.embedded.EmbeddedBroker;
import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.detection.FindingKind;
import io.fabrictwin.model.detection.Severity;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.replay.job.TwinTopic;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.FindingCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables and traces of a small recording, read by programs that are not ours. */
class ExportIT {
    private static final String STORM =
            Path.of("src", "test", "resources", "recordings", "storm").toString();
    private static final long START_NS = 1_767_225_600_000_000_000L;

    @TempDir
    private static Path temporary;

    private static String data = "";
    private static List<AutoCloseable> running = List.of();

    @BeforeAll
    static void takeTheRecordingIn() {
        data = temporary.resolve("data").toString();
        DataFolder folder = DataFolder.open(Path.of(data));
        EmbeddedBroker broker = EmbeddedBroker.start(folder.brokerDirectory());
        folder.publishEndpoint(broker.bootstrap());
        running = List.of(broker, folder);
        Run.fine("ingest", "lab-recording", STORM, "--fabric", "lab", "--at", "2026-01-01T00:00:00Z", "--data", data);
        Finding finding = new Finding(
                new FabricId("lab"),
                FindingKind.PAUSE_STORM,
                Severity.CRITICAL,
                START_NS + 1_000_000,
                START_NS + 2_000_000,
                List.of("h1:nic0"),
                "a NIC storms",
                List.of("paused 90 %", "since a while"),
                null);
        TwinTopic.publish(
                BrokerAccess.plain(broker.bootstrap()),
                Topics.FINDINGS,
                Map.of(finding.id(), new FindingCodec().encode(finding)));
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable part : running) {
            part.close();
        }
    }

    private static long rows(JsonNode report, String table) {
        for (JsonNode row : report) {
            if (row.get("table").textValue().equals(table)) {
                return row.get("rows").longValue();
            }
        }
        return -1;
    }

    private static long count(Statement database, String query) throws SQLException {
        try (ResultSet result = database.executeQuery(query)) {
            result.next();
            return result.getLong(1);
        }
    }

    @Test
    void tablesHoldWhatTheRecordingHeldInBothForms() throws Exception {
        Path parquet = temporary.resolve("parquet");
        Path csv = temporary.resolve("csv");
        Run asParquet = Run.of("export", "tables", parquet.toString(), "-o", "json", "--data", data);
        Run asCsv = Run.of("export", "tables", csv.toString(), "--format", "csv", "-o", "json", "--data", data);

        assertThat(asParquet.exitCode()).isZero();
        JsonNode report = asParquet.json();
        assertThat(report).isEqualTo(asCsv.json());
        assertThat(asParquet.err()).startsWith("events that no table tells of: ");
        assertThat(rows(report, "steps")).isEqualTo(lines("steps.csv"));
        assertThat(rows(report, "collectives")).isEqualTo(lines("collectives.csv"));
        assertThat(rows(report, "compute")).isEqualTo(lines("compute.csv"));
        assertThat(rows(report, "findings")).isEqualTo(1);
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement database = connection.createStatement()) {
            for (Table table : Table.values()) {
                String files = "'" + parquet.resolve(table.fileName()) + ".parquet'";
                assertThat(count(database, "select count(*) from " + files))
                        .as(table.fileName())
                        .isEqualTo(rows(report, table.fileName()));
                if (rows(report, table.fileName()) > 0) {
                    String text = "'" + csv.resolve(table.fileName()) + ".csv'";
                    assertThat(count(
                                    database,
                                    "select count(*) from (select * from " + files + " except select * from read_csv("
                                            + text + ", header = true, types = {" + types(table) + "}))"))
                            .as("rows of " + table + " that differ")
                            .isZero();
                }
            }
            String steps = "'" + parquet.resolve("steps.parquet") + "'";
            // That reader keeps microseconds of a time.
            assertThat(count(database, "select sum(step_time_ns) from " + steps))
                    .isCloseTo(
                            count(database, "select sum(epoch_ns(end_time) - epoch_ns(start_time)) from " + steps),
                            within(1000L * lines("steps.csv")));
            assertThat(count(database, "select min(epoch_ns(start_time)) from " + steps))
                    .isBetween(START_NS, START_NS + 1_000_000_000);
            assertThat(count(
                            database,
                            "select count(*) from '" + parquet.resolve("port_intervals.parquet")
                                    + "' where paused_share > 0.5 and to_time > from_time"))
                    .isPositive();
        }
    }

    private static long lines(String file) throws IOException {
        return Files.readAllLines(Path.of(STORM, file)).size() - 1L;
    }

    private static String types(Table table) {
        List<String> types = new ArrayList<>();
        table.columns()
                .forEach(column -> types.add("'" + column.name() + "': '"
                        + switch (column.type()) {
                            case TEXT -> "VARCHAR";
                            case WHOLE -> "BIGINT";
                            case DECIMAL -> "DOUBLE";
                            case FLAG -> "BOOLEAN";
                            case TIME -> "TIMESTAMPTZ";
                        }
                        + "'"));
        return String.join(", ", types);
    }

    @Test
    void anArchiveGivesTheSameRows() throws Exception {
        Path archive = temporary.resolve("archive");
        Run.fine("archive", "--to", archive.toString(), "--data", data, "-o", "json");
        Path ofArchive = temporary.resolve("of-archive");
        Path ofBroker = temporary.resolve("of-broker");
        String[] wanted = {"--format", "csv", "--table", "steps", "--table", "changes", "--table", "links"};
        Run.fine(all(wanted, "export", "tables", ofArchive.toString(), "--archive", archive.toString()));
        Run.fine(all(wanted, "export", "tables", ofBroker.toString(), "--data", data));

        for (String table : List.of("steps", "changes", "links")) {
            assertThat(Files.readAllLines(ofArchive.resolve(table + ".csv")))
                    .hasSizeGreaterThan(1)
                    .containsExactlyInAnyOrderElementsOf(Files.readAllLines(ofBroker.resolve(table + ".csv")));
        }
        assertThat(ofBroker.resolve("gauges.csv")).doesNotExist();
        Run.refused(
                ExitCodes.BAD_DATA,
                "cannot write the tables to ",
                all(wanted, "export", "tables", ofBroker.resolve("steps.csv").toString(), "--data", data));
    }

    private static String[] all(String[] more, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Test
    void aTraceIsWhatTimelinesRead() throws Exception {
        Path file = temporary.resolve("trace.json");
        assertThat(Run.fine("export", "trace", file.toString(), "--data", data).out())
                .contains("open it in https://ui.perfetto.dev");

        JsonNode trace = new ObjectMapper()
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .readTree(file.toFile());
        assertThat(trace.get("otherData").get("beginNs").textValue()).startsWith("17672256");
        Map<String, Integer> byPhase = new HashMap<>();
        Map<String, String> tracks = new HashMap<>();
        Map<String, List<long[]>> slices = new HashMap<>();
        Set<String> counters = new HashSet<>();
        for (JsonNode event : trace.get("traceEvents")) {
            String phase = event.get("ph").textValue();
            byPhase.merge(phase, 1, Integer::sum);
            String track = event.get("pid").intValue() + "/" + event.get("tid").intValue();
            if (phase.equals("M")) {
                tracks.put(track, event.get("args").get("name").textValue());
                continue;
            }
            long atNs = ns(event.get("ts"));
            assertThat(atNs).isNotNegative();
            assertThat(tracks).as("the track is named before it is used").containsKey(track);
            if (phase.equals("X")) {
                slices.computeIfAbsent(track, same -> new ArrayList<>())
                        .add(new long[] {atNs, atNs + ns(event.get("dur"))});
            } else if (phase.equals("C")) {
                assertThat(event.get("args").get("value").isNumber()).isTrue();
                counters.add(event.get("name").textValue());
            }
        }
        assertThat(byPhase.keySet()).containsExactlyInAnyOrder("M", "X", "C", "i");
        assertThat(tracks).containsValue("steps").containsValue("lab job job0").containsValue("findings");
        assertThat(counters).anyMatch(name -> name.endsWith("load Gbit/s")).anyMatch(name -> name.endsWith("paused %"));
        slices.forEach((track, ofTrack) -> assertThat(ofTrack)
                .as("slices of %s lie apart or within each other", tracks.get(track))
                .allSatisfy(one -> assertThat(ofTrack)
                        .noneMatch(other -> other[0] > one[0] && other[0] < one[1] && other[1] > one[1])));
        long steps = slices.values().stream().mapToLong(List::size).sum();
        assertThat(steps).isGreaterThanOrEqualTo(lines("steps.csv") + lines("collectives.csv"));
    }

    private static long ns(JsonNode micros) {
        return micros.decimalValue().movePointRight(3).longValueExact();
    }

    @Test
    void whatCannotBeExportedIsSaid() {
        String file = temporary.resolve("none.json").toString();
        Run.refused(
                ExitCodes.WRONG_USAGE,
                "the log holds nothing of that span that a trace shows",
                "export",
                "trace",
                file,
                "--from",
                "2030-01-01T00:00:00Z",
                "--data",
                data);
        Run.refused(
                ExitCodes.WRONG_USAGE,
                "--from 2 lies after --to 1",
                "export",
                "trace",
                file,
                "--from",
                "2",
                "--to",
                "1",
                "--data",
                data);
    }
}
