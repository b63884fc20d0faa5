package io.fabrictwin.cli.render;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.measure.CollectiveMeasure;
import io.fabrictwin.model.measure.CriticalPath;
import io.fabrictwin.model.measure.Measures;
import io.fabrictwin.model.measure.PortWait;
import io.fabrictwin.model.measure.Recovery;
import io.fabrictwin.model.measure.ScaledJob;
import io.fabrictwin.model.measure.StepTimes;
import io.fabrictwin.model.measure.Tail;
import io.fabrictwin.model.scenario.JobForecast;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The eight measures of a job, base beside fork. */
final class MeasureTable {
    /** A measure under both states; null where it is unknown. */
    private record Row(
            String measure, @Nullable String base, @Nullable String fork) {}

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.text("measure", Row::measure), Column.text("base", Row::base), Column.text("fork", Row::fork));

    private MeasureTable() {}

    /** Prints nothing for a job that no run got through. */
    static void print(PrintWriter out, Output output, JobForecast job) {
        Measures base = job.baseMeasures();
        Measures fork = job.forkMeasures();
        if (base == null && fork == null) {
            return;
        }
        List<Row> rows = new ArrayList<>();
        LinkedHashMap<String, Integer> collectives = new LinkedHashMap<>();
        for (Measures side : sides(base, fork)) {
            side.collectives().forEach(measure -> collectives.put(name(measure), 0));
        }
        for (String name : collectives.keySet()) {
            rows.add(row(name, base, fork, side -> collective(side, name, MeasureTable::bandwidth)));
            rows.add(row("  time, mean / p50", base, fork, side -> collective(side, name, MeasureTable::time)));
        }
        rows.add(row("step time of the runs, p50 / p95", base, fork, MeasureTable::stepTimes));
        rows.add(row("jitter, steps / collectives", base, fork, MeasureTable::jitter));
        rows.add(row("tail p50 / p99 / p99.9", base, fork, MeasureTable::tail));
        rows.add(row("recovery, mean / longest", base, fork, MeasureTable::recovery));
        rows.add(row("compute / sending / waiting", base, fork, MeasureTable::shares));
        rows.add(row("gates", base, fork, MeasureTable::gates));
        rows.add(row("interference", base, fork, side -> text(side.interference(), Units::ratio)));
        rows.add(row("scaling", base, fork, MeasureTable::scaling));
        out.println();
        Table.print(out, output, rows, COLUMNS, "");
        LinkedHashSet<String> unknown = new LinkedHashSet<>();
        sides(base, fork).forEach(side -> unknown.addAll(side.unknown()));
        boolean isMarkdown = output == Output.md;
        out.print(isMarkdown && !unknown.isEmpty() ? "\n" : "");
        unknown.forEach(reason ->
                out.println(isMarkdown ? "- not told: " + Markdown.escaped(reason) : "  not told: " + reason));
    }

    private static List<Measures> sides(@Nullable Measures base, @Nullable Measures fork) {
        List<Measures> sides = new ArrayList<>();
        if (base != null) {
            sides.add(base);
        }
        if (fork != null) {
            sides.add(fork);
        }
        return sides;
    }

    private static Row row(
            String name, @Nullable Measures base, @Nullable Measures fork, Function<Measures, @Nullable String> text) {
        return new Row(name, base == null ? null : text.apply(base), fork == null ? null : text.apply(fork));
    }

    private static @Nullable String collective(
            Measures side, String name, Function<CollectiveMeasure, @Nullable String> text) {
        return side.collectives().stream()
                .filter(measure -> name(measure).equals(name))
                .findFirst()
                .map(text)
                .orElse(null);
    }

    private static String name(CollectiveMeasure measure) {
        return word(measure.operation()) + " " + Units.bytes(measure.bytes()) + " x" + measure.ranks()
                + ", algbw / busbw";
    }

    private static @Nullable String bandwidth(CollectiveMeasure measure) {
        Double algorithm = measure.algorithmBytesPerSecond();
        Double bus = measure.busBytesPerSecond();
        return algorithm == null || bus == null ? null : Units.bytes(algorithm) + "/s / " + Units.bytes(bus) + "/s";
    }

    private static String time(CollectiveMeasure measure) {
        return Units.duration(measure.timeMeanNs()) + " / " + Units.duration(measure.timeMedianNs());
    }

    private static @Nullable String stepTimes(Measures side) {
        StepTimes times = side.stepTimes();
        return times == null
                ? null
                : Units.duration(times.medianNs()) + " / " + text(times.p95Ns(), Units::duration) + " of "
                        + times.samples();
    }

    private static String jitter(Measures side) {
        return text(side.stepJitter(), Units::share)
                + " / "
                + side.collectives().stream()
                        .map(measure -> text(measure.timeJitter(), Units::share))
                        .distinct()
                        .collect(Collectors.joining(", "));
    }

    private static @Nullable String tail(Measures side) {
        Tail tail = side.tail();
        return tail == null
                ? null
                : Units.ratio(tail.median()) + " / " + text(tail.p99(), Units::ratio) + " / "
                        + text(tail.p999(), Units::ratio) + " of " + tail.messages() + " messages";
    }

    private static @Nullable String recovery(Measures side) {
        Recovery recovery = side.recovery();
        return recovery == null
                ? null
                : Units.duration(recovery.meanNs()) + " / " + Units.duration(recovery.longestNs()) + " of "
                        + recovery.episodes();
    }

    private static @Nullable String shares(Measures side) {
        CriticalPath path = side.criticalPath();
        return path == null
                ? null
                : Units.share(path.computeShare()) + " / " + Units.share(path.sendingShare()) + " / "
                        + Units.share(path.waitingShare());
    }

    private static @Nullable String gates(Measures side) {
        CriticalPath path = side.criticalPath();
        if (path == null) {
            return null;
        }
        return path.gates().isEmpty()
                ? "no port"
                : path.gates().stream()
                        .limit(2)
                        .map(gate -> gate.port() + " " + Units.share(gate.share()))
                        .collect(Collectors.joining(", "));
    }

    private static @Nullable String scaling(Measures side) {
        if (side.scaling().isEmpty()) {
            return null;
        }
        return side.scaling().stream()
                .map(scaled -> "x" + scaled.ranks() + " "
                        + Units.duration(scaled.collectiveTimeNs())
                        + (scaled.stepTimeNs() == null ? "" : " of " + Units.duration(scaled.stepTimeNs())))
                .collect(Collectors.joining(", "));
    }

    private static String text(@Nullable Double value, Function<Number, String> unit) {
        return value == null ? "-" : unit.apply(value);
    }

    private static String word(CollectiveOperation operation) {
        return operation.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** All of it, as JSON shows it; null where no run got through. */
    static @Nullable Map<String, @Nullable Object> json(@Nullable Measures measures) {
        if (measures == null) {
            return null;
        }
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("runs", measures.runs());
        object.put("steps", measures.steps());
        object.put(
                "collectives",
                measures.collectives().stream().map(MeasureTable::json).toList());
        Tail tail = measures.tail();
        object.put("tail", tail == null ? null : json(tail));
        StepTimes times = measures.stepTimes();
        object.put("stepTimes", times == null ? null : json(times));
        object.put("stepJitter", measures.stepJitter());
        Recovery recovery = measures.recovery();
        object.put("recovery", recovery == null ? null : json(recovery));
        CriticalPath path = measures.criticalPath();
        object.put("criticalPath", path == null ? null : json(path));
        object.put("interference", measures.interference());
        object.put(
                "scaling", measures.scaling().stream().map(MeasureTable::json).toList());
        object.put("unknown", measures.unknown());
        return object;
    }

    private static Map<String, @Nullable Object> json(CollectiveMeasure measure) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("operation", word(measure.operation()));
        object.put("bytes", measure.bytes());
        object.put("ranks", measure.ranks());
        object.put("count", measure.count());
        object.put("timeMeanNs", measure.timeMeanNs());
        object.put("timeMedianNs", measure.timeMedianNs());
        object.put("timeJitter", measure.timeJitter());
        object.put("skewMeanNs", measure.skewMeanNs());
        object.put("algorithmBytesPerSecond", measure.algorithmBytesPerSecond());
        object.put("busBytesPerSecond", measure.busBytesPerSecond());
        return object;
    }

    private static Map<String, @Nullable Object> json(Tail tail) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("messages", tail.messages());
        object.put("median", tail.median());
        object.put("p99", tail.p99());
        object.put("p999", tail.p999());
        return object;
    }

    private static Map<String, @Nullable Object> json(StepTimes times) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("samples", times.samples());
        object.put("medianNs", times.medianNs());
        object.put("p95Ns", times.p95Ns());
        return object;
    }

    private static Map<String, @Nullable Object> json(Recovery recovery) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("episodes", recovery.episodes());
        object.put("meanNs", recovery.meanNs());
        object.put("longestNs", recovery.longestNs());
        object.put("resolutionNs", recovery.resolutionNs());
        return object;
    }

    private static Map<String, @Nullable Object> json(CriticalPath path) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("computeShare", path.computeShare());
        object.put("lateShare", path.lateShare());
        object.put("sendingShare", path.sendingShare());
        object.put("waitingShare", path.waitingShare());
        object.put("gates", path.gates().stream().map(MeasureTable::json).toList());
        return object;
    }

    private static Map<String, @Nullable Object> json(PortWait gate) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("port", gate.port().toString());
        object.put("share", gate.share());
        return object;
    }

    private static Map<String, @Nullable Object> json(ScaledJob scaled) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("ranks", scaled.ranks());
        object.put("collectiveTimeNs", scaled.collectiveTimeNs());
        object.put("stepTimeNs", scaled.stepTimeNs());
        return object;
    }
}
