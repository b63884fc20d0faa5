package io.fabrictwin.cli.fork;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.FabricTwin;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * Answers against what really happened: some of each kind of the packet-level recordings where these lie beside the
 * project, else the miniature of our own, of which the verdict is certain and the ratio is not. The bounds are modest: they catch a
 * broken forecast; how good it is is measured elsewhere.
 */
class RecordingsForecastIT {
    private static final Path RECORDINGS = Path.of("..", "..", "shared", "reference", "recordings");
    private static final Path MINIATURE = Path.of("src", "test", "resources", "recordings", "storm");
    private static final List<String> CASES = List.of(
            "rec-03", "rec-04", "rec-09", "rec-12", "rec-14", "rec-17", "rec-19", "rec-21", "rec-22", "rec-25",
            "rec-27", "rec-39", "rec-41", "rec-43", "rec-44", "rec-48", "rec-50");

    private record Truth(Path folder, double ratio, String verdict) {}

    private static List<Truth> truths() throws IOException {
        Path table = RECORDINGS.resolve("truth").resolve("truth.csv");
        if (!Files.exists(table)) {
            return List.of(new Truth(MINIATURE, 0.688, "faster"));
        }
        List<String> lines = Files.readAllLines(table);
        List<String> names = List.of(lines.get(0).split(",", -1));
        List<Truth> truths = new ArrayList<>();
        for (String line : lines) {
            List<String> cells = List.of(line.split(",", -1));
            if (CASES.contains(cells.get(0))) {
                truths.add(new Truth(
                        RECORDINGS.resolve(cells.get(0)),
                        Double.parseDouble(cells.get(names.indexOf("ratio_pooled"))),
                        cells.get(names.indexOf("verdict"))));
            }
        }
        return truths;
    }

    @Test
    void answersAreNearTheTruth() throws IOException {
        List<Truth> truths = truths();
        List<String> arguments = new ArrayList<>(List.of("fork", "-o", "json", "--recording"));
        truths.forEach(truth -> arguments.add(truth.folder().toString()));
        StringWriter out = new StringWriter();
        CommandLine command = FabricTwin.commandLine();
        command.setOut(new PrintWriter(out));

        assertThat(command.execute(arguments.toArray(String[]::new))).isEqualTo(ExitCodes.FINE);
        JsonNode answers = new ObjectMapper().readTree(out.toString());
        double error = 0;
        int right = 0;
        for (int index = 0; index < truths.size(); index++) {
            Truth truth = truths.get(index);
            JsonNode answer = answers.get(index);
            error += Math.abs(answer.get("ratio").get("likely").doubleValue() / truth.ratio() - 1) / truths.size();
            right += answer.get("verdict").textValue().equals(truth.verdict()) ? 1 : 0;
        }
        assertThat(error).as("mean relative error of the ratio").isLessThan(truths.size() > 1 ? 0.05 : 0.35);
        assertThat(right).as("right verdicts").isGreaterThanOrEqualTo(truths.size() - truths.size() / 10);
    }
}
