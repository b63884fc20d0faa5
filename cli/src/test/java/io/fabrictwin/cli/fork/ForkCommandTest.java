package io.fabrictwin.cli.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.FabricTwin;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ForkCommandTest {
    private static final Path STORM = Path.of("src", "test", "resources", "recordings", "storm");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path temporary;

    private int run(String... arguments) {
        CommandLine command = FabricTwin.commandLine();
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(err));
        return command.execute(arguments);
    }

    private Path withQuestion(String from, String to) throws IOException {
        Path copy = Files.createDirectory(temporary.resolve("copy"));
        try (var files = Files.list(STORM)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        Path question = copy.resolve(QuestionReader.FILE_NAME);
        String text = Files.readString(question);
        assertThat(text).contains(from);
        Files.writeString(question, text.replace(from, to));
        return copy;
    }

    @Test
    void aReplacedNicEndsTheStorm() throws IOException {
        assertThat(run("fork", "--recording", STORM.toString(), "-o", "json")).isEqualTo(ExitCodes.FINE);

        JsonNode answers = new ObjectMapper().readTree(out.toString());
        assertThat(answers).hasSize(1);
        JsonNode answer = answers.get(0);
        assertThat(answer.get("case").textValue()).isEqualTo("storm");
        assertThat(answer.get("verdict").textValue()).isEqualTo("faster");
        // recorded before the storm: 1.55 ms against 2.25 ms
        assertThat(answer.get("ratio").get("likely").doubleValue()).isBetween(0.64, 0.74);
        assertThat(answer.get("ratio").get("low").doubleValue())
                .isLessThan(answer.get("ratio").get("high").doubleValue());
        assertThat(answer.get("reasons").toString())
                .containsPattern(
                        "h1 sends pause frames: its switch port is held 1.. us in every 200 us; not so in the fork");
    }

    @Test
    void beforeTheRolloutNothingLaterIsRead() throws IOException {
        assertThat(run("fork", "--recording", STORM.toString(), "--strict", "-o", "json"))
                .isEqualTo(ExitCodes.FINE);

        JsonNode answer = new ObjectMapper().readTree(out.toString()).get(0);
        assertThat(answer.get("read").textValue()).isEqualTo("strict");
        assertThat(answer.get("verdict").textValue()).isEqualTo("faster");
        assertThat(answer.get("ratio").get("likely").doubleValue()).isBetween(0.64, 0.74);
    }

    @Test
    void theWrongFixChangesNothing() throws IOException {
        Path copy = withQuestion(
                "\"device\": \"h1\",\n   \"setting\": \"pause_storm\",\n   \"value\": \"off\",\n   \"unit\": \"\"",
                "\"device\": \"all switches\",\n \"setting\": \"buffer\",\n \"value\": 64,\n \"unit\": \"MiB\"");

        assertThat(run("fork", "--recording", copy.toString(), "-o", "json")).isEqualTo(ExitCodes.FINE);
        JsonNode answer = new ObjectMapper().readTree(out.toString()).get(0);
        assertThat(answer.get("verdict").textValue()).isEqualTo("no material change");
        assertThat(answer.get("ratio").get("likely").doubleValue()).isBetween(0.99, 1.01);
    }

    @Test
    void severalRecordingsAreAnsweredInOrderAndAlike() throws IOException {
        assertThat(run("fork", "--recording", STORM.toString(), STORM.toString(), "-o", "json"))
                .isEqualTo(ExitCodes.FINE);
        JsonNode answers = new ObjectMapper().readTree(out.toString());
        assertThat(answers).hasSize(2);
        assertThat(answers.get(0)).isEqualTo(answers.get(1));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void everyAnswerListsTheValuesThatItRestsOn() throws IOException {
        assertThat(run("fork", "--recording", STORM.toString(), "-o", "json")).isEqualTo(ExitCodes.FINE);
        JsonNode values = new ObjectMapper().readTree(out.toString()).get(0).get("values");
        int[] counts = new int[2];
        for (JsonNode value : values) {
            assertThat(value.get("name").textValue()).isNotBlank();
            assertThat(value.get("value").textValue()).isNotBlank();
            assertThat(value.get("source").textValue()).isNotBlank();
            assertThat(value.get("status").textValue()).isIn("measured", "assumed");
            counts[value.get("status").textValue().equals("measured") ? 0 : 1]++;
        }
        assertThat(values.findValuesAsText("name"))
                .contains("DCQCN gain", "ECN thresholds", "computing times of ranks", "pause storms");
        out.getBuffer().setLength(0);

        assertThat(run("fork", "--recording", STORM.toString())).isEqualTo(ExitCodes.FINE);
        assertThat(out.toString())
                .contains("rests on: " + counts[0] + " measured, " + counts[1] + " assumed (-o json lists them)");
    }

    @Test
    void pastChangesBearTheInterval() throws IOException {
        StringBuilder past = new StringBuilder("[");
        for (int index = 1; index <= 20; index++) {
            // errors of 1 to 20 hundredths, spread 0.1: the ceil(21 x 0.9) = 19th score is 1.9
            past.append(index == 1 ? "" : ",")
                    .append("{\"change\": \"replace-nic\", \"predictedLogRatio\": -0.5, \"observedLogRatio\": ")
                    .append(-0.5 + index / 100.0)
                    .append(", \"spread\": 0.1}");
        }
        Path file = Files.writeString(temporary.resolve("past.json"), past.append("]"));

        assertThat(run("fork", "--recording", STORM.toString(), "-o", "json")).isEqualTo(ExitCodes.FINE);
        JsonNode before = new ObjectMapper().readTree(out.toString()).get(0);
        out.getBuffer().setLength(0);
        assertThat(run("fork", "--recording", STORM.toString(), "-o", "json", "--calibration", file.toString()))
                .isEqualTo(ExitCodes.FINE);
        JsonNode after = new ObjectMapper().readTree(out.toString()).get(0);

        assertThat(before.get("accuracy").textValue()).startsWith("not yet measured on this fabric: ");
        assertThat(before.get("reasons").toString()).contains("interval: prior only; spread");
        // the median error is between 10 and 11 hundredths, and 16 are within 1.645 spreads
        assertThat(after.get("accuracy").textValue())
                .isEqualTo("on 20 comparable changes (replace-nic): median 11.1 %, 90 % interval held in 16 of 20");
        assertThat(after.get("reasons").toString())
                .contains("interval: 1.90 spreads to either side, by 20 comparable changes (replace-nic); spread");
        assertThat(after.get("ratio").get("likely"))
                .isEqualTo(before.get("ratio").get("likely"));
        assertThat(after.get("values").toString())
                .contains("\"1.9 spreads\",\"status\":\"fitted\"")
                .doesNotContain("1.645");
        assertThat(logWidth(after) / logWidth(before)).isCloseTo(1.9 / 1.645, within(1e-9));
    }

    private static double logWidth(JsonNode answer) {
        JsonNode ratio = answer.get("ratio");
        return Math.log(ratio.get("high").doubleValue() / ratio.get("low").doubleValue());
    }

    @Test
    void tooFewPastChangesLeaveThePrior() throws IOException {
        Path file = Files.writeString(
                temporary.resolve("past.json"),
                "[{\"change\": \"set-ecn\", \"predictedLogRatio\": 0.1, \"observedLogRatio\": 0.11}]");

        assertThat(run("fork", "--recording", STORM.toString(), "--calibration", file.toString()))
                .isEqualTo(ExitCodes.FINE);
        assertThat(out.toString())
                .contains("interval: prior only; spread")
                .contains("our own error on such questions: on 1 comparable change (all kinds): median 1.0 %, "
                        + "90 % interval held in 1 of 1; intervals are prior only, as it takes 9 changes");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "[];one at least",
                "{};a list of past changes",
                "[1];change 1: there must be an object",
                "[{\"change\": 3}];change 1: field 'change' is not a text",
                "[{\"kind\": \"set-ecn\"}];change 1: unknown field 'kind'",
                "[{\"change\": \"set-ecn\"}];change 1: field 'predictedLogRatio' is not a number",
                "[{\"change\":\"a\",\"predictedLogRatio\":0,\"observedLogRatio\":0,\"spread\":0}];spread 0.0, not above 0",
                "[;is not JSON",
            })
    void aBadCalibrationIsRefusedInOneLine(String json, String message) throws IOException {
        Path file = Files.writeString(temporary.resolve("past.json"), json);

        assertThat(run("fork", "--recording", STORM.toString(), "--calibration", file.toString()))
                .isEqualTo(ExitCodes.BAD_DATA);
        assertThat(err.toString().lines().toList()).hasSize(1);
        assertThat(err.toString()).contains("past.json").contains(message);
    }

    @Test
    void theTableNamesCaseRatioAndVerdict() {
        assertThat(run("fork", "--recording", STORM.toString())).isEqualTo(ExitCodes.FINE);
        List<String> lines = out.toString().lines().toList();
        assertThat(lines.get(0)).contains("RATIO", "VERDICT");
        assertThat(lines.get(1)).startsWith("storm").contains("faster");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "\"metric\";\"metrik\";unknown field 'metrik' in the question",
                "\"fork_step\": 4;\"fork_step\": 9;the recording has no step 9 of job0",
                "\"fork_step\": 4;\"fork_step\": 3;but step 3 of job0 starts at",
                "\"fork_step\": 4;\"fork_step\": -1;field 'fork_step' is not a whole number",
                "\"job\": 0;\"job\": \"zero\";field 'job' is not a whole number",
                "\"device\": \"h1\";\"device\": \"h9\";no host 'h9' in the frame; there are: h0, h1, h2, h3",
                "\"value\": \"off\";\"value\": \"on\";'on' does not fit",
                "\"setting\": \"pause_storm\";\"setting\": \"weather\";setting 'weather' is not one that can be changed",
                "\"changes\";[;is not JSON",
            })
    void aBadQuestionIsRefusedInOneLine(String from, String to, String message) throws IOException {
        Path copy = withQuestion(from, to);

        assertThat(run("fork", "--recording", copy.toString())).isEqualTo(ExitCodes.BAD_DATA);
        assertThat(err.toString().lines().toList()).hasSize(1);
        assertThat(err.toString()).contains("question.json").contains(message);
    }

    @Test
    void whatIsNotARecordingIsRefused() {
        for (Path folder : List.of(temporary, temporary.resolve("missing"))) {
            assertThat(run("fork", "--recording", folder.toString())).isEqualTo(ExitCodes.BAD_DATA);
        }
        assertThat(err.toString()).contains("asks nothing: it has no question.json");
        assertThat(run("fork")).isEqualTo(ExitCodes.WRONG_USAGE);
    }
}
