package io.fabrictwin.cli.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.Run;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.SampleForecast;
import io.fabrictwin.cli.scenario.ScenarioForm;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.sweep.Ranked;
import io.fabrictwin.model.sweep.Score;
import io.fabrictwin.model.sweep.Setting;
import io.fabrictwin.testkit.golden.Golden;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SweepTest {
    private static final Instant NOW = Instant.parse("2026-03-01T13:00:00Z");

    @TempDir
    private Path temporary;

    private SweepForm form(String vary) throws IOException {
        Path file = temporary.resolve("sweep.yaml");
        Files.writeString(file, "scenario: {at: -1h, window: 10m, changes: [{buffer: 64MiB}]}\nvary:\n" + vary);
        return SweepForm.read(file);
    }

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", "examples", "sweep"))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleIsReadAndHasSeveralSettings(Path example) {
        assertThat(SweepForm.read(example).questions()).hasSizeGreaterThan(5);
    }

    @Test
    void questionsAreTheScenarioWithTheChangesOfEachSetting() throws IOException {
        SweepForm form = form("  ecn-kmin: 100KB..400KB/3log\n  buffer: [32MiB, 33554432]\n");

        assertThat(form.questions()).hasSize(3);
        form.questions()
                .forEach((question, setting) ->
                        assertThat(question).isEqualTo(form.scenario().with(setting.changes())));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ecn-kmin: 100KB..400KB/1|line 3: vary.ecn-kmin: '100KB..400KB/1' of 'ecn-kmin' must have 2 to 1000",
                "ecn-kmim: 100KB|line 3: vary.ecn-kmim: 'ecn-kmim' is not something that can be changed",
                "ecn-kmin: []|line 3: vary.ecn-kmin is an empty list",
                "{}|nothing is varied",
            })
    void whatDoesNotFitIsNamedWithItsLine(String vary, String message) {
        assertThatThrownBy(() -> form("  " + vary + "\n"))
                .isInstanceOf(BadDataException.class)
                .hasMessageContaining("sweep.yaml")
                .hasMessageContaining(message);
    }

    @Test
    void wrongUsageIsRefusedInOneLine() {
        Run.refused(ExitCodes.WRONG_USAGE, "nothing is varied", "sweep", "--at", "-1h", "--window", "1m");
        Run.refused(ExitCodes.WRONG_USAGE, "--at TIME and --window DURATION go", "sweep", "--vary", "ecn-kmin=1KB,2KB");
        Run.refused(ExitCodes.WRONG_USAGE, "--vary takes KEY=VALUES", "sweep", "--vary", "ecn-kmin");
        Run.refused(
                ExitCodes.WRONG_USAGE,
                "more than 10000 settings",
                "sweep",
                "--at=-1h",
                "--window=1m",
                "--vary=ecn-kmin=1KB..1MB/500",
                "--vary=ecn-kmax=1MB..2MB/500");
        Run.refused(ExitCodes.WRONG_USAGE, "name either a file, or", "sweep", "any.yaml", "--vary", "ecn-kmin=1KB");
    }

    @Test
    void resultsAreKeptWholeAndFoundAgain() throws IOException {
        ResultFolder folder = ResultFolder.open(temporary.resolve("out"));
        assertThat(folder.askedAt(NOW)).isEqualTo(NOW);
        List<ScenarioForm> questions =
                List.copyOf(form("  ecn-kmin: [1KB, 2KB, 3KB]\n").questions().keySet());
        ResultFolder.Result forecast = new ResultFolder.Result(SampleForecast.of(new Ratio(0.9, 0.95, 1.0)), null);
        ResultFolder.Result refusal = new ResultFolder.Result(null, "Kmin above Kmax");

        folder.keep(questions.get(0), NOW, forecast);
        folder.keep(questions.get(1), NOW, refusal);

        ResultFolder again = ResultFolder.open(temporary.resolve("out"));
        assertThat(again.askedAt(NOW.plusSeconds(60))).isEqualTo(NOW);
        assertThat(again.find(questions.get(0), NOW)).isEqualTo(forecast);
        assertThat(again.find(questions.get(1), NOW)).isEqualTo(refusal);
        assertThat(again.find(questions.get(2), NOW)).isNull();
        // another time is another question
        assertThat(again.find(questions.get(0), NOW.plusSeconds(1))).isNull();
    }

    @Test
    void aResultThatIsDamagedIsNamed() throws IOException {
        ResultFolder folder = ResultFolder.open(temporary.resolve("out"));
        ScenarioForm question =
                form("  ecn-kmin: 1KB\n").questions().keySet().iterator().next();
        folder.keep(question, NOW, new ResultFolder.Result(SampleForecast.of(new Ratio(0.9, 0.95, 1.0)), null));
        try (Stream<Path> files = Files.list(temporary.resolve("out").resolve("results"))) {
            for (Path file : files.toList()) {
                Files.writeString(file, "?");
            }
        }

        assertThatThrownBy(() -> folder.find(question, NOW))
                .isInstanceOf(BadDataException.class)
                .hasMessageContaining("remove it, and it is computed anew");
    }

    @ParameterizedTest
    @EnumSource(Output.class)
    void resultsAndRankingAreTold(Output output) throws IOException {
        SweepForm form = form("  ecn-kmin: [100KB, 400KB]\n  ecn-kmax: [200KB, 1600KB]\n");
        List<Setting> settings = List.copyOf(form.questions().values());
        SweepReport report = new SweepReport(form.variations(), settings);
        List<Ranked.Scored> scored = new ArrayList<>();
        double[] likely = {0.9, 0.93, 1.1};
        for (int at = 0; at < likely.length; at++) {
            Ratio ratio = new Ratio(0.96 * likely[at], likely[at], 1.04 * likely[at]);
            scored.add(new Ranked.Scored(settings.get(at), Score.of(SampleForecast.of(ratio), List.of("pretraining"))));
        }
        scored.add(new Ranked.Scored(settings.get(3), Score.refused("Kmin would be above Kmax")));
        StringWriter out = new StringWriter();

        for (Ranked.Scored one : scored) {
            report.printResult(new PrintWriter(out), output, one);
        }
        List<Ranked> ranking = Ranked.of(scored);
        report.printRanking(new PrintWriter(out), output, ranking, "not yet measured");

        Golden.matches("sweep/report." + output, out.toString());
        Golden.matches("sweep/heat-map.json", HeatMap.json(form.variations(), ranking));
        Golden.matches("sweep/report.csv", report.csv(ranking));
    }
}
