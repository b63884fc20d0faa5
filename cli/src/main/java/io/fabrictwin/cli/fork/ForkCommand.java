package io.fabrictwin.cli.fork;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.embedded.FlinkOptions;
import io.fabrictwin.cli.history.HistoryOptions;
import io.fabrictwin.cli.log.FoldedLog;
import io.fabrictwin.cli.render.ForecastJson;
import io.fabrictwin.cli.render.Forecasts;
import io.fabrictwin.cli.render.Frames;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Progress;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.cli.render.UsedValues;
import io.fabrictwin.model.calibration.PastChanges;
import io.fabrictwin.model.calibration.UsedValue;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.scenario.Calibration;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.Reading;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.model.scenario.ScenarioRefusedException;
import io.fabrictwin.replay.Replays;
import io.fabrictwin.replay.job.ForkRequest;
import io.fabrictwin.replay.job.ForkResult;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
            "  fabric-twin fork --recording rec-39 -o json",
            "  fabric-twin fork --recording rec-39 --calibration past-changes.json",
            "  fabric-twin fork --recording rec-39 --strict",
            "",
            "A recording is a folder of CSV tables with a question.json. Its whole length is read, also past the fork:",
            "computing times, and how far steps had come that were under way. With --strict nothing after the fork is read."
        })
public final class ForkCommand implements Callable<Integer> {
    private static final long SEED = 1;

    /** The answer for the job that a question asks about. */
    private record Answer(String name, JobForecast job, String accuracy, List<UsedValue> values) {}

    @Option(
            names = "--recording",
            arity = "1..*",
            paramLabel = "DIR",
            description = "Fork each laboratory recording as its question.json asks.")
    private List<Path> recordings = new ArrayList<>();

