package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.PauseStorms.Storm;
import io.fabrictwin.model.frame.FabricFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what is wrong with a fabric. Pure: the same frame and windows give the same findings. */
public final class Detections {
    private static final Comparator<Finding> ORDER = Comparator.comparingLong(Finding::startNs)
            .thenComparing(Finding::kind)
            .thenComparing(finding -> finding.entities().get(0))
            .thenComparing(Finding::summary);

    /** What rests on the newest reading alone, which the next one may not show. */
    private static final Set<FindingKind> OF_ONE_READING =
            EnumSet.of(FindingKind.LINK_DEGRADED, FindingKind.OPTIC_WEAK, FindingKind.ECN_MARKS_NEVER);

    /** A link that goes down again within five minutes was not mended. */
    private static final long REOPENS_WITHIN_NS = 300_000_000_000L;

    /** What is wrong with a job alone. */
    private static final Set<FindingKind> OF_A_JOB = EnumSet.of(
            FindingKind.STRAGGLER_RANK,
            FindingKind.JOB_RETUNED,
            FindingKind.JOB_FAILED,
            FindingKind.GPU_NIC_FAR,
            FindingKind.SHARP_UNUSED);

    private Detections() {}

    /**
     * All findings that the frame and the windows give evidence of, in order of their start.
     *
     * @param windows of the same fabric, reaching about as far as the frame
     */
    public static List<Finding> detect(FabricFrame frame, Windows windows) {
        Context context = new Context(frame, windows);
        List<Finding> findings = new ArrayList<>();
        for (Storm storm : PauseStorms.of(context)) {
            Finding finding = storm.finding(context);
            findings.add(finding);
            Finding spread = PauseSpreads.of(context, storm, finding);
            if (spread != null) {
                findings.add(spread);
            }
        }
        findings.addAll(ConfigDrifts.of(context));
        findings.addAll(EcnMarksAlways.of(context));
        findings.addAll(EcnMarksNever.of(context));
        findings.addAll(HeadroomsShort.of(context));
        findings.addAll(BufferCycles.of(context));
        findings.addAll(RecoverySlow.of(context));
        findings.addAll(CreditsStarved.of(context));
        List<Finding> flapping = LinksFlapping.of(context);
        findings.addAll(flapping);
        LinksDegraded.of(context).stream()
                .filter(degraded -> flapping.stream().noneMatch(other -> flaps(other, degraded)))
                .forEach(findings::add);
        List<Finding> errors = LinkErrors.of(context);
        findings.addAll(errors);
        findings.addAll(OpticsWeak.of(context, errors));
        findings.addAll(ErrorsRising.of(context, errors));
        findings.addAll(PacketDrops.of(context));
        findings.addAll(UplinksUneven.of(context));
        findings.addAll(RailsUneven.of(context));
        findings.addAll(RoutesUneven.of(context));
        findings.addAll(RoutesBroken.of(context));
        findings.addAll(SubnetManagersMoved.of(context));
        findings.addAll(SharpUnused.of(context));
        findings.addAll(NicsSlow.of(context));
        findings.addAll(GpuNicsFar.of(context));
        findings.addAll(TrafficUnexplained.of(context));
        findings.addAll(StragglerRanks.of(context));
        findings.addAll(JobsRetuned.of(context));
        findings.addAll(JobsFailed.of(context));
        for (Finding stretched : StepsStretched.of(context)) {
            findings.add(explained(stretched, List.copyOf(findings)));
        }
        findings.sort(ORDER);
        return List.copyOf(findings);
    }

    /** Whether a link that is down is one that goes down again and again: that is told already. */
    private static boolean flaps(Finding flapping, Finding degraded) {
        return flapping.endNs() == null
                && flapping.entities().get(0).equals(degraded.entities().get(0));
    }

    /** A stretch with what else was wrong when it began, and what may be tried against that. */
    private static Finding explained(Finding stretched, List<Finding> others) {
        List<String> evidence = new ArrayList<>(stretched.evidence());
        String suggestion = null;
        for (Finding other : others) {
            if (mayCause(other, stretched)) {
                evidence.add("at that time: " + other.summary());
                suggestion = suggestion == null ? other.suggestion() : suggestion;
            }
        }
        return new Finding(
                stretched.fabric(),
                stretched.kind(),
                stretched.severity(),
                stretched.startNs(),
                stretched.endNs(),
                stretched.entities(),
                stretched.summary(),
                evidence,
                suggestion);
    }

    private static boolean mayCause(Finding other, Finding stretched) {
        boolean isOfAnotherJob = OF_A_JOB.contains(other.kind())
                && !other.entities().contains(stretched.entities().get(0));
        boolean overlaps = (other.endNs() == null || other.endNs() > stretched.startNs())
                && (stretched.endNs() == null || other.startNs() < stretched.endNs());
        return overlaps && !isOfAnotherJob && other.kind() != FindingKind.STEPS_STRETCHED;
    }

    /**
     * Carries findings on, so that an incident keeps its identity after the windows have lost sight of its start, and
     * ends when a setting or a link is mended.
     *
     * @param before what stood until now
     * @param now what {@link #detect} finds now
     * @param nowNs event time of now: what is not found any more is over
     * @return the findings of before, ended or told anew, and the new ones; in order of their start
     */
    public static List<Finding> continued(List<Finding> before, List<Finding> now, long nowNs) {
        List<Finding> left = new ArrayList<>(now);
        List<Finding> continued = new ArrayList<>();
        for (Finding old : before) {
            Finding again = take(left, old);
            if (again != null) {
                continued.add(with(again, old.startNs(), again.endNs()));
            } else {
                continued.add(old.endNs() == null ? with(old, old.startNs(), Math.max(old.startNs(), nowNs)) : old);
            }
        }
        continued.addAll(left);
        continued.sort(ORDER);
        return List.copyOf(continued);
    }

    /** Takes the same incident out of those left: the same kind and cause, and no end of the old one before the new. */
    private static @Nullable Finding take(List<Finding> left, Finding old) {
        for (Finding candidate : left) {
            if (candidate.fabric().equals(old.fabric())
                    && candidate.kind() == old.kind()
                    && candidate.entities().get(0).equals(old.entities().get(0))
                    && Objects.requireNonNullElse(candidate.endNs(), Long.MAX_VALUE) >= old.startNs()
                    && reopensUntilNs(old) >= candidate.startNs()) {
                left.remove(candidate);
                return candidate;
            }
        }
        return null;
    }

    /** Event time until which the same thing, found again, is the same incident, ns since 1970. */
    private static long reopensUntilNs(Finding old) {
        Long endNs = old.endNs();
        if (endNs == null) {
            return Long.MAX_VALUE;
        }
        return OF_ONE_READING.contains(old.kind()) ? endNs + REOPENS_WITHIN_NS : endNs;
    }

    private static Finding with(Finding finding, long startNs, @Nullable Long endNs) {
        return new Finding(
                finding.fabric(),
                finding.kind(),
                finding.severity(),
                startNs,
                endNs,
                finding.entities(),
                finding.summary(),
                finding.evidence(),
                finding.suggestion());
    }
}
