package io.fabrictwin.ingest.synth;

import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.detection.FindingKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Counts how right findings are, by kind. */
final class FindingScore {
    private static final double NS_IN_DAY = 86_400e9;

    /** Counts of one kind. */
    private static final class Counts {
        private int right;
        private int wrong;
        private int twice;
        private int required;
        private int found;
        private final List<Double> secondsToFinding = new ArrayList<>();
    }

    private final Map<FindingKind, Counts> byKind = new EnumMap<>(FindingKind.class);
    private double spanNs;

    void add(Truth truth, int seed, SlowMotion slow, GrowingTwin twin, long logSpanNs) {
        spanNs += logSpanNs;
        Incident incident = truth.incident();
        Set<String> told = new HashSet<>();
        Set<FindingKind> found = new HashSet<>();
        for (Finding finding : twin.findings()) {
            Counts counts = counts(finding.kind());
            if (!isRight(truth, slow, finding)) {
                counts.wrong++;
                System.err.println("wrong: " + incident.word() + " " + seed + ": " + finding);
            } else if (!told.add(finding.kind() + " " + finding.entities().get(0))) {
                counts.twice++;
                System.err.println("twice: " + incident.word() + " " + seed + ": " + finding);
            } else {
                counts.right++;
            }
            if (isRight(truth, slow, finding)
                    && ExpectedFindings.required(incident).contains(finding.kind())
                    && found.add(finding.kind())) {
                counts.secondsToFinding.add(
                        (twin.firstToldNs(finding) - slow.at(beginNs(truth, finding.kind()))) / 1e9);
            }
        }
        for (FindingKind kind : ExpectedFindings.required(incident)) {
            counts(kind).required++;
            if (found.contains(kind)) {
                counts(kind).found++;
            } else {
                System.err.println("missed: " + incident.word() + " " + seed + ": " + kind + " at " + truth.devices());
            }
        }
    }

    private Counts counts(FindingKind kind) {
        return byKind.computeIfAbsent(kind, id -> new Counts());
    }

    /** A link flaps from when it goes down again. */
    private static long beginNs(Truth truth, FindingKind kind) {
        Long beginNs = truth.beginNs();
        if (beginNs == null) {
            return Long.MAX_VALUE;
        }
        return kind == FindingKind.LINK_FLAPPING
                ? beginNs + Math.round(Schedule.CYCLE_STEPS * truth.healthyStepNs())
                : beginNs;
    }

    /** A kind that the incident may show, at its place and in its time, give or take a step. */
    private static boolean isRight(Truth truth, SlowMotion slow, Finding finding) {
        Long beginNs = truth.beginNs();
        Long endNs = truth.endNs();
        if (beginNs == null
                || endNs == null
                || !ExpectedFindings.allowed(truth.incident()).contains(finding.kind())) {
            return false;
        }
        boolean isInTime = finding.startNs() >= slow.at(beginNs - truth.healthyStepNs())
                && finding.startNs() <= slow.at(endNs + truth.healthyStepNs());
        boolean isInPlace = ExpectedFindings.ANYWHERE.contains(finding.kind())
                || finding.entities().stream()
                        .anyMatch(entity -> truth.devices().stream()
                                .anyMatch(device -> entity.equals(device) || entity.startsWith(device + ":")));
        return isInTime && isInPlace;
    }

    /** Precision, recall and time to finding by kind. */
    String table() {
        StringBuilder table = new StringBuilder("| finding | right | wrong | twice | precision | asked for | recall |"
                + " seconds to finding: median | p99 |\n|---|---|---|---|---|---|---|---|---|\n");
        byKind.forEach((kind, counts) -> {
            List<Double> seconds = new ArrayList<>(counts.secondsToFinding);
            Collections.sort(seconds);
            table.append(String.format(
                    Locale.ROOT,
                    "| `%s` | %d | %d | %d | %s | %d | %s | %s | %s |%n",
                    kind.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                    counts.right,
                    counts.wrong,
                    counts.twice,
                    share(counts.right, counts.right + counts.wrong + counts.twice),
                    counts.required,
                    share(counts.found, counts.required),
                    quantile(seconds, 0.5),
                    quantile(seconds, 0.99)));
        });
        return table.toString();
    }

    /** How many findings there were in a day in which nothing went wrong. */
    String falseAlarms() {
        int wrong = byKind.values().stream().mapToInt(counts -> counts.wrong).sum();
        return spanNs == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "healthy: %.1f hours, %d findings, %.2f a day",
                        spanNs / NS_IN_DAY * 24,
                        wrong,
                        wrong / (spanNs / NS_IN_DAY));
    }

    private static String share(int part, int all) {
        return all == 0 ? "" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / all);
    }

    private static String quantile(List<Double> sorted, double share) {
        return sorted.isEmpty()
                ? ""
                : String.format(Locale.ROOT, "%.0f", sorted.get((int) Math.ceil(share * sorted.size()) - 1));
    }
}
