package io.fabrictwin.cli.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.Run;
import io.fabrictwin.cli.render.SampleForecast;
import io.fabrictwin.model.gate.Assertion;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.testkit.golden.Golden;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class GateTest {
    private static final List<Assertion> ASSERTIONS = Stream.of(
                    "job pretraining step-time grows < 2 %",
                    "job finetune step-time.p95 grows < 2 %",
                    "job * interference < 2",
                    "port * pause-share < 1 %",
                    "no cannot-tell")
            .map(Assertion::parse)
            .toList();

    private static final GateResult REFUSED =
            GateResult.of(SampleForecast.of(new Ratio(1.2, 1.25, 1.3)), ASSERTIONS, false);

    @TempDir
    private Path temporary;

    private static String printed(GateOutput output, GateResult result) {
        StringWriter out = new StringWriter();
        GateReport.print(new PrintWriter(out), output, result);
        return out.toString();
    }

    @ParameterizedTest
    @EnumSource(GateOutput.class)
    void theReportTellsWhatWasFound(GateOutput output) {
        Golden.matches("gate/report." + (output == GateOutput.junit ? "xml" : output), printed(output, REFUSED));
    }

    @Test
    void jUnitCountsRefusalsAsFailuresAndTheUnknownAsErrorsUnlessItIsAllowed() throws Exception {
        Element suite = suite(printed(GateOutput.junit, REFUSED));
        assertThat(suite.getAttribute("tests")).isEqualTo("9");
        assertThat(suite.getAttribute("failures")).isEqualTo("3");
        assertThat(suite.getAttribute("errors")).isEqualTo("3");
        assertThat(suite.getElementsByTagName("failure").getLength()).isEqualTo(3);
        assertThat(suite.getElementsByTagName("error").getLength()).isEqualTo(3);

        GateResult allowed = new GateResult(REFUSED.forecast(), REFUSED.assertions(), true);
        suite = suite(printed(GateOutput.junit, allowed));
        assertThat(suite.getAttribute("errors")).isEqualTo("0");
        assertThat(suite.getAttribute("skipped")).isEqualTo("3");
        assertThat(suite.getElementsByTagName("skipped").getLength()).isEqualTo(3);
    }

    private static Element suite(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)))
                .getDocumentElement();
    }

    @Test
    void whatIsUnknownPassesOnlyWhereThatIsAllowed() {
        List<Assertion> unknown = List.of(Assertion.parse("job finetune interference < 2"));
        assertThat(GateResult.of(REFUSED.forecast(), unknown, false).isPassed()).isFalse();
        assertThat(GateResult.of(REFUSED.forecast(), unknown, true).isPassed()).isTrue();
        List<Assertion> fine = List.of(Assertion.parse("job finetune step-time grows < 2 %"));
        assertThat(GateResult.of(REFUSED.forecast(), fine, false).isPassed()).isTrue();
    }

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", "examples", "gate"))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleIsRead(Path example) {
        GateForm form = GateForm.read(example);

        assertThat(form.assertions()).isNotEmpty();
        assertThat(form.scenario().changes()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "assertions: [speed < 2]|line 5: assertions[0]: 'speed < 2' has 'speed' where there must be one of",
                "assertions: []|line 5: assertions is an empty list",
                "assertion: [no cannot-tell]|assertions is missing",
                "{assertions: [no cannot-tell], allow: true}|no YAML",
            })
    void whatDoesNotFitIsNamedWithItsLine(String line, String message) throws IOException {
        Path file = Files.writeString(
                temporary.resolve("gate.yaml"), "scenario:\n  at: -1h\n  window: 10m\n  changes: []\n" + line + "\n");

        assertThatThrownBy(() -> GateForm.read(file))
                .isInstanceOf(BadDataException.class)
                .hasMessageContaining("gate.yaml")
                .hasMessageContaining(message);
    }

    @Test
    void aScenarioOfItsOwnIsReadStrictlyAndOneThatIsNamedMustBeThere() throws IOException {
        Path inline = Files.writeString(
                temporary.resolve("inline.yaml"),
                "scenario: {at: -1h, windwo: 3s, window: 10m}\nassertions: [no cannot-tell]\n");
        assertThatThrownBy(() -> GateForm.read(inline))
                .hasMessageContaining("line 1: scenario.windwo is not a field of this form; did you mean 'window'?");

        Path named = Files.writeString(
                temporary.resolve("named.yaml"), "scenario: gone.yaml\nassertions: [no cannot-tell]\n");
        Run.refused(ExitCodes.BAD_DATA, "gone.yaml: no such file", "gate", named.toString());
    }

    @Test
    void aReportWithoutAKnownFormIsRefusedBeforeAnythingIsRun() {
        Run.refused(ExitCodes.WRONG_USAGE, "ends in none of .md", "gate", "any.yaml", "--report", "report.pdf");
    }
}
