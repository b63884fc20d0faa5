package io.fabrictwin.model.incident;

import io.fabrictwin.model.clock.Clocks;
import io.fabrictwin.model.detection.Detections;
import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.incident.IncidentReport.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says why a stretch of steps was slow. */
public final class IncidentAnalysis {
    /** Of the lost time; below, computing and late ranks took nearly all of it. */
    private static final double LEAST_NETWORK_SHARE = 0.3;

    /** What the parts of the steps alone say: less than a finding that tells who. */
    private static final double OF_PARTS = 0.6;

    private static final double OF_STANDSTILL = 0.45;

    private IncidentAnalysis() {}

    /**
     * The report.
     *
     * @param frame the fabric at {@link SlowSpan#tellingNs()}
     * @param windows history of the same fabric from well before the span to its end, or further
     * @param clocks of its hosts at the end of the span
     */
    public static IncidentReport report(FabricFrame frame, Windows windows, Clocks clocks, SlowSpan span) {
        Windows upToEnd = windows.until(span.toNs());
        List<Finding> findings = Detections.detect(frame, upToEnd);
        JobWays ways = JobWays.of(frame, span.job());
        List<RankedCause> causes = new ArrayList<>(new Suspicions(frame, span, ways).of(findings));
        ofSteps(span).forEach(cause -> add(cause, causes));
        causes.sort((one, other) -> Double.compare(other.score(), one.score()));
        Set<PortId> ports = ways == null ? Set.of() : ways.ports();
        List<String> gaps = TelemetryGaps.of(upToEnd, ports, span.fromNs(), span.toNs());
        RankedCause likeliest =
                causes.isEmpty() || causes.get(0).score() < RankedCause.LEAST_SCORE ? null : causes.get(0);
        String doubt = ClockDoubt.of(frame, upToEnd, clocks, span);
        boolean areParts = span.slow().stream().anyMatch(lap -> lap.parts() != null);
        return new IncidentReport(
                frame.fabric(),
                span,
                likeliest == null
                        ? Answer.CANNOT_TELL
                        : likeliest.cause().isNetwork() ? Answer.NETWORK : Answer.NOT_THE_NETWORK,
                likeliest == null ? undecided(upToEnd, causes, gaps) : likeliest.summary(),
                areParts ? span.healthyParts() : null,
                areParts ? span.slowParts() : null,
                causes,
                SuspectWay.of(frame, ways, likeliest == null ? List.of() : likeliest.entities()),
                gaps,
                doubt == null ? List.of() : List.of(doubt));
    }

    /** Of a rank that comes late and is known to compute longer, the latter is the cause: it tells who, and the steps how much. */
    private static void add(RankedCause ofSteps, List<RankedCause> causes) {
        for (int at = 0; at < causes.size() && ofSteps.cause() == Cause.LATE_RANK; at++) {
            if (causes.get(at).cause() == Cause.STRAGGLER_GPU) {
                causes.set(at, causes.get(at).backedBy(ofSteps));
                return;
            }
        }
        causes.add(ofSteps);
    }

    private static String undecided(Windows windows, List<RankedCause> causes, List<String> gaps) {
        if (windows.counters().values().stream().allMatch(List::isEmpty)) {
            return "The network took longer, but no counters were told.";
        }
        if (!gaps.isEmpty()) {
            return "Nothing that was told explains it, and not all was told: " + gaps.get(gaps.size() - 1) + ".";
        }
        return causes.isEmpty()
                ? "Counters and settings were told throughout, and show nothing unusual."
                : "Nothing found fits well; the nearest is this: "
                        + causes.get(0).summary();
    }

    /** What the steps themselves say. */
    private static List<RankedCause> ofSteps(SlowSpan span) {
        List<RankedCause> causes = new ArrayList<>();
        Parts healthy = span.healthyParts();
        Parts slow = span.slowParts();
        double lostNs = slow.totalNs() - healthy.totalNs();
        boolean areParts = span.slow().stream().anyMatch(lap -> lap.parts() != null);
        if (areParts && lostNs > 0 && slow.networkShareBeyond(healthy) < LEAST_NETWORK_SHARE) {
            double computeNs = slow.computeNs() - healthy.computeNs();
            double lateNs = slow.lateNs() - healthy.lateNs();
            boolean isCompute = computeNs > lateNs;
            causes.add(ofSteps(
                    isCompute ? Cause.SLOW_COMPUTE : Cause.LATE_RANK,
                    OF_PARTS * (1 - slow.networkShareBeyond(healthy)),
                    isCompute
                            ? "The middle rank computes longer than in healthy steps: data, clocks or heat, not the"
                                    + " network."
                            : "The last rank keeps the others waiting longer than in healthy steps: not the network.",
                    String.format(
                            Locale.ROOT,
                            "of %.3f ms lost a step, computing took %.3f ms and waiting for the last rank %.3f ms",
                            lostNs / 1e6,
                            computeNs / 1e6,
                            lateNs / 1e6)));
        }
        Lap standstill = standstill(span);
        if (standstill != null) {
            causes.add(ofSteps(
                    Cause.STANDSTILL,
                    OF_STANDSTILL * standstill.durationNs() / Math.max(1.0, (double) span.lostNs()),
                    "No step ran for a while after step " + standstill.step() + ".",
                    String.format(
                            Locale.ROOT,
                            "nothing was finished for %.3f ms after step %d; a healthy step takes %.3f ms",
                            standstill.durationNs() / 1e6,
                            standstill.step(),
                            span.healthyStepNs() / 1e6)));
        }
        return causes;
    }

    private static @Nullable Lap standstill(SlowSpan span) {
        Lap longest = null;
        for (Lap lap : span.slow()) {
            if (lap.isStandstill() && (longest == null || lap.durationNs() > longest.durationNs())) {
                longest = lap;
            }
        }
        return longest;
    }

    private static RankedCause ofSteps(Cause cause, double score, String summary, String evidence) {
        return new RankedCause(cause, score, "", summary, List.of(), List.of(evidence), null);
    }
}
