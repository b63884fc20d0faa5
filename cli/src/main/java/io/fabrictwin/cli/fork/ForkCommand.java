package io.fabrictwin.cli.fork;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.incident.Counterfactual;
import io.fabrictwin.cli.render.ForecastJson;
import io.fabrictwin.cli.render.Forecasts;
import io.fabrictwin.cli.render.Frames;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Progress;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.UsedValues;
import io.fabrictwin.cli.scenario.AskOptions;
import io.fabrictwin.cli.scenario.Asking;
import io.fabrictwin.cli.scenario.Calibrator;
import io.fabrictwin.cli.scenario.ChangeGuide;
import io.fabrictwin.cli.scenario.QuestionOptions;
import io.fabrictwin.cli.scenario.ScenarioForm;
import io.fabrictwin.cli.scenario.ScenarioSchema;
import io.fabrictwin.model.calibration.UsedValue;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.JobForecast;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code fork}: what if the fabric had been changed? */
@Command(
        name = "fork",
        mixinStandardHelpOptions = true,
        description = "Run recorded work again on a changed fabric and tell what that does to step times.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin fork --at -1h --window 10m --set ecn-kmin@leaf3=400KB --set ecn-kmax@leaf3=1600KB",
            "  fabric-twin fork --at 2026-03-01T12:00:00Z --window 30s --drain-link leaf2:spine1",
            "  fabric-twin fork examples/fork/raise-kmin.yaml --detail",
            "  fabric-twin fork --explain ecn-kmin",
            "  fabric-twin fork --incident ID",
            "  fabric-twin fork --recording rec-39 -o json",
            "  fabric-twin fork --recording rec-39 --calibration past-changes.json",
            "  fabric-twin fork --recording rec-39 --strict",
            "",
            "A recording is a folder of CSV tables with a question.json. Its whole length is read, also past the fork:",
            "computing times, and how far steps had come that were under way. With --strict nothing after the fork is read."
        })
public final class ForkCommand implements Callable<Integer> {
    /** The answer for the job that a question asks about. */
    private record Answer(String name, JobForecast job, String accuracy, List<UsedValue> values) {}

    @Parameters(arity = "0..*", paramLabel = "FILE", description = "Scenarios in YAML: docs/fork.md.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--recording",
            arity = "1..*",
            paramLabel = "DIR",
            description = "Fork each laboratory recording as its question.json asks.")
    private List<Path> recordings = new ArrayList<>();

    @Option(
            names = "--incident",
            paramLabel = "ID",
            description = "Run an incident once more, as if it had not happened, or with --set changes, beside what"
                    + " happened; fabric-twin incident prints the ID.")
    private @Nullable String incident;

    @Option(
            names = "--through-kafka",
            description = "Take recordings the whole road: ingest, Kafka, Flink. The answer is the same.")
    private boolean throughKafka;

    @Option(
            names = "--explain",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "KEY",
            description = "List what can be changed, by layer; or tell all of one key.")
    private @Nullable String explain;

    @Option(names = "--schema", description = "Print the JSON Schema of scenario files.")
    private boolean schema;

    @Option(names = "--detail", description = "Show all measures of each job.")
    private boolean detail;

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Mixin
    private final QuestionOptions questionOptions = new QuestionOptions();