    @Option(
            names = "--through-kafka",
            description = "Take recordings the whole road: ingest, Kafka, Flink. The answer is the same.")
    private boolean throughKafka;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "Event time of the fork: ISO-8601, seconds since 1970, or -1h.")
    private @Nullable String at;

    @Option(
            names = "--window",
            paramLabel = "DURATION",
            description = "Length of recorded work to run again from there, such as 30s or 10m.")
    private @Nullable String window;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "A change to try, such as ecn-kmin@leaf0=400KB or pause-storm@h5=off; may be repeated.")
    private List<String> sets = new ArrayList<>();

    @Option(
            names = "--drain-link",
            paramLabel = "A:B",
            description = "Take the link between two devices out of routing; may be repeated.")
    private List<String> drains = new ArrayList<>();

    @Option(names = "--fabric", description = "Fabric to fork, where the log tells of several.")
    private @Nullable String fabric;

    @Option(
            names = "--calibration",
            paramLabel = "FILE",
            description = "Let intervals rest on past changes: a JSON list of what was forecast and what came.")
    private @Nullable Path calibration;

    @Option(names = "--detail", description = "Show all measures of each job.")
    private boolean detail;

    @Option(names = "--strict", description = "Read nothing after the fork, as before a rollout.")
    private boolean isStrict;

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Mixin
    private final HistoryOptions historyOptions = new HistoryOptions();

    @Mixin
    private final FlinkOptions flinkOptions = new FlinkOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        boolean isOfLog = at != null || window != null || !sets.isEmpty() || !drains.isEmpty();
        if (recordings.isEmpty() == !isOfLog) {
            throw new WrongUsageException("name either --recording DIR, or --at TIME and --window DURATION");
        }
        if (isOfLog) {
            forkLog();
        } else {
            forkRecordings();
        }
        return ExitCodes.FINE;
    }

    private void forkLog() {
        if (at == null || window == null) {
            throw new WrongUsageException("--at TIME and --window DURATION go together");
        }
        long atNs = Times.parseTime(at, Instant.now());
        long windowNs = Times.parseDuration(window);
        if (windowNs == 0) {
            throw new WrongUsageException("--window " + window + " holds no work; give it a length, such as 30s");
        }
        if (windowNs > Long.MAX_VALUE - atNs) {
            throw new WrongUsageException("--window " + window + " after --at " + at + " ends beyond all time");
        }
        PastChanges past = pastChanges();
        Scenario scenario = new Scenario("fork", atNs, atNs, atNs + windowNs, changes(), SEED, reading());
        ForkResult result;
        try (HistoryOptions.History history = historyOptions.open()) {
            FabricId chosen = FoldedLog.of(history.source().cut(history.end())).chosen(fabric);
            try (Replays replays = flinkOptions.open()) {
                result = replays.fork(new ForkRequest(
                        history.source(), chosen, List.of(scenario), null, null, history.end(), history.bootstrap()));
            }
        }
        if (result.undecodableCount() > 0) {
            spec.commandLine()
                    .getErr()
                    .println(result.undecodableCount()
                            + " records of the log hold no event and were left out; fabric-twin replay tells where");
        }
        Forecast forecast = calibrated(forecast(result), scenario.changes(), past);
        PrintWriter out = spec.commandLine().getOut();
        if (outputOptions.output() == Output.json) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>(ForecastJson.of(forecast));
            object.put("read", scenario.reading().words());
            object.put("positions", Frames.positions(result.positions()));
            Table.printJson(out, object);
        } else {
            Forecasts.print(
                    out,
                    outputOptions.output(),
                    Forecasts.rows(forecast),
                    new Forecasts.Closing(forecast.accuracy(), UsedValues.summary(forecast.values()), detail));
        }
    }

    private Reading reading() {
        return isStrict ? Reading.STRICT : Reading.OPEN_BOOK;
    }

    private @Nullable PastChanges pastChanges() {
        return calibration == null ? null : CalibrationFile.read(calibration);
    }

    private static Forecast calibrated(Forecast forecast, List<Change> changes, @Nullable PastChanges past) {
        return past == null ? forecast : new Calibration(past, changes).calibrated(forecast);
    }

    private List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        try {
            for (String set : sets) {
                int equals = set.indexOf('=');
                if (equals <= 0) {
                    throw new WrongUsageException(
                            "--set takes KEY=VALUE, such as ecn-kmin@leaf0=400KB, not '" + set + "'");
                }
                changes.add(Change.parse(set.substring(0, equals), set.substring(equals + 1)));
            }
            for (String link : drains) {
                changes.add(Change.parse("link@" + link, "down"));
            }
        } catch (ScenarioRefusedException e) {
            throw new WrongUsageException(String.valueOf(e.getMessage()), e);
        }
        return changes;
    }

    private static Forecast forecast(ForkResult result) {
        ForkResult.Answer answer = result.answers().get(0);
        Forecast forecast = answer.forecast();
        if (forecast == null) {
            throw new WrongUsageException(String.valueOf(answer.refusal()));
        }
        return forecast;
    }

    private void forkRecordings() {
        List<Answer> answers = new ArrayList<>();
        PastChanges past = pastChanges();
        try (Progress progress = Progress.on(spec.commandLine().getErr());
                KafkaRoad road = throughKafka ? KafkaRoad.open(historyOptions.brokerOptions(), flinkOptions) : null) {
            for (Path folder : recordings) {
                progress.show(answers.size() + " of " + recordings.size() + " recordings forked; now " + folder);
                Question question = QuestionReader.read(folder);
                RecordingFold fold = RecordingFold.of(folder, question, reading(), SEED);
                Forecast forecast = road == null ? fold.forecast() : road.forecast(fold);
                answers.add(answer(question, calibrated(forecast, question.changes(), past)));
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
                            .map(answer -> new Forecasts.Row(answer.name(), answer.job()))
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
        object.put("read", reading().words());
        ForecastJson.answer(answer.job(), object);
        object.put("accuracy", answer.accuracy());
        object.put("values", UsedValues.json(answer.values()));
        return object;
    }
}
