package io.fabrictwin.model.incident;

import io.fabrictwin.model.detection.StepSample;
import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.id.JobId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds slow steps against the job's own healthy ones. Healthy is the lower quartile of the steps outside the span that is
 * asked about (of all where none is, or few are left). Slow is what exceeds it by 3 % and by 4 times the distance from
 * the fastest twentieth to it, twice or by half a healthy step: slow steps, however many up to three quarters, do not move either.
 */
public final class SlowSteps {
    /** What is lost below it is not worth a search. */
    static final double LEAST_STRETCH = 0.03;
    /**
     * Of a normal distribution, that is 3.2 standard deviations above the mean: of some hundred steps that vary by 2 %, two
     * near each other are beyond by chance in one run of a hundred. (With 3 it is one of five.)
     */
    static final double LEAST_SPREADS = 4;
    /** Slow steps near each other; or else time lost that is half a healthy step. */
    static final int LEAST_SLOW = 2;
    /** Fewer steps do not tell what is healthy. */
    public static final int LEAST_HEALTHY = 4;
    /** Slow steps with no more healthy ones between them are one incident. */
    static final int MOST_BETWEEN = 2;
    /** A break between steps, in healthy steps, that counts as a standstill. */
    private static final double LEAST_STANDSTILL = 0.5;
    /** A step that is not over must have been under way for so many healthy ones to count. */
    private static final double LEAST_UNFINISHED = 3;

    private static final double QUARTILE = 0.25;
    private static final double FASTEST = 0.05;

    private SlowSteps() {}

    /**
     * What is asked about.
     *
     * @param job null: all
     * @param fromNs slow steps that end after it; null: from the begin of the record
     * @param toNs slow steps that begin before it; null: to its end
     */
    public record Question(
            @Nullable JobId job,
            @Nullable Long fromNs,
            @Nullable Long toNs) {
        public Question {
            if (fromNs != null && toNs != null && fromNs > toNs) {
                throw new IllegalArgumentException("the span begins after its end");
            }
        }

        boolean covers(long startNs, long endNs) {
            return (fromNs == null || endNs > fromNs) && (toNs == null || startNs < toNs);
        }
    }

    /**
     * What was found.
     *
     * @param span the stretch in which most time was lost; null: no step asked about was slow
     * @param why why there is none, for people; empty where there is one
     */
    public record Found(@Nullable SlowSpan span, String why) {}

    /** The worst stretch of slow steps that is asked about. */
    public static Found find(FabricFrame frame, Windows windows, Question question) {
        SlowSpan worst = null;
        List<String> reasons = new ArrayList<>();
        for (JobId job : windows.steps().keySet()) {
            if (question.job() == null || question.job().equals(job)) {
                Found found = find(frame, windows, job, question);
                SlowSpan span = found.span();
                if (span == null) {
                    reasons.add(found.why());
                } else if (worst == null || span.lostNs() > worst.lostNs()) {
                    worst = span;
                }
            }
        }
        return new Found(worst, worst == null ? String.join("; ", reasons) : "");
    }

