package io.fabrictwin.cli.synth;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SynthCommandTest {
    /** Above the size of which all queues are run: a second or so. */
    private static final List<String> QUICK =
            List.of("synth", "--gpus", "136", "--topology", "rail", "--incident", "straggler-gpu", "--steps", "8");

    @TempDir
    private Path folder;

    @Test
    void incidentsAreListed() {
        JsonNode incidents = Run.fine("synth", "--list", "-o", "json").json();
        assertThat(incidents).hasSize(13);
        assertThat(incidents.get(1).get("incident").textValue()).isEqualTo("ecn-misconfig");
        assertThat(incidents.get(1).get("fabrics")).hasSize(1);
        assertThat(Run.fine("synth", "--list").out()).contains("sharp-off");
    }

    @Test
    void aFileIsWhatIngestTakesIn() throws IOException {
        Path file = folder.resolve("events.jsonl.gz");
        Path truth = folder.resolve("truth.json");
        Run run = run("-o", file.toString(), "--truth", truth.toString(), "--duplicates", "0.1");
        assertThat(run.exitCode()).isEqualTo(ExitCodes.FINE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).singleElement().asString().contains("straggler-gpu at server");
        JsonNode told = new ObjectMapper().readTree(truth.toFile());
        assertThat(told.get("incident").textValue()).isEqualTo("straggler-gpu");
        assertThat(told.get("beginNs").longValue()).isLessThan(told.get("endNs").longValue());

        JsonNode report = Run.fine("ingest", "events", file.toString(), "--dry-run", "-o", "json")
                .json()
                .get(0);
        assertThat(report.get("read").longValue()).isEqualTo(told.get("events").longValue());
        assertThat(report.get("rejected").longValue()).isZero();
        double accepted = report.get("accepted").longValue();
        assertThat(report.get("duplicate").longValue() / accepted).isBetween(0.08, 0.12);
    }

    @Test
    void theSameArgumentsWriteTheSameBytesCompressedOrNot() throws IOException {
        Path first = folder.resolve("a.jsonl");
        Path second = folder.resolve("b.jsonl.gz");
        Path third = folder.resolve("c.jsonl.gz");
        for (Path file : List.of(first, second, third)) {
            assertThat(run("-o", file.toString()).exitCode()).isEqualTo(ExitCodes.FINE);
        }
        assertThat(second).hasSameBinaryContentAs(third);
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(second))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(Files.readString(first));
        }
        assertThat(run("-o", "-").out()).isEqualTo(Files.readString(first));
        assertThat(Files.readString(first)).contains("ConnectionObserved");
        assertThat(run("--no-paths", "-o", "-").out()).doesNotContain("ConnectionObserved");
    }

    @Test
    void whatDoesNotFitIsRefusedInOneLine() {
        Run.refused(ExitCodes.WRONG_USAGE, "sharp-off cannot happen on roce", "synth", "--incident", "sharp-off");
        Run.refused(ExitCodes.WRONG_USAGE, "is none of none, ecn-misconfig", "synth", "--incident", "flood");
        Run.refused(ExitCodes.WRONG_USAGE, "multiple of 8", "synth", "--gpus", "100");
        Run.refused(ExitCodes.WRONG_USAGE, "leaf-spine, rail", "synth", "--topology", "torus");
        Run.refused(
                ExitCodes.WRONG_USAGE,
                "dragonfly has no tier",
                "synth",
                "--topology",
                "dragonfly",
                "--oversubscription",
                "2",
                "-o",
                "-");
        Run.refused(ExitCodes.WRONG_USAGE, "-o writes a file", "synth", "-o", "x.jsonl", "--data", "lab");
        Run.refused(ExitCodes.WRONG_USAGE, "loss must lie", "synth", "--loss", "2");
        Run.refused(
                ExitCodes.BAD_DATA,
                "cannot write",
                "synth",
                "-o",
                folder.resolve("no/where.jsonl").toString());
    }

    private static Run run(String... more) {
        String[] arguments = new String[QUICK.size() + more.length];
        for (int place = 0; place < arguments.length; place++) {
            arguments[place] = place < QUICK.size() ? QUICK.get(place) : more[place - QUICK.size()];
        }
        return Run.of(arguments);
    }
}
