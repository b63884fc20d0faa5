package io.fabrictwin.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.Run;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.ChangeKey;
import io.fabrictwin.model.scenario.ChangeKeys;
import io.fabrictwin.model.scenario.Reading;
import io.fabrictwin.model.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ScenarioFormTest {
    private static final Path EXAMPLES = Path.of("..", "examples", "fork");
    private static final Instant NOW = Instant.parse("2026-03-01T13:00:00Z");

    @TempDir
    private Path temporary;

    private Path written(String yaml) throws IOException {
        return Files.writeString(temporary.resolve("what-if.yaml"), yaml);
    }

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleIsReadAndAsksOfAWindow(Path example) {
        ScenarioForm form = ScenarioForm.read(example);

        Scenario scenario = form.scenario(NOW);
        assertThat(form.name()).isNotBlank();
        assertThat(form.changes()).isNotEmpty();
        assertThat(scenario.windowToNs()).isGreaterThan(scenario.baseTimeNs());
    }

    @Test
    void everyFieldIsRead() throws IOException {
        ScenarioForm form = ScenarioForm.read(written("""
                name: all of it
                fabric: roce
                at: -1h
                window: 30s
                known-at: 2026-03-01T12:30:00Z
                changes:
                  - ecn-kmin@leaf3: 400000
                  - link@leaf2:spine1: down
                  - pause-storm@h5: off
                  - hosts@job0: [h0, h2]
                    pfc-alpha: 1/8
                seed: 7
                strict: true
                jobs: [a, "b,c"]
                """));

        assertThat(form.knownAt()).isEqualTo("2026-03-01T12:30:00Z");
        assertThat(form.fabric()).isEqualTo("roce");
        assertThat(form.jobs()).containsExactly("a", "b,c");
        assertThat(form.changes().stream().map(Change::text))
                .containsExactly(
                        "ecn-kmin@leaf3=400KB",
                        "link@leaf2:spine1=down",
                        "pause-storm@h5=off",
                        "hosts@job0=h0,h2",
                        "pfc-alpha=0.125");
        Scenario scenario = form.scenario(NOW);
        assertThat(scenario.baseTimeNs()).isEqualTo(1_772_366_400_000_000_000L);
        assertThat(scenario.windowToNs() - scenario.windowFromNs()).isEqualTo(30_000_000_000L);
        assertThat(scenario.seed()).isEqualTo(7);
        assertThat(scenario.reading()).isEqualTo(Reading.STRICT);
    }

    @Test
    void whatIsMissingHasItsDefault() throws IOException {
        ScenarioForm form = ScenarioForm.read(written("at: 1772366400\nwindow: 10m\n"));

        assertThat(form)
                .isEqualTo(new ScenarioForm(
                        "what-if",
                        null,
                        "1772366400",
                        "10m",
                        null,
                        List.of(),
                        ScenarioForm.SEED,
                        Reading.OPEN_BOOK,
                        List.of()));
        assertThat(form.scenario(NOW).baseTimeNs()).isEqualTo(1_772_366_400_000_000_000L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "windwo: 3s|line 3: windwo is not a field of this form; did you mean 'window'?; known here: at",
                "changes: [{ecn-kmim: 4KB}]|line 3: changes[0].ecn-kmim: 'ecn-kmim' is not something that can be changed",
                "changes: [{ecn-kmim: 4KB}]|did you mean 'ecn-kmin'?",
                "changes: [{ecn-kmin: many}]|line 3: changes[0].ecn-kmin: 'many' in 'ecn-kmin' has an unknown unit",
                "changes: [{link@a:b: true}]|'true' does not fit 'link@a:b'; there are: up, down",
                "changes: [{hosts@j: {a: b}}]|line 3: changes[0].hosts@j must be a text, a number or a list of those",
                "changes: [4]|line 3: changes[0] must be an object",
                "changes: 4|line 3: changes must be a list",
                "jobs: []|line 3: jobs is an empty list",
                "known-at: never|line 3: known-at: time 'never' cannot be read",
                "seed: -1|line 3: seed must not be negative",
                "at: 5|line 3: no YAML: Duplicate field 'at'",
                "'name: \"'|no YAML",
            })
    void whatDoesNotFitIsNamedWithItsLineAndTheNearestKnown(String line, String message) throws IOException {
        Path file = written("at: -1h\nwindow: 10m\n" + line + "\n");

        assertThatThrownBy(() -> ScenarioForm.read(file))
                .isInstanceOf(BadDataException.class)
                .hasMessageContaining("what-if.yaml")
                .hasMessageContaining(message);
    }

    @Test
    void aWindowThatIsMissingOrHoldsNothingIsRefused() {
        assertThatThrownBy(() -> ScenarioForm.read(written("at: -1h\n"))).hasMessageContaining("window is missing");
        assertThatThrownBy(() -> ScenarioForm.read(written("at: -1h\nwindow: 0s\n")))
                .hasMessageContaining("line 2: window: '0s' holds no work");
        assertThatThrownBy(() -> ScenarioForm.read(written(""))).hasMessageContaining("the form must be an object");
    }

    @Test
    void theSchemaKnowsTheFieldsOfTheForm() throws IOException {
        JsonNode schema =
                new ObjectMapper().readTree(Run.fine("fork", "--schema").out());

        List<String> fields = new ArrayList<>();
        schema.get("properties").fieldNames().forEachRemaining(fields::add);
        assertThatThrownBy(() -> ScenarioForm.read(written("at: -1h\nwindow: 10m\n~x~: 1\n")))
                .hasMessageEndingWith("known here: " + fields.stream().sorted().collect(Collectors.joining(", ")));
        assertThat(schema.get("additionalProperties").booleanValue()).isFalse();
        for (JsonNode required : schema.get("required")) {
            assertThat(fields).contains(required.textValue());
        }
    }

    @Test
    void everyKeyIsExplainedAndItsExampleIsAChange() {
        String all = Run.fine("fork", "--explain").out();
        for (ChangeKey<?> key : ChangeKeys.all()) {
            assertThat(all).contains(key.layer().title()).contains(key.name()).contains(key.meaning());
            String one = Run.fine("fork", "--explain", key.name()).out();
            assertThat(one).contains(key.example()).contains(key.valueForm()).contains(key.limits());
        }
        Run.refused(ExitCodes.WRONG_USAGE, "did you mean 'ecn-kmin'?", "fork", "--explain", "ecn-kmni@leaf0");
        assertThat(Run.fine("fork", "--explain", "-o", "json").json())
                .hasSize(ChangeKeys.all().size());
    }

    @Test
    void filesAndOptionsAreNotMixed() {
        Run.refused(
                ExitCodes.WRONG_USAGE,
                "name either scenario files, or --at TIME",
                "fork",
                EXAMPLES.resolve("drain-spine.yaml").toString(),
                "--at",
                "-1h");
    }
}
