package io.fabrictwin.cli.sweep;

import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Progress;
import io.fabrictwin.cli.scenario.AskOptions;
import io.fabrictwin.cli.scenario.Asking;
import io.fabrictwin.cli.scenario.Calibrator;
import io.fabrictwin.cli.scenario.QuestionOptions;
import io.fabrictwin.cli.scenario.ScenarioForm;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.ScenarioRefusedException;
import io.fabrictwin.model.sweep.Ranked;
import io.fabrictwin.model.sweep.Score;
import io.fabrictwin.model.sweep.Setting;
import io.fabrictwin.model.sweep.Variation;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code sweep}: which setting is best? */
@Command(
        name = "sweep",
        mixinStandardHelpOptions = true,
        description = "Ask one question in many settings, side by side, and rank what they do to step times.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin sweep --at -1h --window 10m --vary ecn-kmin@leaf3=100KB..1600KB/5log",
            "  fabric-twin sweep --at -1h --window 10m --vary ecn-kmin=100KB,400KB --vary ecn-kmax=1600KB..6400KB/4",
            "  fabric-twin sweep examples/sweep/ecn.yaml --out ecn-sweep",
            "",
            "Values: a list, or a range of so many with both ends: FROM..TO/COUNT, in equal proportion with /COUNTlog.",
            "With --out a sweep that was broken off goes on where it was."
        })
public final class SweepCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "Scenario and what is varied, in YAML: docs/sweep.md.")
    private @Nullable Path file;

    @Option(
            names = "--vary",
            paramLabel = "KEY=VALUES",
            description = "A key to vary over a list or a range; may be repeated: all combinations are run.")
    private List<String> varies = new ArrayList<>();

    @Option(names = "--job", description = "Rank by what happens to this job; may be repeated (default: all jobs).")
    private List<String> jobs = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Keep results there, and compute only those that are missing.")
    private @Nullable Path out;

    @Mixin
    private final QuestionOptions questionOptions = new QuestionOptions();

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Mixin
    private final AskOptions askOptions = new AskOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        SweepForm form = form();
        Map<ScenarioForm, Setting> questions = new LinkedHashMap<>();
        questions(form).forEach((question, setting) -> questions.put(askOptions.completed(question), setting));
        ResultFolder folder = out == null ? null : ResultFolder.open(out);
        Instant now = folder == null ? Instant.now() : folder.askedAt(Instant.now());
        form.scenario().scenario(now);

        PrintWriter printer = spec.commandLine().getOut();
        Output output = outputOptions.output();
        SweepReport report = new SweepReport(form.variations(), List.copyOf(questions.values()));
        Results results = new Results(form.scenario().jobs(), askOptions.calibrator());
        List<ScenarioForm> missing = new ArrayList<>();
        questions.forEach((question, setting) -> {
            ResultFolder.Result known = folder == null ? null : folder.find(question, now);
            if (known == null) {
                missing.add(question);
            } else {
                report.printResult(printer, output, results.add(question, setting, known));
            }
        });
        if (!missing.isEmpty()) {
            try (Progress progress = Progress.on(spec.commandLine().getErr());
                    Asking asking = askOptions.open(spec.commandLine().getErr()::println)) {
                tellProgress(progress, results, questions.size());
                asking.ask(missing, now, (question, answer) -> {
                    Setting setting = questions.get(question);
                    if (setting == null || results.has(question)) {
                        return;
                    }
                    ResultFolder.Result result = new ResultFolder.Result(answer.forecast(), answer.refusal());
                    if (folder != null) {
                        folder.keep(question, now, result);
                    }
                    progress.clear();
                    report.printResult(printer, output, results.add(question, setting, result));
                    tellProgress(progress, results, questions.size());
                });
            }
        }
        List<Ranked> ranking = Ranked.of(results.of(questions.keySet()));
        report.printRanking(printer, output, ranking, String.join("; ", results.accuracies));
        if (folder != null) {
            folder.write("ranking.csv", report.csv(ranking));
            folder.write("heat-map.json", HeatMap.json(form.variations(), ranking));
        }
        if (results.digests.size() > 1) {
            spec.commandLine()
                    .getErr()
                    .println("the results rest on different states of the log: it has grown since some were computed;"
                            + " name another folder to compute all anew");
        }
        return ExitCodes.FINE;
    }

    private static void tellProgress(Progress progress, Results results, int count) {
        progress.show(results.byQuestion.size() + " of " + count + " settings are run");
    }

    private static Map<ScenarioForm, Setting> questions(SweepForm form) {
        try {
            return form.questions();
        } catch (IllegalArgumentException e) {
            throw new WrongUsageException(String.valueOf(e.getMessage()), e);
        }
    }

    private SweepForm form() {
        Path named = file;
        if (named != null) {
            if (!varies.isEmpty() || questionOptions.isGiven() || !jobs.isEmpty()) {
                throw new WrongUsageException(
                        "name either a file, or --at TIME, --window DURATION and --vary KEY=VALUES");
            }
            return SweepForm.read(named);
        }
        if (varies.isEmpty()) {
            throw new WrongUsageException("nothing is varied: name a file, or --vary KEY=VALUES");
        }
        List<Variation> variations = new ArrayList<>();
        for (String vary : varies) {
            int equals = vary.indexOf('=');
            if (equals <= 0) {
                throw new WrongUsageException(
                        "--vary takes KEY=VALUES, such as ecn-kmin=100KB..1600KB/5log, not '" + vary + "'");
            }
            try {
                variations.add(Variation.parse(vary.substring(0, equals), vary.substring(equals + 1)));
            } catch (ScenarioRefusedException | IllegalArgumentException e) {
                throw new WrongUsageException(String.valueOf(e.getMessage()), e);
            }
        }
        return new SweepForm(questionOptions.form("sweep", jobs), variations);
    }

    /** What has come so far. */
    private static final class Results {
        private final List<String> jobs;
        private final Calibrator calibrator;
        private final Map<ScenarioForm, Ranked.Scored> byQuestion = new LinkedHashMap<>();
        private final TreeSet<String> digests = new TreeSet<>();
        private final TreeSet<String> accuracies = new TreeSet<>();

        Results(List<String> jobs, Calibrator calibrator) {
            this.jobs = jobs;
            this.calibrator = calibrator;
        }

        boolean has(ScenarioForm question) {
            return byQuestion.containsKey(question);
        }

        Ranked.Scored add(ScenarioForm question, Setting setting, ResultFolder.Result result) {
            Forecast forecast = result.forecast();
            if (forecast != null) {
                digests.add(forecast.baseDigest());
            }
            Score score;
            if (forecast == null) {
                score = Score.refused(String.valueOf(result.refusal()));
            } else {
                Forecast calibrated = calibrator.calibrated(forecast, question.changes());
                accuracies.add(calibrated.accuracy());
                score = Score.of(calibrated, jobs);
            }
            Ranked.Scored scored = new Ranked.Scored(setting, score);
            byQuestion.put(question, scored);
            return scored;
        }

        /** In the order of the questions, whichever came first. */
        List<Ranked.Scored> of(Collection<ScenarioForm> questions) {
            return questions.stream()
                    .map(question -> Objects.requireNonNull(byQuestion.get(question)))
                    .toList();
        }
    }
}
