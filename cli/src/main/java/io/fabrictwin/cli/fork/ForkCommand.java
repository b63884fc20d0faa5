package io.fabrictwin.cli.fork;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.Ratio;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code fork}: what if the fabric had been changed? */
@Command(
        name = "fork",
        mixinStandardHelpOptions = true,
        description = "Runs recorded work again on a changed fabric and tells what that does to step times.",
        footer = {
            "",
            "A recording is a folder of CSV tables with a question.json. Its whole length is read, also past the fork:"
                    + " computing times, and how far steps had come that were under way.",
        })
public final class ForkCommand implements Callable<Integer> {
    private static final long SEED = 1;

    /** The answer for the job that a question asks about. */
    private record Answer(String name, JobForecast job) {}

    @Option(
            names = "--recording",
            arity = "1..*",
            required = true,
            paramLabel = "DIR",
            description = "Forks each laboratory recording as its question.json asks.")
    private List<Path> recordings = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            defaultValue = "table",
            description = "Form of the answer: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Output output = Output.table;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        List<Answer> answers = answers();
        if (output == Output.json) {
            Table.printJson(out, answers.stream().map(ForkCommand::json).toList());
        } else {
            Table.print(out, output, answers, columns(), "no recording given");
        }
        return ExitCodes.FINE;
    }

    @SuppressWarnings("SystemConsoleNull") // on Java 17 it is null exactly where nobody watches
    private List<Answer> answers() {
        PrintWriter err = spec.commandLine().getErr();
        boolean isWatched = System.console() != null && recordings.size() > 1;
        List<Answer> answers = new ArrayList<>();
        for (Path folder : recordings) {
            if (isWatched) {
                err.print("\r" + answers.size() + " of " + recordings.size() + " recordings");
                err.flush();
            }
            Question question = QuestionReader.read(folder);
            answers.add(answer(question, RecordingFold.forecast(folder, question, SEED)));
        }
        if (isWatched) {
            err.print("\r" + " ".repeat(30) + "\r");
            err.flush();
        }
        return answers;
    }

    private static Answer answer(Question question, Forecast forecast) {
        return forecast.jobs().stream()
                .filter(job -> job.job().equals(question.job()))
                .findFirst()
                .map(job -> new Answer(question.name(), job))
                .orElseThrow(() -> new BadDataException(
                        question.file() + ": " + question.job() + " does not run at the fork's time"));
    }

    private static Map<String, @Nullable Object> json(Answer answer) {
        Ratio ratio = answer.job().ratio();
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("case", answer.name());
        object.put("ratio", ratio == null ? null : ratioOf(ratio));
        object.put("verdict", answer.job().verdict().words());
        object.put("reasons", answer.job().reasons());
        return object;
    }

    private static Map<String, Double> ratioOf(Ratio ratio) {
        Map<String, Double> object = new LinkedHashMap<>();
        object.put("low", ratio.low());
        object.put("likely", ratio.likely());
        object.put("high", ratio.high());
        return object;
    }

    private static List<Column<Answer>> columns() {
        return List.of(
                Column.text("case", Answer::name),
                Column.number(
                        "recordedStepTimeNs", "RECORDED", answer -> answer.job().recordedStepTimeNs(), Units::duration),
                Column.number(
                        "forecastStepTimeNs", "FORECAST", answer -> answer.job().forecastStepTimeNs(), Units::duration),
                Column.number("low", "LOW", answer -> bound(answer, Ratio::low), Units::ratio),
                Column.number("likely", "RATIO", answer -> bound(answer, Ratio::likely), Units::ratio),
                Column.number("high", "HIGH", answer -> bound(answer, Ratio::high), Units::ratio),
                Column.text("verdict", answer -> answer.job().verdict().words()),
                Column.text("reason", answer -> answer.job().reasons().get(0)));
    }

    private static @Nullable Double bound(Answer answer, Function<Ratio, Double> bound) {
        Ratio ratio = answer.job().ratio();
        return ratio == null ? null : bound.apply(ratio);
    }
}
