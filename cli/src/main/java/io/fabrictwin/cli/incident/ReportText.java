package io.fabrictwin.cli.incident;

import io.fabrictwin.cli.render.Units;
import io.fabrictwin.model.incident.IncidentReport;
import io.fabrictwin.model.incident.IncidentReport.WayStop;
import io.fabrictwin.model.incident.Lap;
import io.fabrictwin.model.incident.Parts;
import io.fabrictwin.model.incident.RankedCause;
import io.fabrictwin.model.incident.SlowSpan;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A report for people, plain or in Markdown. */
final class ReportText {
    private static final String BARS = "▁▂▃▄▅▆▇█";
    /** Steps in a line of bars; of more, the longest of several stands for them. */
    private static final int MOST_BARS = 80;

    private static final int MOST_CAUSES = 3;

    /** A row of the table of parts. */
    private record Row(String name, ToDoubleFunction<Parts> part) {}

    private static final List<Row> ROWS = List.of(
            new Row("computing", Parts::computeNs),
            new Row("late ranks", Parts::lateNs),
            new Row("transfer", Parts::transferNs),
            new Row("congestion", Parts::congestionNs),
            new Row("in all", Parts::totalNs));

    private final PrintWriter out;
    private final boolean isMarkdown;

    ReportText(PrintWriter out, boolean isMarkdown) {
        this.out = out;
        this.isMarkdown = isMarkdown;
    }

    void nothing(String why) {
        out.println(why);
    }

    void print(IncidentReport report) {
        SlowSpan span = report.span();
        RankedCause named = report.named();
        title(span.job() + ": " + report.answer().words()
                + (named == null ? "" : ", " + named.cause().word() + " (confidence " + named.confidence() + ")"));
        out.println(report.summary());
        out.println();
        line("steps", steps(span));
        line(
                "lost",
                Units.duration(span.lostNs()) + " from " + Units.instant(span.fromNs()) + " to "
                        + Units.instant(span.toNs()));
        line("each", bars(span.laps()));
        line("", "healthy " + Units.duration(span.healthyStepNs()) + ", slow above " + Units.duration(span.limitNs()));
        parts(report);
        for (RankedCause cause :
                report.causes().subList(0, Math.min(MOST_CAUSES, report.causes().size()))) {
            cause(cause);
        }
        way(report);
        if (!report.gaps().isEmpty()) {
            heading("Not told");
            report.gaps().forEach(this::item);
        }
        if (!report.doubts().isEmpty()) {
            heading("In doubt");
            report.doubts().forEach(this::item);
        }
        next(report);
    }

    private void title(String text) {
        out.println(isMarkdown ? "# " + text + "\n" : text);
    }

    private void heading(String text) {
        out.println();
        out.println(isMarkdown ? "## " + text + "\n" : text);
    }

    private void item(String text) {
        out.println((isMarkdown ? "- " : "  - ") + text);
    }

    private void line(String name, String text) {
        if (isMarkdown) {
            out.println("- " + (name.isEmpty() ? "" : name + ": ") + text);
        } else {
            out.printf(Locale.ROOT, "%-6s %s%n", name, text);
        }
    }

    static String steps(SlowSpan span) {
        List<Lap> slow = span.slow();
        List<Lap> ran = slow.stream().filter(lap -> !lap.isStandstill()).toList();
        Lap standstill = slow.stream().filter(Lap::isStandstill).findFirst().orElse(null);
        List<String> texts = new ArrayList<>();
        if (!ran.isEmpty()) {
            long firstStep = ran.get(0).step();
            long lastStep = ran.get(ran.size() - 1).step();
            double meanNs = ran.stream().mapToLong(Lap::durationNs).average().orElse(0);
            texts.add((firstStep == lastStep ? "step " + firstStep : "steps " + firstStep + " to " + lastStep)
                    + " took " + Units.duration(meanNs) + ", " + Units.ratio(meanNs / span.healthyStepNs())
                    + " of a healthy one");
        }
        if (standstill != null) {
            texts.add("nothing was finished for " + Units.duration(standstill.durationNs()) + " after step "
                    + standstill.step());
        }
        return String.join("; ", texts);
    }

    /** Bars from nothing to the longest step. */
    private static String bars(List<Lap> laps) {
        int each = (laps.size() + MOST_BARS - 1) / MOST_BARS;
        long longestNs =
                Math.max(1, laps.stream().mapToLong(Lap::durationNs).max().orElse(1));
        StringBuilder bars = new StringBuilder();
        for (int first = 0; first < laps.size(); first += each) {
            long mostNs = laps.subList(first, Math.min(laps.size(), first + each)).stream()
                    .mapToLong(Lap::durationNs)
                    .max()
                    .orElse(0);
            bars.append(BARS.charAt((int) Math.min(BARS.length() - 1L, mostNs * BARS.length() / longestNs)));
        }
        return bars.toString();
    }

    private void parts(IncidentReport report) {
        Parts healthy = report.healthy();
        Parts slow = report.slow();
        if (healthy == null || slow == null) {
            return;
        }
        heading("Where the time of a step went");
        if (isMarkdown) {
            out.println("| | healthy | slow | more |");
            out.println("|---|---|---|---|");
        } else {
            out.printf(Locale.ROOT, "  %-12s %10s %10s %10s%n", "", "HEALTHY", "SLOW", "MORE");
        }
        for (Row row : ROWS) {
            double healthyNs = row.part().applyAsDouble(healthy);
            double slowNs = row.part().applyAsDouble(slow);
            out.printf(
                    Locale.ROOT,
                    isMarkdown ? "| %s | %s | %s | %s |%n" : "  %-12s %10s %10s %10s%n",
                    row.name(),
                    Units.duration(Math.round(healthyNs)),
                    Units.duration(Math.round(slowNs)),
                    (slowNs < healthyNs ? "" : "+") + Units.duration(Math.round(slowNs - healthyNs)));
        }
    }

    private void cause(RankedCause cause) {
        heading(String.format(
                Locale.ROOT,
                "%s: %s (score %.2f, confidence %s)",
                cause.cause().word(),
                cause.cause().sentence(),
                cause.score(),
                cause.confidence()));
        item(cause.summary());
        cause.evidence().forEach(this::item);
        if (!cause.findingId().isEmpty()) {
            item("finding " + cause.findingId());
        }
    }

    private void way(IncidentReport report) {
        if (report.way().isEmpty()) {
            return;
        }
        heading("From rank to cause");
        for (WayStop stop : report.way()) {
            String detail =
                    stop.stop().detail().isEmpty() ? "" : " (" + stop.stop().detail() + ")";
            String text = stop.stop().what() + " " + stop.stop().name().replaceFirst("^rank ", "") + detail;
            if (isMarkdown) {
                out.println("1. " + (stop.isSuspect() ? "**" + text + "**" : text));
            } else {
                out.println((stop.isSuspect() ? "  > " : "    ") + text);
            }
        }
    }

    private void next(IncidentReport report) {
        RankedCause.Undo undo = report.undo();
        heading("Next");
        if (undo == null) {
            item("no change that fork knows undoes it");
        } else {
            item("had it not happened (" + String.join(", ", undo.settings()) + "): " + (isMarkdown ? "`" : "")
                    + command(report) + (isMarkdown ? "`" : ""));
        }
    }

    /** Ready to paste. */
    static String command(IncidentReport report) {
        return "fabric-twin fork --incident " + report.id();
    }
}
