package io.fabrictwin.cli.show;

import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.model.clock.ClockEstimate;
import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.window.CounterWindow;
import io.fabrictwin.model.window.JobWindow;
import io.fabrictwin.model.window.PortWindow;
import io.fabrictwin.model.window.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The columns of the tables of rolling windows. */
final class WindowColumns {
    private WindowColumns() {}

    static List<Column<PortWindow>> ports() {
        return List.of(
                Column.text("port", row -> row.port().toString()),
                Column.text("priority", PortWindow::priority),
                Column.number("load", "LOAD", row -> orNull(row.load()), Units::share),
                Column.number(
                        "txBitsPerSecond",
                        "SENDING",
                        row -> {
                            Double bytes = perSecond(row, CounterName.TX_BYTES);
                            return bytes == null ? null : 8 * bytes;
                        },
                        Units::bitRate),
                Column.number(
                        "pausedShare", "PAUSED", row -> orNull(row.counters().pausedShare()), Units::share),
                Column.number(
                        "pausingShare", "PAUSING", row -> orNull(row.counters().pausingShare()), Units::share),
                Column.number(
                        "markedShare", "MARKED", row -> orNull(row.counters().markedShare()), Units::share),
                rate("cnpPerSecond", "CNP/S", CounterName.CNP_RX),
                rate("droppedPacketsPerSecond", "DROPS/S", CounterName.TX_DROPPED_PACKETS),
                rate("rxErrorsPerSecond", "ERRORS/S", CounterName.RX_ERRORS),
                rate("symbolErrorsPerSecond", "SYMBOL ERRORS/S", CounterName.SYMBOL_ERRORS),
                Column.number("depthBytes", "DEPTH", PortWindow::depthBytes, Units::bytes),
                Column.number("ageNs", "AGE", row -> row.counters().ageNs(), Units::duration),
                Column.number("coveredNs", "COVERED", row -> row.counters().coveredNs(), Units::duration),
                Column.text("flags", row -> flags(row.counters())));
    }

    private static Column<PortWindow> rate(String name, String title, String counter) {
        return Column.number(
                name,
                title,
                row -> perSecond(row, counter),
                perSecond -> String.format(Locale.ROOT, "%.3g", perSecond.doubleValue()));
    }

    private static @Nullable Double perSecond(PortWindow row, String counter) {
        return orNull(row.counters().perSecond(counter));
    }

    private static List<String> flags(CounterWindow window) {
        List<String> flags = new ArrayList<>();
        if (window.isStale()) {
            flags.add("stale");
        }
        if (window.hasGap()) {
            flags.add("gap");
        }
        if (window.hasReset()) {
            flags.add("reset");
        }
        if (window.isCoarse()) {
            flags.add("coarse");
        }
        return flags;
    }

    /** A job with its window. */
    record Row(JobId job, JobWindow window) {
        static List<Row> of(FabricFrame frame, Windows windows, Span span) {
            long reachNs = frame.eventTimeReachNs().orElse(0L);
            List<Row> rows = new ArrayList<>();
            windows.steps()
                    .forEach((job, steps) ->
                            JobWindow.of(steps, reachNs, span).ifPresent(window -> rows.add(new Row(job, window))));
            return rows;
        }
    }

    static List<Column<Row>> jobs() {
        return List.of(
                Column.text("job", row -> row.job().value()),
                Column.count("steps", row -> row.window().steps()),
                Column.number("meanStepNs", "STEP", row -> row.window().meanStepNs(), Units::duration),
                Column.number("longestStepNs", "LONGEST", row -> row.window().longestStepNs(), Units::duration),
                Column.number("exposedShare", "EXPOSED", row -> row.window().exposedShare(), Units::share),
                Column.count("slowestRank", row -> row.window().slowestRank()),
                Column.number(
                        "slowestRankNs", "IT COMPUTES", row -> row.window().slowestRankNs(), Units::duration),
                Column.number("medianRankNs", "MEDIAN RANK", row -> row.window().medianRankNs(), Units::duration),
                Column.number("ageNs", "AGE", row -> row.window().ageNs(), Units::duration));
    }

    static List<Column<ClockEstimate>> clocks() {
        return List.of(
                Column.text("device", clock -> clock.device().value()),
                Column.text("reference", clock -> text(clock.reference())),
                Column.count("facts", ClockEstimate::facts),
                Column.number("offsetNs", "OFFSET", ClockEstimate::offsetNs, Units::duration),
                Column.number("uncertaintyNs", "NOT FURTHER OFF THAN", ClockEstimate::uncertaintyNs, Units::duration),
                Column.number("skewPpm", "SKEW PPM", ClockEstimate::skewPpm, WindowColumns::decimals),
                Column.number(
                        "skewUncertaintyPpm",
                        "NOT FURTHER OFF THAN",
                        ClockEstimate::skewUncertaintyPpm,
                        WindowColumns::decimals),
                Column.number("toldOffsetNs", "TOLD", ClockEstimate::toldOffsetNs, Units::duration),
                Column.number("toldUncertaintyNs", "TOLD WITHIN", ClockEstimate::toldUncertaintyNs, Units::duration),
                Column.text("unknown", clock -> clock.unknown().isEmpty() ? null : clock.unknown()));
    }

    private static String decimals(Number number) {
        return String.format(Locale.ROOT, "%.1f", number.doubleValue());
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? (Double) value.getAsDouble() : null;
    }
}