    private static Found find(FabricFrame frame, Windows windows, JobId job, Question question) {
        List<StepSample> all = windows.steps().getOrDefault(job, List.of());
        List<StepSample> complete = all.stream()
                .filter(step -> step.durationNs().isPresent())
                .sorted(Comparator.comparing(step -> Objects.requireNonNull(step.startNs())))
                .toList();
        List<Long> asked = durations(complete, question, true);
        List<Long> others = durations(complete, question, false);
        List<Long> basis =
                others.size() >= LEAST_HEALTHY ? others : durations(complete, new Question(null, null, null), true);
        if (basis.size() < LEAST_HEALTHY) {
            return new Found(
                    null,
                    "cannot tell: " + basis.size() + " steps of " + job + " were recorded, and fewer than "
                            + LEAST_HEALTHY + " do not tell how long a healthy one takes");
        }
        long healthyNs = basis.get((int) (QUARTILE * (basis.size() - 1)));
        long fastestNs = basis.get((int) (FASTEST * (basis.size() - 1)));
        long limitNs = healthyNs
                + Math.max(Math.round(LEAST_STRETCH * healthyNs), Math.round(LEAST_SPREADS * (healthyNs - fastestNs)));
        List<Lap> laps = laps(new StepSplit(frame, job), all, complete, healthyNs, limitNs, windows.reachNs());
        SlowSpan worst = null;
        for (SlowSpan span : spans(job, laps, healthyNs, limitNs)) {
            if ((span.slow().size() >= LEAST_SLOW || span.lostNs() >= LEAST_STANDSTILL * healthyNs)
                    && question.covers(span.fromNs(), span.toNs())
                    && (worst == null || span.lostNs() > worst.lostNs())) {
                worst = span;
            }
        }
        return worst != null
                ? new Found(worst, "")
                : new Found(
                        null,
                        asked.isEmpty()
                                ? "no step of " + job + " was recorded in that span"
                                : "no step of " + job + " is slow there: " + asked.size() + " took at most "
                                        + milliseconds(asked.get(asked.size() - 1)) + ", a healthy one takes "
                                        + milliseconds(healthyNs));
    }

    private static String milliseconds(long ns) {
        return String.format(Locale.ROOT, "%.3f ms", ns / 1e6);
    }

    /** In order of length. */
    private static List<Long> durations(List<StepSample> complete, Question question, boolean isWithin) {
        return complete.stream()
                .filter(step -> isWithin
                        == question.covers(
                                Objects.requireNonNull(step.startNs()), Objects.requireNonNull(step.endNs())))
                .map(step -> step.durationNs().orElseThrow())
                .sorted()
                .toList();
    }

    private static List<Lap> laps(
            StepSplit split,
            List<StepSample> all,
            List<StepSample> complete,
            long healthyNs,
            long limitNs,
            long reachNs) {
        List<Lap> laps = new ArrayList<>();
        long leastNs = Math.round(LEAST_STANDSTILL * healthyNs);
        Lap before = null;
        for (StepSample step : complete) {
            long startNs = Objects.requireNonNull(step.startNs());
            long endNs = Objects.requireNonNull(step.endNs());
            if (before != null && startNs - before.endNs() > leastNs) {
                laps.add(new Lap(before.step(), before.endNs(), startNs, true, true, null));
            }
            before = new Lap(step.step(), startNs, endNs, false, endNs - startNs > limitNs, split.parts(step));
            laps.add(before);
        }
        if (before != null) {
            Lap last = before;
            boolean isUnfinished = all.stream().anyMatch(step -> step.step() > last.step() && step.endNs() == null);
            if (isUnfinished && reachNs - last.endNs() > LEAST_UNFINISHED * healthyNs) {
                laps.add(new Lap(last.step(), last.endNs(), reachNs, true, true, null));
            }
        }
        return laps;
    }

    private static List<SlowSpan> spans(JobId job, List<Lap> laps, long healthyNs, long limitNs) {
        List<SlowSpan> spans = new ArrayList<>();
        int first = -1;
        int last = -1;
        for (int at = 0; at < laps.size(); at++) {
            if (laps.get(at).isSlow()) {
                if (first >= 0 && at - last > MOST_BETWEEN + 1) {
                    spans.add(span(job, laps, first, last, healthyNs, limitNs));
                    first = -1;
                }
                first = first < 0 ? at : first;
                last = at;
            }
        }
        if (first >= 0) {
            spans.add(span(job, laps, first, last, healthyNs, limitNs));
        }
        return spans;
    }

    private static SlowSpan span(JobId job, List<Lap> laps, int first, int last, long healthyNs, long limitNs) {
        return new SlowSpan(job, laps.get(first).startNs(), laps.get(last).endNs(), healthyNs, limitNs, laps);
    }
}
