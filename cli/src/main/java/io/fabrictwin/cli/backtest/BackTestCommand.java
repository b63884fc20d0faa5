package io.fabrictwin.cli.backtest;

import io.fabrictwin.cli.AnswerIsNoException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.embedded.FlinkOptions;
import io.fabrictwin.cli.history.HistoryOptions;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.model.backtest.Accuracy;
import io.fabrictwin.model.backtest.BackTestScore;
import io.fabrictwin.model.calibration.Share;
import io.fabrictwin.model.calibration.Skill;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.replay.Replays;
import io.fabrictwin.replay.job.BackTestRequest;
import io.fabrictwin.replay.job.BackTestResult;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code backtest}. */
@Command(
        name = "backtest",
        mixinStandardHelpOptions = true,
        description = {
            "Forecast every change in history as of just before it, and score that by what then came.",
            "The scores are kept on twin.backtests; the API of the live twin serves them."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin backtest                              every change in the log",
            "  fabric-twin backtest --from -30d --window 10m     of the last month, by the ten minutes after each",
            "  fabric-twin backtest --fail-on-drift              exit with 1 where intervals no longer hold",
        })
public final class BackTestCommand implements Callable<Integer> {
    private static final List<Column<Accuracy>> BY_KIND = List.of(
            Column.text("kind", accuracy -> accuracy.kind().isEmpty() ? "all" : accuracy.kind()),
            Column.count("scored", Accuracy::scored),
            percent("meanAbsoluteError", "MEAN ERROR", Accuracy::meanAbsoluteError),
            percent("medianAbsoluteError", "MEDIAN", Accuracy::medianAbsoluteError),
            percent("bias", "BIAS", Accuracy::bias),
            Column.text("held", accuracy -> share(accuracy.held())),
            Column.text("verdictRight", accuracy -> share(accuracy.verdictRight())),
            Column.text("skill", accuracy -> skill(accuracy.skill())),
            Column.text("drift", accuracy -> accuracy.isDrifting() ? "DRIFT" : null));

    private static final List<Column<BackTestScore>> BY_CHANGE = List.of(
            Column.text("time", score -> Units.instant(score.changeTimeNs())),
            Column.text("job", score -> score.job().value()),
            Column.text("change", score -> shortened(score.changes())),
            Column.number("beforeNs", "BEFORE", BackTestScore::beforeNs, Units::duration),
            Column.number("afterNs", "AFTER", BackTestScore::afterNs, Units::duration),
            Column.number("observed", "CAME", BackTestScore::observedRatio, Units::ratio),
            Column.text("forecast", score -> interval(score.ratio())),
            Column.text("verdict", score -> score.verdict().words()),
            Column.text("right", score -> score.isVerdictRight() ? "yes" : "no"));

    @Option(names = "--from", paramLabel = "TIME", description = "Changes made since (default: the log's begin).")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "Changes made until (default: the log's end).")
    private @Nullable String to;

    @Option(
            names = "--window",
            paramLabel = "DURATION",
            defaultValue = "10m",
            description = "How long after a change steps are compared; the next change ends it sooner"
                    + " (default: ${DEFAULT-VALUE}).")
    private String window = "10m";

    @Option(names = "--fabric", description = "Only this fabric.")
    private @Nullable String fabric;

    @Option(names = "--fail-on-drift", description = "Exit with 1 where intervals of late no longer hold.")
    private boolean failOnDrift;

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
        Instant now = Instant.now();
        long windowNs = Times.parseDuration(window);
        if (windowNs == 0) {
            throw new WrongUsageException("--window " + window + " holds no step; give it a length, such as 10m");
        }
        BackTestResult result;
        try (HistoryOptions.History history =
                        historyOptions.open(spec.commandLine().getErr()::println);
                Replays replays = flinkOptions.open()) {
            result = replays.backTest(
                    new BackTestRequest(
                            history.source(),
                            fabric == null ? null : new FabricId(fabric),
                            from == null ? null : (Long) Times.parseTime(from, now),
                            to == null ? null : (Long) Times.parseTime(to, now),
                            windowNs,
                            history.end(),
                            history.access()),
                    history.snapshots());
        }
        List<Accuracy> accuracies = Accuracy.of(result.scores());
        print(result, accuracies);
        if (failOnDrift && accuracies.stream().anyMatch(Accuracy::isDrifting)) {
            throw new AnswerIsNoException("forecasts drift: of the last " + Accuracy.DRIFT_SCORES
                    + " intervals no more than " + Accuracy.DRIFT_HELD + " held what came");
        }
        return ExitCodes.FINE;
    }

    private void print(BackTestResult result, List<Accuracy> accuracies) {
        PrintWriter out = spec.commandLine().getOut();
        if (outputOptions.output() == Output.json) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("accuracy", Table.objects(accuracies, BY_KIND));
            object.put("scores", Table.objects(result.scores(), BY_CHANGE));
            object.put(
                    "unscored",
                    result.unscored().stream()
                            .map(unscored -> Map.of(
                                    "fabric", unscored.fabric().value(),
                                    "time", Units.instant(unscored.change().timeNs()),
                                    "changes", texts(unscored.change().changes()),
                                    "why", unscored.why()))
                            .toList());
            Table.printJson(out, object);
            return;
        }
        Table.print(
                out,
                outputOptions.output(),
                result.scores(),
                BY_CHANGE,
                "the log holds no change of a setting that could be scored");
        if (outputOptions.output() == Output.table) {
            result.unscored()
                    .forEach(unscored -> out.println(
                            "not scored: " + Units.instant(unscored.change().timeNs()) + " "
                                    + shortened(texts(unscored.change().changes())) + ": " + unscored.why()));
            if (!accuracies.isEmpty()) {
                out.println();
                Table.print(out, Output.table, accuracies, BY_KIND, "");
            }
        }
    }

    private static List<String> texts(List<Change> changes) {
        return changes.stream().map(Change::text).toList();
    }

    private static <T> Column<T> percent(String name, String title, Function<T, @Nullable Object> value) {
        return Column.number(
                name, title, value, number -> String.format(Locale.ROOT, "%.1f %%", 100 * number.doubleValue()));
    }

    private static @Nullable String interval(@Nullable Ratio ratio) {
        return ratio == null
                ? null
                : String.format(Locale.ROOT, "%.3f (%.3f to %.3f)", ratio.likely(), ratio.low(), ratio.high());
    }

    private static String share(Share share) {
        return share.hits() + " of " + share.count();
    }

    private static @Nullable String skill(@Nullable Skill skill) {
        return skill == null
                ? null
                : String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", skill.value(), skill.low(), skill.high());
    }

    /** The first edits: a push may have hundreds. */
    private static String shortened(List<String> changes) {
        int shown = Math.min(2, changes.size());
        String first = changes.subList(0, shown).stream().collect(Collectors.joining(" "));
        return changes.size() > shown ? first + " and " + (changes.size() - shown) + " more" : first;
    }
}
