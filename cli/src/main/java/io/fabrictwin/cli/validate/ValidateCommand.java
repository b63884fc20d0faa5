package io.fabrictwin.cli.validate;

import io.fabrictwin.cli.AnswerIsNoException;
import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Progress;
import io.fabrictwin.cli.simulate.RepeatedRun;
import io.fabrictwin.cli.simulate.StreamsOption;
import io.fabrictwin.model.ladder.Ladder;
import io.fabrictwin.model.ladder.Rung;
import io.fabrictwin.model.scenario.Reading;
import io.fabrictwin.model.scenario.RunKind;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code validate}. */
@Command(
        name = "validate",
        mixinStandardHelpOptions = true,
        description = "Check the model against formulas, published measurements and packet-level truth.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin validate                     every rung of the ladder; exit 1 if a core one is out of band",
            "  fabric-twin validate V04 V10             these rungs only",
            "  fabric-twin validate --cases CASES --truth TRUTH --repeat 3",
            "                                           and the engine against flows_SET.csv of another simulator",
            "  fabric-twin validate --recordings RECORDINGS --strict",
            "                                           forecasts of recordings against truth/truth.csv, not the ladder",
            "  fabric-twin validate --markdown          the same as a page: this is how docs/accuracy.md is made"
        })
public final class ValidateCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "RUNG", description = "Ids of rungs, such as V04; none: all.")
    private List<String> ids = new ArrayList<>();

    @Option(names = "--core", description = "Only rungs that the model must not miss.")
    private boolean coreOnly;

    @Option(names = "--markdown", description = "Print a page in Markdown.")
    private boolean markdown;

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Option(names = "--cases", paramLabel = "DIR", description = "Cases for the engine, as simulate reads them.")
    private @Nullable Path cases;

    @Option(
            names = "--truth",
            paramLabel = "DIR",
            description = "What happened in them: flows_SET.csv (case_id, flow_id, start_ns, end_ns)"
                    + " and, to compare the cost, speed.csv (case_id, cpu_s).")
    private @Nullable Path truth;

    @Option(
            names = "--recordings",
            paramLabel = "DIR",
            description =
                    "Score forecasts of the recordings in this folder against its truth/truth.csv (case, ratio_pooled,"
                            + " verdict, streams_disagree). The ladder is left out, but on a page.")
    private @Nullable Path recordings;

    @Option(
            names = "--strict",
            description = "Let forecasts of recordings read nothing after the fork; a page shows both.")
    private boolean isStrict;

    @Option(
            names = "--shares",
            description = "Forecast recordings by runs at steady shares, as fabrics are that are too large to follow"
                    + " queues; a page shows both.")
    private boolean atShares;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Run all cases so often, in turn, so that the engine gets warm; of each the run with the least CPU"
                            + " time counts (default: ${DEFAULT-VALUE}).")
    private int repeat;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of marking (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Mixin
    private final StreamsOption streams = new StreamsOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (repeat < 1) {
            throw new WrongUsageException("--repeat must be at least 1: " + repeat);
        }
        streams.check();
        if ((cases == null) != (truth == null)) {
            throw new WrongUsageException("--cases and --truth go together: one is what to run, one what happened");
        }
        if ((isStrict || atShares) && recordings == null) {
            throw new WrongUsageException(
                    (isStrict ? "--strict" : "--shares") + " is of forecasts: it goes with --recordings");
        }
        List<Rung> rungs = recordings == null || markdown || !ids.isEmpty() ? chosen() : List.of();
        List<RungResult> results = new ArrayList<>();
        List<CaseScore> scores = new ArrayList<>();
        List<RecordingReport> forecasts = new ArrayList<>();
        try (Progress progress = Progress.on(spec.commandLine().getErr())) {
            for (Rung rung : rungs) {
                progress.show(rung.id() + " " + rung.title());
                results.add(RungResult.of(rung));
            }
            if (cases != null && truth != null) {
                scores.addAll(score(cases, Truth.read(truth), progress));
            }
            for (Way way : ways()) {
                forecasts.add(forecast(way, progress));
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        Report report = new Report(results, scores, forecasts);
        if (markdown) {
            report.markdown(out);
        } else if (rungs.isEmpty() && scores.isEmpty() && !forecasts.isEmpty()) {
            forecasts.forEach(forecast -> forecast.print(out, outputOptions.output()));
        } else {
            report.print(out, outputOptions.output());
        }
        List<String> missed = results.stream()
                .filter(result -> result.rung().isCore() && !result.isInBand())
                .map(result -> result.rung().id())
                .toList();
        if (!missed.isEmpty()) {
            throw new AnswerIsNoException("out of band: " + String.join(", ", missed));
        }
        return ExitCodes.FINE;
    }

    /** How recordings are forecast. */
    record Way(Reading reading, RunKind kind) {
        String words() {
            return "read: " + reading.words() + "; " + kind.explanation();
        }
    }

    private List<Way> ways() {
        if (recordings == null) {
            return List.of();
        }
        if (markdown) {
            return List.of(
                    new Way(Reading.OPEN_BOOK, RunKind.QUEUES),
                    new Way(Reading.STRICT, RunKind.QUEUES),
                    new Way(Reading.OPEN_BOOK, RunKind.SHARES));
        }
        return List.of(
                new Way(isStrict ? Reading.STRICT : Reading.OPEN_BOOK, atShares ? RunKind.SHARES : RunKind.QUEUES));
    }

    private RecordingReport forecast(Way way, Progress progress) {
        Path folder = Objects.requireNonNull(recordings);
        List<RecordingScore> scored = new ArrayList<>();
        List<RecordingTruth> truths = RecordingTruth.read(folder);
        for (RecordingTruth known : truths) {
            progress.show("recording " + (scored.size() + 1) + " of " + truths.size() + " (" + way.words() + "): "
                    + known.name());
            scored.add(RecordingScore.of(folder, known, way, seed));
        }
        return new RecordingReport(way, scored);
    }

    private List<Rung> chosen() {
        Set<String> wanted = new HashSet<>();
        ids.forEach(id -> wanted.add(id.toUpperCase(Locale.ROOT)));
        List<Rung> all = Stream.concat(Ladder.rungs().stream(), Stream.of(SpeedRung.rung()))
                .toList();
        List<Rung> chosen = all.stream()
                .filter(rung -> wanted.isEmpty() || wanted.remove(rung.id()))
                .filter(rung -> !coreOnly || rung.isCore())
                .toList();
        if (!ids.isEmpty() && !wanted.isEmpty()) {
            throw new WrongUsageException("no such rung: " + String.join(", ", wanted) + "; there are "
                    + String.join(", ", all.stream().map(Rung::id).toList()));
        }
        return chosen;
    }

    private List<CaseScore> score(Path folder, Map<String, Truth> truths, Progress progress) {
        List<CaseScore.Case> known = truths.entrySet().stream()
                .filter(entry -> Files.exists(file(folder, entry.getKey())))
                .map(entry -> CaseScore.Case.read(entry.getKey(), file(folder, entry.getKey()), entry.getValue(), seed))
                .toList();
        if (known.isEmpty()) {
            throw new BadDataException(folder + ": holds no CASE.json of a case that the truth knows");
        }
        Map<String, RepeatedRun> runs = new HashMap<>();
        for (int round = 1; round <= repeat; round++) {
            int done = 0;
            for (CaseScore.Case next : known) {
                progress.show("round " + round + " of " + repeat + ", case " + ++done + " of " + known.size() + ": "
                        + next.id());
                runs.merge(next.id(), next.run(streams, seed), (before, more) -> before.and(next.file(), more));
            }
        }
        return known.stream()
                .map(each -> CaseScore.of(each, Objects.requireNonNull(runs.get(each.id()))))
                .toList();
    }

    private static Path file(Path folder, String id) {
        return folder.resolve(id + ".json");
    }
}
