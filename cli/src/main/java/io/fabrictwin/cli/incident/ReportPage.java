package io.fabrictwin.cli.incident;

import io.fabrictwin.cli.render.Units;
import io.fabrictwin.model.incident.IncidentReport;
import io.fabrictwin.model.incident.IncidentReport.WayStop;
import io.fabrictwin.model.incident.Parts;
import io.fabrictwin.model.incident.RankedCause;
import io.fabrictwin.model.incident.SlowSpan;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** A report as one page that needs nothing else: no script, no font, no network. */
final class ReportPage {
    private final StringBuilder page = new StringBuilder();

    private ReportPage() {}

    static String of(Span.Answer answer) {
        ReportPage page = new ReportPage();
        IncidentReport report = answer.report();
        page.begin(
                report == null
                        ? "No slow steps"
                        : report.span().job() + ": " + report.answer().words());
        if (report == null) {
            page.add("<h1>No slow steps</h1>\n<p class=\"answer\">%s</p>\n", answer.why());
        } else {
            page.report(report);
        }
        return page.page.append("</body>\n</html>\n").toString();
    }

    private void begin(String title) {
        add("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>%s</title>\n", title);
        page.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>\n")
                .append(style())
                .append("</style>\n</head>\n<body>\n");
    }

    private static String style() {
        try (InputStream in = Objects.requireNonNull(ReportPage.class.getResourceAsStream("page.css"), "page.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the page's style", e);
        }
    }

    /** Adds text; what is filled in is escaped. */
    private void add(String format, Object... values) {
        Object[] escaped = new Object[values.length];
        for (int place = 0; place < values.length; place++) {
            escaped[place] = String.valueOf(values[place])
                    .replace("&", "&amp;")
                    .replace("<", "&lt;")
                    .replace(">", "&gt;")
                    .replace("\"", "&quot;");
        }
        page.append(String.format(Locale.ROOT, format, escaped));
    }

    private void report(IncidentReport report) {
        SlowSpan span = report.span();
        RankedCause named = report.named();
        add("<h1>%s: %s", span.job(), report.answer().words());
        if (named != null) {
            add(", %s<span class=\"badge\">confidence %s</span>", named.cause().word(), named.confidence());
        }
        add("</h1>\n<p class=\"answer\">%s</p>\n", report.summary());
        add(
                "<p class=\"soft\">%s. Lost %s from %s to %s on %s.</p>\n",
                ReportText.steps(span),
                Units.duration(span.lostNs()),
                Units.instant(span.fromNs()),
                Units.instant(span.toNs()),
                report.fabric());
        page.append("<figure>\n").append(StepStrip.of(span)).append("<figcaption>Time of each step;");
        for (String[] part : new String[][] {
            {"compute", "computing"},
            {"late", "late ranks"},
            {"transfer", "transfer, as on an empty network"},
            {"congestion", "congestion"}
        }) {
            add("<span class=\"key %s\"></span>%s", part[0], part[1]);
        }
        add(". Dashed: slow above %s.</figcaption>\n</figure>\n", Units.duration(span.limitNs()));
        parts(report);
        add("<h2>Causes</h2>\n");
        if (report.causes().isEmpty()) {
            add("<p>Nothing found that may be one.</p>\n");
        }
        report.causes().forEach(cause -> cause(cause, cause.equals(named)));
        way(report);
        if (!report.gaps().isEmpty()) {
            add("<h2>Not told</h2>\n<ul>\n");
            report.gaps().forEach(gap -> add("<li>%s</li>\n", gap));
            add("</ul>\n");
        }
        if (!report.doubts().isEmpty()) {
            add("<h2>In doubt</h2>\n<ul>\n");
            report.doubts().forEach(doubt -> add("<li>%s</li>\n", doubt));
            add("</ul>\n");
        }
        add("<h2>Next</h2>\n");
        RankedCause.Undo undo = report.undo();
        if (undo == null) {
            add("<p>No change that fork knows undoes it.</p>\n");
        } else {
            add(
                    "<p>Had it not happened (%s):</p>\n<code>%s</code>\n",
                    String.join(", ", undo.settings()), ReportText.command(report));
        }
        add("<p class=\"soft\">%s</p>\n", report.id());
    }

    private void parts(IncidentReport report) {
        Parts healthy = report.healthy();
        Parts slow = report.slow();
        if (healthy == null || slow == null) {
            return;
        }
        add("<h2>Where the time of a step went</h2>\n<table>\n<tr><th></th><th class=\"number\">healthy</th>"
                + "<th class=\"number\">slow</th><th class=\"number\">more</th></tr>\n");
        row("computing", healthy, slow, Parts::computeNs);
        row("late ranks", healthy, slow, Parts::lateNs);
        row("transfer", healthy, slow, Parts::transferNs);
        row("congestion", healthy, slow, Parts::congestionNs);
        row("in all", healthy, slow, Parts::totalNs);
        add("</table>\n");
    }

    private void row(String name, Parts healthy, Parts slow, ToDoubleFunction<Parts> part) {
        double healthyNs = part.applyAsDouble(healthy);
        double slowNs = part.applyAsDouble(slow);
        add(
                "<tr><td>%s</td><td class=\"number\">%s</td><td class=\"number\">%s</td><td class=\"number\">%s</td></tr>\n",
                name,
                Units.duration(Math.round(healthyNs)),
                Units.duration(Math.round(slowNs)),
                (slowNs < healthyNs ? "" : "+") + Units.duration(Math.round(slowNs - healthyNs)));
    }

    private void cause(RankedCause cause, boolean isOpen) {
        add(
                "<details" + (isOpen ? " open" : "")
                        + "><summary><b>%s</b>%s <span class=\"soft\">score %s, confidence %s</span>"
                        + "</summary>\n<p>%s</p>\n<ul>\n",
                cause.cause().word(),
                cause.cause().sentence(),
                String.format(Locale.ROOT, "%.2f", cause.score()),
                cause.confidence(),
                cause.summary());
        cause.evidence().forEach(line -> add("<li>%s</li>\n", line));
        add("</ul>\n");
        if (!cause.findingId().isEmpty()) {
            add("<p class=\"soft\">finding %s</p>\n", cause.findingId());
        }
        add("</details>\n");
    }

    private void way(IncidentReport report) {
        if (report.way().isEmpty()) {
            return;
        }
        add("<h2>From rank to cause</h2>\n<ol class=\"way\">\n");
        for (WayStop stop : report.way()) {
            add(
                    "<li" + (stop.isSuspect() ? " class=\"suspect\"" : "")
                            + "><span class=\"what\">%s</span>%s <span class=\"detail\">%s</span></li>\n",
                    stop.stop().what(),
                    stop.stop().name().replaceFirst("^rank ", ""),
                    stop.stop().detail());
        }
        add("</ol>\n");
    }
}
