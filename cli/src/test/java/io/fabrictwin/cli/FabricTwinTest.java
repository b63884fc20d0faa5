package io.fabrictwin.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.publish.LogUnreachableException;
import io.fabrictwin.replay.source.LogUnavailableException;
import io.fabrictwin.streams.app.CannotStartException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class FabricTwinTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void versionGoesToStandardOutput() {
        assertThat(run("--version")).isEqualTo(ExitCodes.FINE);
        assertThat(out.toString()).startsWith("fabric-twin ");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void helpNamesTheExitCodes() {
        assertThat(run("--help")).isEqualTo(ExitCodes.FINE);
        assertThat(out.toString()).contains("70", "a bug of ours");
    }

    /** Of a text that it cannot format, such as one with a bare per cent sign, the library warns on standard error. */
    @Test
    void allHelpCanBeFormatted() {
        PrintStream before = System.err;
        ByteArrayOutputStream warnings = new ByteArrayOutputStream();
        System.setErr(new PrintStream(warnings, true, UTF_8));
        try {
            assertThat(allOf(FabricTwin.commandLine()).map(CommandLine::getUsageMessage))
                    .allSatisfy(help -> assertThat(help).startsWith("Usage:"));
        } finally {
            System.setErr(before);
        }
        assertThat(warnings.toString(UTF_8)).isEmpty();
    }

    /** In the list of commands stands the first line of each. */
    @Test
    void firstLinesAreWholeSentences() {
        assertThat(allOf(FabricTwin.commandLine())
                        .map(command -> command.getCommandSpec().usageMessage().description()[0]))
                .allSatisfy(line -> assertThat(line).endsWith("."));
    }

    private static Stream<CommandLine> allOf(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(FabricTwinTest::allOf));
    }

    @Test
    void noCommandIsWrongUsage() {
        assertThat(run()).isEqualTo(ExitCodes.WRONG_USAGE);
        assertThat(err.toString()).isEqualTo(String.format("no command given; see fabric-twin --help%n"));
    }

    @Test
    void unknownOptionIsWrongUsageInOneLine() {
        assertThat(run("--no-such-option")).isEqualTo(ExitCodes.WRONG_USAGE);
        assertThat(err.toString().lines()).singleElement().asString().contains("--no-such-option");
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new AnswerIsNoException("worse than before"), 1),
                Arguments.of(new WrongUsageException("--from is after --to"), 2),
                Arguments.of(new BadDataException("links.csv line 3:\n no such port"), 3),
                Arguments.of(new UnreachableException("no broker at localhost:9092"), 4),
                Arguments.of(new LogUnreachableException("no broker", new IllegalStateException()), 4),
                Arguments.of(new LogUnavailableException("no topics", new IllegalStateException()), 4),
                Arguments.of(new CannotStartException("port taken"), 4),
                Arguments.of(new IllegalStateException("impossible"), 70));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void eachFamilyOfFailureIsOneLineAndItsExitCode(RuntimeException failure, int exitCode) {
        assertThat(run(failure, "fail")).isEqualTo(exitCode);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains(failure.getMessage().replaceAll("\\s+", " "));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void verboseAddsTheStackTrace(RuntimeException failure, int exitCode) {
        assertThat(run(failure, "fail", "-v")).isEqualTo(exitCode);
        assertThat(err.toString()).contains("\tat " + FabricTwinTest.class.getName());
    }

    private int run(String... args) {
        return run(new IllegalStateException("not called"), args);
    }

    private int run(RuntimeException failure, String... args) {
        CommandLine command = FabricTwin.commandLine()
                .addSubcommand("fail", new Failing(failure))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err));
        return command.execute(args);
    }

    @Command
    private record Failing(RuntimeException failure) implements Runnable {
        @Override
        public void run() {
            throw failure;
        }
    }
}
