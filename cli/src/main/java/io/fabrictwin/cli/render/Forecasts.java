package io.fabrictwin.cli.render;

import io.fabrictwin.model.measure.CriticalPath;
import io.fabrictwin.model.measure.Measures;
import io.fabrictwin.model.measure.PortWait;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.scenario.StepParts;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Forecasts as people read them: a table of all jobs, then a paragraph on each. */
public final class Forecasts {
    /**
     * What one scenario does to one job.
     *
     * @param isOfInterest whether it gets a paragraph of its own
     */
    public record Row(String scenario, JobForecast job, boolean isOfInterest) {
        private @Nullable Double bound(Function<Ratio, Double> bound) {
            Ratio ratio = job.ratio();
            return ratio == null ? null : bound.apply(ratio);
        }
    }

    /** What is said of all answers together, and how much of each. */
    public record Closing(String accuracy, String restsOn, boolean isDetailed) {}

    /** Begins the line that tells how well such forecasts did. */
    public static final String OWN_ERROR = "our own error on such questions: ";

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.text("scenario", Row::scenario),
            Column.text("job", row -> row.job().job().value()),
            Column.number("recordedStepTimeNs", "RECORDED", row -> row.job().recordedStepTimeNs(), Units::duration),
            Column.number("forecastStepTimeNs", "FORECAST", row -> row.job().forecastStepTimeNs(), Units::duration),
            Column.number("likely", "RATIO", row -> row.bound(Ratio::likely), Units::ratio),
            Column.number("low", "LOW", row -> row.bound(Ratio::low), Units::ratio),
            Column.number("high", "HIGH", row -> row.bound(Ratio::high), Units::ratio),
            Column.text("verdict", row -> row.job().verdict().words()));

    private Forecasts() {}

    /** Prints a table with a paragraph on each job below it, or CSV, or Markdown. */
    public static void print(PrintWriter out, Output output, List<Row> rows, Closing closing) {
        Table.print(out, output, rows, COLUMNS, "no job runs in the window");
        if (output == Output.table) {
            rows.stream().filter(Row::isOfInterest).forEach(row -> printParagraph(out, row, closing.isDetailed()));
        } else if (output == Output.md) {
            rows.stream().filter(Row::isOfInterest).forEach(row -> printMarkdown(out, row, closing.isDetailed()));
        } else {
            return;
        }
        out.println();
        out.println(OWN_ERROR + closing.accuracy());
        out.println((output == Output.md ? "\n" : "") + closing.restsOn());
        out.flush();
    }

    /** One row for each job of a forecast, the greatest effect first. */
    public static List<Row> rows(Forecast forecast) {
        return forecast.jobsByEffect().stream()
                .map(job -> new Row(forecast.name(), job, true))
                .toList();
    }

    private static void printParagraph(PrintWriter out, Row row, boolean isDetailed) {
        JobForecast job = row.job();
        out.println();
        out.println(row.scenario() + ", " + job.job() + ": " + job.verdict().words());
        lines(job).forEach(line -> out.println("  " + line));
        job.reasons().forEach(reason -> out.println("  - " + reason));
        if (isDetailed) {
            MeasureTable.print(out, Output.table, job);
        }
    }

    private static void printMarkdown(PrintWriter out, Row row, boolean isDetailed) {
        JobForecast job = row.job();
        out.println();
        out.println("**" + Markdown.escaped(row.scenario() + ", " + job.job()) + ": "
                + job.verdict().words() + "**");
        out.println();
        lines(job).forEach(line -> out.println("- " + Markdown.escaped(line)));
        job.reasons().forEach(reason -> out.println("- " + Markdown.escaped(reason)));
        if (isDetailed) {
            MeasureTable.print(out, Output.md, job);
        }
    }

    /** Step time, parts and gates, now and then; what is not known is left out. */
    private static List<String> lines(JobForecast job) {
        return Stream.of(stepTime(job), parts(job), gates(job))
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private static String stepTime(JobForecast job) {
        Double recordedNs = job.recordedStepTimeNs();
        Double forecastNs = job.forecastStepTimeNs();
        Ratio ratio = job.ratio();
        if (recordedNs == null || forecastNs == null || ratio == null) {
            return "";
        }
        return "step " + Units.duration(recordedNs) + " -> " + Units.duration(forecastNs) + ", interval "
                + Units.duration(recordedNs * ratio.low()) + " to " + Units.duration(recordedNs * ratio.high());
    }

    private static String parts(JobForecast job) {
        StepParts base = job.baseParts();
        if (base == null) {
            return "";
        }
        StepParts fork = job.forkParts();
        return part("compute", StepParts::computeNs, base, fork) + ", "
                + part("late arrival", StepParts::lateNs, base, fork) + ", "
                + part("transfer", StepParts::transferNs, base, fork) + ", "
                + part("congestion", StepParts::congestionNs, base, fork) + " ms";
    }

    private static String part(
            String name, Function<StepParts, Double> part, StepParts base, @Nullable StepParts fork) {
        return name + " " + milliseconds(part.apply(base))
                + (fork == null ? "" : " -> " + milliseconds(part.apply(fork)));
    }

    private static String milliseconds(double ns) {
        return String.format(Locale.ROOT, "%.3f", ns / 1e6);
    }

    private static String gates(JobForecast job) {
        String base = gates(job.baseMeasures());
        String fork = gates(job.forkMeasures());
        if (base.isEmpty() && fork.isEmpty()) {
            return "";
        }
        return "gated by " + (base.equals(fork) ? base : orUnknown(base) + " -> " + orUnknown(fork));
    }

    private static String orUnknown(String gates) {
        return gates.isEmpty() ? "unknown" : gates;
    }

    /** The worst two, with the share of the step time for which messages wait there; empty: not known. */
    private static String gates(@Nullable Measures measures) {
        CriticalPath path = measures == null ? null : measures.criticalPath();
        if (path == null) {
            return "";
        }
        return path.gates().isEmpty()
                ? "no port"
                : path.gates().stream().limit(2).map(Forecasts::gate).collect(Collectors.joining(" and "));
    }

    private static String gate(PortWait gate) {
        return gate.port() + " (" + Units.share(gate.share()) + ")";
    }
}
