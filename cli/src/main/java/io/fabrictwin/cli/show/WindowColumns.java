package io.fabrictwin.cli.show;

import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.model.clock.ClockEstimate;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.window.CollectiveWindow;
import io.fabrictwin.model.window.CounterWindow;
import io.fabrictwin.model.window.JobWindow;
import io.fabrictwin.model.window.PortWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
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
                rate("fecCorrectedPerSecond", "FEC MENDED/S", CounterName.FEC_CORRECTED_CODEWORDS),
                rate("fecUncorrectedPerSecond", "FEC LOST/S", CounterName.FEC_UNCORRECTED_CODEWORDS),
                small("symbolErrorsPerBit", "SYMBOL ERRORS/BIT", row -> orNull(row.symbolErrorsPerBit())),
                small("preFecBitErrorRate", "BER", PortWindow::preFecBitErrorRate),
                small("postFecBitErrorRate", "BER AFTER FEC", PortWindow::postFecBitErrorRate),
                small(
                        "retransmitsPerSecond",
                        "RETRANSMITS/S",
                        row -> orNull(row.counters().retransmitsPerSecond())),
                Column.number("depthBytes", "DEPTH", PortWindow::depthBytes, Units::bytes),
                Column.number(
                        "depthMeanBytes",
                        "MEAN",
                        row -> row.depth() == null ? null : row.depth().meanBytes(),
                        Units::bytes),
                Column.number(
                        "depthMaxBytes",
                        "MAX",
                        row -> row.depth() == null ? null : row.depth().maxBytes(),
                        Units::bytes),
                Column.number("ageNs", "AGE", row -> row.counters().ageNs(), Units::duration),
                Column.number("coveredNs", "COVERED", row -> row.counters().coveredNs(), Units::duration),
                Column.text("flags", row -> flags(row.counters())));
    }

    private static Column<PortWindow> rate(String name, String title, String counter) {
        return small(name, title, row -> perSecond(row, counter));
    }

    private static Column<PortWindow> small(String name, String title, Function<PortWindow, @Nullable Object> value) {
        return Column.number(name, title, value, number -> String.format(Locale.ROOT, "%.3g", number.doubleValue()));
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

    /** Bus bandwidth of one operation and size, for people in one line. */
    record BusBandwidth(
            String operation,
            long sizeClassBytes,
            int count,
            double meanNs,
            @Nullable Double busBytesPerSecond) {
        static BusBandwidth of(CollectiveWindow window) {
            return new BusBandwidth(
                    window.operation().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                    window.sizeClassBytes(),
                    window.count(),
                    window.meanNs(),
                    window.busBytesPerSecond());
        }

        @Override
        public String toString() {
            return operation + " from " + Units.bytes(sizeClassBytes) + ": "
                    + (busBytesPerSecond == null ? Units.duration(meanNs) : Units.bytes(busBytesPerSecond) + "/s");
        }
    }

    static List<Column<Map.Entry<JobId, JobWindow>>> jobs() {
        return List.of(
                Column.text("job", row -> row.getKey().value()),
                Column.count("steps", row -> row.getValue().steps()),
                Column.number("meanStepNs", "STEP", row -> row.getValue().meanStepNs(), Units::duration),
                Column.number("longestStepNs", "LONGEST", row -> row.getValue().longestStepNs(), Units::duration),
                Column.number("exposedShare", "EXPOSED", row -> row.getValue().exposedShare(), Units::share),
                Column.count("slowestRank", row -> row.getValue().slowestRank()),
                Column.number(
                        "slowestRankNs", "IT COMPUTES", row -> row.getValue().slowestRankNs(), Units::duration),
                Column.number(
                        "medianRankNs", "MEDIAN RANK", row -> row.getValue().medianRankNs(), Units::duration),
                Column.count("slowestRail", row -> row.getValue().slowestRail()),
                Column.number(
                        "slowestRailLagNs", "IT LAGS", row -> row.getValue().slowestRailLagNs(), Units::duration),
                Column.text(
                        "busBandwidth",
                        row -> row.getValue().collectives().stream()
                                .map(BusBandwidth::of)
                                .toList()),
                Column.number("ageNs", "AGE", row -> row.getValue().ageNs(), Units::duration));
    }

    static List<Column<ClockEstimate>> clocks() {
        return List.of(
                Column.text("device", clock -> clock.device().value()),
                Column.text("reference", clock -> text(clock.reference())),
                Column.count("facts", ClockEstimate::facts),
                Column.number("offsetNs", "OFFSET", ClockEstimate::offsetNs, Units::duration),
                Column.number("uncertaintyNs", "WITHIN", ClockEstimate::uncertaintyNs, Units::duration),
                Column.number("skewPpm", "SKEW PPM", ClockEstimate::skewPpm, WindowColumns::decimals),
                Column.number(
                        "skewUncertaintyPpm", "WITHIN", ClockEstimate::skewUncertaintyPpm, WindowColumns::decimals),
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
