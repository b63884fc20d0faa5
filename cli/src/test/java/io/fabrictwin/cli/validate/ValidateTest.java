package io.fabrictwin.cli.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.Run;
import io.fabrictwin.model.ladder.Check;
import io.fabrictwin.model.ladder.Ladder;
import io.fabrictwin.model.ladder.Rung;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidateTest {
    /** One flow over an idle link: the last byte leaves after 1,051 x 10 B / 12.5 B/ns. */
    private static final String CASE = """
            { "fabric": {
                "nodes": [ {"id": "a", "kind": "host"}, {"id": "b", "kind": "host"},
                           {"id": "s", "kind": "switch", "bufferBytes": 33554432} ],
                "links": [ {"a": "a", "b": "s", "gbps": 100, "delayNs": 1000},
                           {"a": "b", "b": "s", "gbps": 100, "delayNs": 1000} ],
                "transport": {
                  "kind": "roce-pfc-only", "payloadBytes": 1003, "wireBytes": 1051, "ackBytes": 60,
                  "pfc": {"enabled": true, "alpha": 0.125, "reserveBytes": 4096, "resumeOffsetBytes": 3072}}},
              "flows": [ {"id": 5, "src": "a", "dst": "b", "bytes": BYTES, "startNs": 0, "path": ["a", "s", "b"]} ] }
            """;

    @TempDir
    private Path folder;

    @Test
    void tellsTheErrorOfEachSetAndTheDirection() throws IOException {
        write("short.json", CASE.replace("BYTES", "10030"));
        write("long.json", CASE.replace("BYTES", "1003000"));
        long shortNs = endNs("short.json");
        long longNs = endNs("long.json");
        write(
                "flows_idle.csv",
                "case_id,flow_id,start_ns,end_ns\nshort,5,0," + Math.round(shortNs * 1.1) + "\nlong,5,0," + longNs
                        + "\nnot-run,5,0,1\n");
        write("speed.csv", "case_id,cpu_s\nshort,1000\nlong,1000\n");
        JsonNode report = Run.fine(
                        "validate",
                        ladderFirst(),
                        "--cases",
                        folder.toString(),
                        "--truth",
                        folder.toString(),
                        "-o",
                        "json")
                .json();
        JsonNode set = report.path("sets").get(0);
        assertThat(set.path("set").textValue()).isEqualTo("idle");
        assertThat(set.path("cases").intValue()).isEqualTo(2);
        assertThat(set.path("makespanError").doubleValue()).isEqualTo(Math.log(1.1) / 2, within(1e-3));
        assertThat(set.path("worstCase").textValue()).isEqualTo("short");
        assertThat(set.path("speedUp").doubleValue()).isGreaterThan(1000);
        assertThat(report.path("signs").path("pairs").intValue()).isEqualTo(1);
        assertThat(report.path("signs").path("right").intValue()).isEqualTo(1);
        assertThat(report.path("signs").path("configurationPairs").intValue()).isZero();
    }

    @Test
    void saysWhatIsWrongWithTheTruth() throws IOException {
        write("short.json", CASE.replace("BYTES", "10030"));
        String cases = folder.toString();
        Run.refused(ExitCodes.WRONG_USAGE, "--truth go together", "validate", "--cases", cases);
        Run.refused(ExitCodes.BAD_DATA, "no flows_SET.csv files", arguments());
        write("flows_idle.csv", "case_id,flow_id,start_ns\nshort,5,0\n");
        Run.refused(ExitCodes.BAD_DATA, "column end_ns is missing", arguments());
        write("flows_idle.csv", "case_id,flow_id,start_ns,end_ns\nshort,6,0,1\n");
        Run.refused(ExitCodes.BAD_DATA, "does not know flow 5", arguments());
        write("flows_idle.csv", "case_id,flow_id,start_ns,end_ns\nother,5,0,1\n");
        Run.refused(ExitCodes.BAD_DATA, "holds no CASE.json", arguments());
    }

    @Test
    void scoresForecastsOfRecordings() throws IOException {
        Path storm = Path.of("src", "test", "resources", "recordings", "storm");
        Path copy = Files.createDirectory(folder.resolve("storm"));
        try (var files = Files.list(storm)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        Files.createDirectory(folder.resolve("truth"));
        String header = "case,ratio_pooled,verdict,streams_disagree\n";
        write("truth/truth.csv", header + "storm,0.688,faster,0\n");

        JsonNode open = Run.fine("validate", "--recordings", folder.toString(), "-o", "json")
                .json();
        JsonNode strict = Run.fine("validate", "--recordings", folder.toString(), "--strict", "-o", "json")
                .json();

        assertThat(open.path("read").textValue()).isEqualTo("open book");
        assertThat(strict.path("read").textValue()).isEqualTo("strict");
        for (JsonNode report : List.of(open, strict)) {
            JsonNode all = report.path("kinds").get(0);
            JsonNode scored = report.path("cases").get(0);
            double likely = scored.path("likely").doubleValue();
            assertThat(all.path("change").textValue()).isEqualTo("all");
            assertThat(all.path("verdicts").textValue()).isEqualTo("1 of 1");
            assertThat(all.path("error").doubleValue()).isEqualTo(Math.abs(Math.log(likely / 0.688)), within(1e-12));
            assertThat(all.path("intervalScore").doubleValue())
                    .isLessThan(all.path("scoreOfNoChange").doubleValue());
            assertThat(all.path("scoreOfNoChange").doubleValue()).isEqualTo(-20 * Math.log(0.688), within(1e-12));
            assertThat(scored.path("paths").textValue()).isEqualTo("known");
        }
        write("truth/truth.csv", header + "storm,0.688,faster,1\n");
        assertThat(Run.fine("validate", "--recordings", folder.toString()).out())
                .contains("random itself")
                .contains("0 of 0");
        write("truth/truth.csv", "case,verdict\nstorm,faster\n");
        Run.refused(
                ExitCodes.BAD_DATA, "column ratio_pooled is missing", "validate", "--recordings", folder.toString());
        Run.refused(ExitCodes.WRONG_USAGE, "it goes with --recordings", "validate", "--strict");
    }

    @Test
    void refusesARungThatIsNone() {
        Run.refused(ExitCodes.WRONG_USAGE, "no such rung: V99", "validate", "v99");
    }

    @Test
    void namesACoreRungThatIsOutOfBand() {
        Rung rung = new Rung(
                "V00",
                true,
                "two and two",
                "arithmetic",
                () -> List.of(
                        Check.exact("sum", "2 + 2", "", 4, 4), Check.relative("sum | again", "2 + 2", "B", 4, 5, 0.1)));
        StringWriter page = new StringWriter();
        new Report(List.of(RungResult.of(rung)), List.of(), List.of()).markdown(new PrintWriter(page));
        assertThat(page.toString())
                .contains("0 of 1 core rungs in band")
                .contains("| V00 | core | two and two | arithmetic | 1 of 2 |")
                .contains("| V00 | sum \\| again | 2 + 2 | 4 | 5 | B | 3.6000 .. 4.4000 | OUT OF BAND |");
    }

    private String[] arguments() {
        return new String[] {"validate", ladderFirst(), "--cases", folder.toString(), "--truth", folder.toString()};
    }

    private static String ladderFirst() {
        return Ladder.rungs().get(0).id();
    }

    private long endNs(String name) {
        return Run.fine("simulate", folder.resolve(name).toString())
                .json()
                .path("flows")
                .get(0)
                .path("endNs")
                .longValue();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
