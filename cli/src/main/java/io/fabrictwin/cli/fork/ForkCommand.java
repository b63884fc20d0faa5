package io.fabrictwin.cli.fork;

import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.incident.Counterfactual;
import io.fabrictwin.cli.incident.CounterfactualText;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.scenario.Answer;
import io.fabrictwin.cli.scenario.AskOptions;
import io.fabrictwin.cli.scenario.Asking;
import io.fabrictwin.cli.scenario.ChangeGuide;
import io.fabrictwin.cli.scenario.QuestionOptions;
import io.fabrictwin.cli.scenario.ScenarioForm;
import io.fabrictwin.cli.scenario.ScenarioSchema;
import io.fabrictwin.cli.worker.WorkerAsking;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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
            "  fabric-twin fork examples/fork/raise-kmin.yaml --ask --bootstrap kafka:9092",
            "  fabric-twin fork --incident ID",
            "  fabric-twin fork --recording rec-39 -o json",
            "  fabric-twin fork --recording rec-39 --calibration past-changes.json",
            "  fabric-twin fork --recording rec-39 --strict",
            "",
            "A recording is a folder of CSV tables with a question.json. Its whole length is read, also past the fork:",
            "computing times, and how far steps had come that were under way. With --strict nothing after the fork is read."
        })
public final class ForkCommand implements Callable<Integer> {
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
            names = "--ask",
            description = "Have a worker answer, through the topic of scenarios; Ctrl-C leaves the question there.")
    private boolean isAsked;

    @Option(
            names = "--asked",
            paramLabel = "ID",
            description = "Wait for what a worker was asked, by the ID that --ask tells; may be repeated.")
    private List<String> asked = new ArrayList<>();

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
        if (!asked.isEmpty()) {
            pickUp(asked);
            return ExitCodes.FINE;
        }
        boolean isOfOptions = questionOptions.isGiven();
        if ((files.isEmpty() ? 0 : 1) + (recordings.isEmpty() ? 0 : 1) + (isOfOptions ? 1 : 0) != 1) {
            throw new WrongUsageException(
                    "name either scenario files, or --at TIME and --window DURATION with changes, or --recording DIR");
        }
        if (recordings.isEmpty()) {
            forkLog();
        } else if (isAsked) {
            throw new WrongUsageException(
                    "workers read the log, not recordings: ingest them first, or leave --ask out");
        } else {
            new RecordingForks(questionOptions, askOptions)
                    .run(recordings, throughKafka, spec.commandLine().getOut(), err(), outputOptions.output(), detail);
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
        List<Answer> answers;
        if (isAsked) {
            try (WorkerAsking asking = WorkerAsking.open(askOptions, err())) {
                answers = asking.ask(forms, now);
            }
        } else {
            try (Asking asking = askOptions.open(err()::println)) {
                answers = asking.ask(forms, now);
            }
        }
        LogAnswers.print(spec.commandLine().getOut(), err(), outputOptions.output(), answers, detail);
    }

    private void pickUp(List<String> ids) {
        if (!files.isEmpty() || !recordings.isEmpty() || questionOptions.isGiven()) {
            throw new WrongUsageException("--asked has its own question; name nothing beside it");
        }
        List<Answer> answers;
        try (WorkerAsking asking = WorkerAsking.open(askOptions, err())) {
            answers = asking.answers(ids);
        }
        LogAnswers.print(spec.commandLine().getOut(), err(), outputOptions.output(), answers, detail);
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
