package io.fabrictwin.cli.incident;

import io.fabrictwin.cli.render.Units;
import io.fabrictwin.model.incident.Lap;
import io.fabrictwin.model.incident.Parts;
import io.fabrictwin.model.incident.SlowSpan;
import java.util.List;
import java.util.Locale;

/** Steps as bars in the order of time, each as high as it took and made of its parts; the span of slow ones is shaded. */
final class StepStrip {
    private static final int WIDTH = 1050;
    private static final int HEIGHT = 230;
    private static final int LEFT = 64;
    private static final int TOP = 18;
    private static final int BOTTOM = 26;
    private static final int MOST_BARS = 200;
    /** A standstill may take as long as all steps; cut, the steps stay readable. */
    private static final double MOST_HEIGHTS = 6;
    /** Of a bar's place. */
    private static final double FILLED = 0.82;

    private static final int MOST_LABELS = 12;

    private final SlowSpan span;
    private final List<Lap> laps;
    private final double mostNs;
    private final double placeWidth;
    private final StringBuilder svg = new StringBuilder();

    private StepStrip(SlowSpan span) {
        this.span = span;
        laps = near(span);
        mostNs = Math.max(
                1.05 * span.limitNs(),
                Math.min(
                        MOST_HEIGHTS * span.healthyStepNs(),
                        laps.stream().mapToDouble(Lap::durationNs).max().orElse(1)));
        placeWidth = (double) (WIDTH - LEFT) / laps.size();
    }

    static String of(SlowSpan span) {
        return new StepStrip(span).draw();
    }

    /** The span and as many steps before it as after it. */
    private static List<Lap> near(SlowSpan span) {
        List<Lap> all = span.laps();
        int first = 0;
        while (first < all.size() && all.get(first).endNs() <= span.fromNs()) {
            first++;
        }
        int slow = span.slow().size();
        int from = Math.max(0, Math.min(first - Math.max(0, MOST_BARS - slow) / 2, all.size() - MOST_BARS));
        return all.subList(from, Math.min(all.size(), from + MOST_BARS));
    }

    private String draw() {
        svg.append(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Time of each step\">%n",
                WIDTH,
                HEIGHT));
        shade();
        double base = HEIGHT - BOTTOM;
        svg.append(String.format(
                Locale.ROOT,
                "<line class=\"axis\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>%n",
                LEFT,
                base,
                WIDTH,
                base));
        int every = Math.max(1, (laps.size() + MOST_LABELS - 1) / MOST_LABELS);
        for (int place = 0; place < laps.size(); place++) {
            bar(place);
            if (place % every == 0 && !laps.get(place).isStandstill()) {
                svg.append(String.format(
                        Locale.ROOT,
                        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>%n",
                        LEFT + (place + 0.5) * placeWidth,
                        HEIGHT - 8,
                        laps.get(place).step()));
            }
        }
        level((double) span.healthyStepNs(), "healthy", false);
        level((double) span.limitNs(), "", true);
        return svg.append("</svg>\n").toString();
    }

    private void shade() {
        int first = -1;
        int last = -1;
        for (int place = 0; place < laps.size(); place++) {
            Lap lap = laps.get(place);
            if (lap.endNs() > span.fromNs() && lap.startNs() < span.toNs()) {
                first = first < 0 ? place : first;
                last = place;
            }
        }
        svg.append(String.format(
                Locale.ROOT,
                "<rect class=\"shade\" x=\"%.1f\" y=\"0\" width=\"%.1f\" height=\"%d\"/>%n",
                LEFT + first * placeWidth,
                (last - first + 1) * placeWidth,
                HEIGHT - BOTTOM));
    }

    private double y(double ns) {
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * Math.min(1, ns / mostNs);
    }

    private void bar(int place) {
        Lap lap = laps.get(place);
        svg.append("<g><title>").append(title(lap)).append("</title>");
        Parts parts = lap.parts();
        if (parts == null) {
            piece(place, "unknown", 0, (double) lap.durationNs());
        } else {
            double at = 0;
            piece(place, "compute", at, parts.computeNs());
            at += parts.computeNs();
            piece(place, "late", at, parts.lateNs());
            at += parts.lateNs();
            piece(place, "transfer", at, parts.transferNs());
            at += parts.transferNs();
            piece(place, "congestion", at, parts.congestionNs());
        }
        svg.append("</g>\n");
    }

    private static String title(Lap lap) {
        String name = lap.isStandstill() ? "standstill after step " : "step ";
        return name + lap.step() + ": " + Units.duration(lap.durationNs()) + (lap.isSlow() ? ", slow" : "") + ", from "
                + Units.instant(lap.startNs());
    }

    private void piece(int place, String kind, double fromNs, double ns) {
        double top = y(fromNs + ns);
        double height = y(fromNs) - top;
        if (height > 0) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                    kind,
                    LEFT + (place + (1 - FILLED) / 2) * placeWidth,
                    top,
                    FILLED * placeWidth,
                    height));
        }
    }

    private void level(double ns, String name, boolean isLimit) {
        if (isLimit) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<line class=\"limit\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>%n",
                    LEFT,
                    y(ns),
                    WIDTH,
                    y(ns)));
        } else {
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n"
                            + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n",
                    LEFT - 8,
                    y(ns) + 4,
                    Units.duration(ns),
                    LEFT - 8,
                    y(ns) + 19,
                    name));
        }
    }
}