    @Mixin
    private final AskOptions askOptions = new AskOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (schema) {
            out.println(ScenarioSchema.text().strip());
            out.flush();
            return ExitCodes.FINE;
        }
        if (explain != null) {
            ChangeGuide.print(out, outputOptions.output(), explain);
            return ExitCodes.FINE;
        }
        if (incident != null) {
            forkIncident(incident);
            return ExitCodes.FINE;
        }
        boolean isOfOptions = questionOptions.isGiven();
        if ((files.isEmpty() ? 0 : 1) + (recordings.isEmpty() ? 0 : 1) + (isOfOptions ? 1 : 0) != 1) {
            throw new WrongUsageException(
                    "name either scenario files, or --at TIME and --window DURATION with changes, or --recording DIR");
        }
        if (recordings.isEmpty()) {
            forkLog();
        } else {
            forkRecordings();
        }
        return ExitCodes.FINE;
    }

    private void forkIncident(String id) {
        if (!files.isEmpty() || !recordings.isEmpty() || questionOptions.hasTime()) {
            throw new WrongUsageException("--incident has its own time; beside it, only --set and --drain-link");
        }
        Counterfactual counterfactual = Counterfactual.of(
                askOptions.historyOptions(),
                askOptions.flinkOptions(),
                id,
                questionOptions.changes(),
                questionOptions.seed(),
                spec.commandLine().getErr());
        CounterfactualText.print(
                spec.commandLine().getOut(), outputOptions.output(), askOptions.calibrator(), counterfactual, detail);
    }

    private void forkLog() {
        List<ScenarioForm> forms = files.isEmpty()
                ? List.of(questionOptions.form("fork", List.of()))
                : files.stream().map(ScenarioForm::read).toList();
        Instant now = Instant.now();
        forms = forms.stream().map(askOptions::completed).toList();
        forms.forEach(form -> form.scenario(now));
        List<Asking.Answer> answers;
        try (Asking asking = askOptions.open(spec.commandLine().getErr()::println)) {
            answers = asking.ask(forms, now);
        }
        answers.stream().mapToLong(Asking.Answer::undecodableCount).max().ifPresent(this::tellUndecodable);
        PrintWriter out = spec.commandLine().getOut();
        if (outputOptions.output() == Output.json) {
            List<Map<String, @Nullable Object>> objects =
                    answers.stream().map(ForkCommand::json).toList();
            Table.printJson(out, objects.size() == 1 ? objects.get(0) : objects);
            return;
        }
        List<Forecast> forecasts = answers.stream().map(Asking.Answer::told).toList();
        Forecasts.print(
                out,
                outputOptions.output(),
                answers.stream().flatMap(ForkCommand::rows).toList(),
                new Forecasts.Closing(
                        forecasts.stream().map(Forecast::accuracy).distinct().collect(Collectors.joining("; ")),
                        UsedValues.summaryOf(
                                forecasts.stream().map(Forecast::values).toList()),
                        detail));
    }

    private static Stream<Forecasts.Row> rows(Asking.Answer answer) {
        List<String> jobs = answer.form().jobs();
        return answer.told().jobsByEffect().stream()
                .map(job -> new Forecasts.Row(
                        answer.form().name(),
                        job,
                        jobs.isEmpty() || jobs.contains(job.job().value())));
    }

    private void tellUndecodable(long count) {
        if (count > 0) {
            spec.commandLine()
                    .getErr()
                    .println(count
                            + " records of the log hold no event and were left out; fabric-twin replay tells where");
        }
    }

    private static Map<String, @Nullable Object> json(Asking.Answer answer) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>(ForecastJson.of(answer.told()));
        object.put("read", answer.scenario().reading().words());
        object.put("positions", Frames.positions(answer.positions()));
        return object;
    }

    private void forkRecordings() {
        List<Answer> answers = new ArrayList<>();
        Calibrator calibrator = askOptions.calibrator();
        try (Progress progress = Progress.on(spec.commandLine().getErr());
                KafkaRoad road = throughKafka
                        ? KafkaRoad.open(
                                askOptions.brokerOptions(),
                                askOptions.flinkOptions(),
                                spec.commandLine().getErr()::println)
                        : null) {
            for (Path folder : recordings) {
                progress.show(answers.size() + " of " + recordings.size() + " recordings forked; now " + folder);
                Question question = QuestionReader.read(folder);
                RecordingFold fold =
                        RecordingFold.of(folder, question, questionOptions.reading(), questionOptions.seed());
                Forecast forecast = road == null ? fold.forecast() : road.forecast(fold);
                answers.add(answer(question, calibrator.calibrated(forecast, question.changes())));
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        if (outputOptions.output() == Output.json) {
            Table.printJson(out, answers.stream().map(this::json).toList());
        } else {
            Forecasts.print(
                    out,
                    outputOptions.output(),
                    answers.stream()
                            .map(answer -> new Forecasts.Row(answer.name(), answer.job(), true))
                            .toList(),
                    new Forecasts.Closing(
                            answers.stream().map(Answer::accuracy).distinct().collect(Collectors.joining("; ")),
                            UsedValues.summaryOf(
                                    answers.stream().map(Answer::values).toList()),
                            detail));
        }
    }

    private static Answer answer(Question question, Forecast forecast) {
        return forecast.jobs().stream()
                .filter(job -> job.job().equals(question.job()))
                .findFirst()
                .map(job -> new Answer(question.name(), job, forecast.accuracy(), forecast.values()))
                .orElseThrow(() -> new BadDataException(
                        question.file() + ": " + question.job() + " does not run at the fork's time"));
    }

    private Map<String, @Nullable Object> json(Answer answer) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("case", answer.name());
        object.put("read", questionOptions.reading().words());
        ForecastJson.answer(answer.job(), object);
        object.put("accuracy", answer.accuracy());
        object.put("values", UsedValues.json(answer.values()));
        return object;
    }
}
