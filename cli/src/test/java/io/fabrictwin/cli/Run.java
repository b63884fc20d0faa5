package io.fabrictwin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * What came of one command in this process, with everything that was written to the standard streams meanwhile, by the
 * command or by a library.
 */
public record Run(int exitCode, String out, String err) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    public static Run of(String... arguments) {
        PrintStream formerOut = System.out;
        PrintStream formerErr = System.err;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        int exitCode;
        try {
            exitCode = FabricTwin.commandLine().execute(arguments);
        } finally {
            System.setOut(formerOut);
            System.setErr(formerErr);
        }
        return new Run(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Arguments with the data folder of an embedded broker behind them. */
    public static String[] onData(String data, String... arguments) {
        return Stream.concat(Stream.of(arguments), Stream.of("--data", data)).toArray(String[]::new);
    }

    /** A command that answers, and says nothing besides. */
    public static Run fine(String... arguments) {
        Run run = of(arguments);
        assertThat(run.err()).as("standard error of %s", List.of(arguments)).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCodes.FINE);
        return run;
    }

    /** A command that cannot answer, and says why in one line. */
    public static Run refused(int exitCode, String reason, String... arguments) {
        Run run = of(arguments);
        assertThat(run.err().lines())
                .as("standard error of %s", List.of(arguments))
                .singleElement()
                .asString()
                .contains(reason);
        assertThat(run.exitCode()).isEqualTo(exitCode);
        return run;
    }

    /** The answer, which is one JSON value and nothing else. */
    public JsonNode json() {
        return json(out);
    }

    /** The answer, which is one JSON value on each line. */
    public List<JsonNode> jsonLines() {
        return out.lines().map(Run::json).toList();
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("no JSON: " + text, e);
        }
    }
}
