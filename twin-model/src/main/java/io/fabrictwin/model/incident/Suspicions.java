package io.fabrictwin.model.incident;

import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.detection.FindingKind;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.frame.Device;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Port;
import io.fabrictwin.model.id.DeviceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Ranks causes. A finding's weight is multiplied by how well it fits: in time (it began when the steps became slow), in
 * place (it lies on the job's ways) and in kind (a network's fault makes transfers longer, a slow GPU does not).
 */
final class Suspicions {
    /** A finding that began within so many healthy steps of the first slow one began with it. */
    private static final double BEGAN_WITH_STEPS = 1.6;
    /** One that stood before, when steps were healthy. */
    private static final double STOOD_BEFORE = 0.4;
    /** One that came up when steps had been slow for long. */
    private static final double CAME_LATER = 0.6;

    private static final double ELSEWHERE = 0.35;
    private static final double PERHAPS_THERE = 0.8;
    /** Where the parts speak against it. */
    private static final double LEAST_KIND = 0.15;

    private static final List<String> REDUCTION_SETTINGS = List.of("NCCL_COLLNET_ENABLE=0", "NCCL_SHARP_DISABLE=1");

    private final FabricFrame frame;
    private final SlowSpan span;
    private final @Nullable JobWays ways;
    private final double networkShare;
    private final boolean arePartsKnown;
    private final Set<String> hosts = new TreeSet<>();
    private final Set<String> downHostLinks = new TreeSet<>();
    private final Set<String> downLinks = new TreeSet<>();

    Suspicions(FabricFrame frame, SlowSpan span, @Nullable JobWays ways) {
        this.frame = frame;
        this.span = span;
        this.ways = ways;
        arePartsKnown = span.slow().stream().anyMatch(lap -> lap.parts() != null);
        networkShare = span.slowParts().networkShareBeyond(span.healthyParts());
        readLinks();
    }

    private void readLinks() {
        Set<DeviceId> ofHosts = frame.devices().stream()
                .filter(device -> device.kind() != null && device.kind() != DeviceKind.SWITCH)
                .map(Device::id)
                .collect(Collectors.toCollection(TreeSet::new));
        ofHosts.forEach(host -> hosts.add(host.value()));
        for (Port port : frame.ports()) {
            if (Boolean.FALSE.equals(port.isUp())) {
                downLinks.add(port.id().toString());
                if (ofHosts.contains(port.id().device())
                        || (port.neighbour() != null
                                && ofHosts.contains(port.neighbour().device()))) {
                    downHostLinks.add(port.id().toString());
                }
            }
        }
    }

    /** Likeliest first. */
    List<RankedCause> of(List<Finding> findings) {
        List<Suspicion> suspicions = new ArrayList<>();
        for (Finding finding : findings) {
            Cause cause = cause(finding);
            if (cause != null && overlaps(finding)) {
                List<String> fits = new ArrayList<>();
                double score = Cause.weight(finding.kind())
                        * inTime(finding, fits)
                        * inPlace(finding, fits)
                        * inKind(cause, fits);
                suspicions.add(new Suspicion(cause, finding, score, fits));
            }
        }
        suspicions.sort(Suspicion.LIKELIEST_FIRST);
        List<Suspicion> left = new ArrayList<>();
        for (Suspicion suspicion : suspicions) {
            Suspicion explaining = left.stream()
                    .filter(stronger -> stronger.explains(suspicion))
                    .findFirst()
                    .orElse(null);
            if (explaining == null) {
                left.add(suspicion);
            } else {
                explaining.absorb(suspicion);
            }
        }
        left.sort(Suspicion.LIKELIEST_FIRST);
        return left.stream()
                .filter(suspicion -> suspicion.score() > 0)
                .map(suspicion -> suspicion.ranked(span))
                .toList();
    }

    private boolean overlaps(Finding finding) {
        return finding.startNs() < span.toNs() && (finding.endNs() == null || finding.endNs() > span.fromNs());
    }

    private @Nullable Cause cause(Finding finding) {
        return switch (finding.kind()) {
            case PAUSE_STORM, PAUSE_SPREAD -> Cause.PFC_STORM;
            case RECEIVER_SLOW -> Cause.SLOW_RECEIVER;
            case ECN_MARKS_ALWAYS -> Cause.ECN_MISCONFIG;
            case LINK_FLAPPING -> Cause.LINK_FLAP;
            case LINK_ERRORS, ERRORS_RISING -> Cause.DEGRADED_OPTIC;
            case LINK_DEGRADED ->
                finding.entities().stream().anyMatch(downHostLinks::contains)
                        ? Cause.NIC_FAILURE
                        : finding.entities().stream().anyMatch(downLinks::contains) ? Cause.LINK_DOWN : Cause.LINK_SLOW;
            case UPLINKS_UNEVEN -> Cause.ECMP_POLARIZATION;
            case ROUTES_UNEVEN -> Cause.IB_BAD_LFT;
            case ROUTES_BROKEN -> Cause.ROUTES_BROKEN;
            case SUBNET_MANAGER_MOVED -> Cause.SUBNET_MANAGER_MOVED;
            case NIC_SLOW -> Cause.SLOW_NIC;
            case GPU_NIC_FAR -> Cause.FAR_NIC;
            case TRAFFIC_UNEXPLAINED -> Cause.NOISY_NEIGHBOUR;
            case CLASS_DRIFT -> Cause.WRONG_DSCP;
            case PACKETS_DROPPED -> Cause.PACKET_LOSS;
            case JOB_RETUNED ->
                !isOfJob(finding)
                        ? null
                        : finding.entities().stream().anyMatch(REDUCTION_SETTINGS::contains)
                                ? Cause.SHARP_OFF
                                : Cause.JOB_SETTING;
            case JOB_FAILED -> isOfJob(finding) ? Cause.JOB_FAILURE : null;
            case STRAGGLER_RANK -> isOfJob(finding) ? Cause.STRAGGLER_GPU : null;
            case CONFIG_DRIFT -> Cause.CONFIG_DRIFT;
            // What stands for long, comes before harm, or is an effect of one of the others.
            case STEPS_STRETCHED,
                    ECN_MARKS_NEVER,
                    HEADROOM_SHORT,
                    BUFFER_CYCLE,
                    OPTIC_WEAK,
                    RAILS_UNEVEN,
                    RECOVERY_SLOW,
                    CREDITS_STARVED,
                    SHARP_UNUSED -> null;
        };
    }

    private boolean isOfJob(Finding finding) {
        return finding.entities().contains(span.job().value());
    }

    private double inTime(Finding finding, List<String> fits) {
        double stepsAfter = (double) (finding.startNs() - span.fromNs()) / span.healthyStepNs();
        // Within the slow step in which it began, or the last healthy one before.
        long firstSlowNs = span.slow().get(0).durationNs();
        double withinSteps = Math.max(BEGAN_WITH_STEPS, (double) firstSlowNs / span.healthyStepNs() + 0.5);
        if (stepsAfter < -BEGAN_WITH_STEPS) {
            fits.add("it stood before the first slow step, when steps were healthy");
            return STOOD_BEFORE;
        }
        if (stepsAfter > withinSteps) {
            fits.add("it began when steps had been slow for a while");
            return CAME_LATER;
        }
        fits.add(String.format(
                Locale.ROOT,
                "it began %.3f ms %s the begin of the first slow step",
                Math.abs(finding.startNs() - span.fromNs()) / 1e6,
                stepsAfter < 0 ? "before" : "after"));
        return 1;
    }

    private double inPlace(Finding finding, List<String> fits) {
        if (finding.kind() == FindingKind.SUBNET_MANAGER_MOVED) {
            fits.add("it concerns the whole subnet");
            return PERHAPS_THERE;
        }
        JobWays known = ways;
        if (known == null) {
            return PERHAPS_THERE;
        }
        for (String entity : finding.entities()) {
            if (known.touch(entity)) {
                int over = known.over(entity).size();
                if (over > 0) {
                    fits.add(over + " of " + known.job().connections().size() + " connections of " + span.job()
                            + " go over " + entity);
                }
                return 1;
            }
        }
        if (!known.areKnown()) {
            return PERHAPS_THERE;
        }
        fits.add("no connection of " + span.job() + " goes there");
        return ELSEWHERE;
    }

    private double inKind(Cause cause, List<String> fits) {
        if (!arePartsKnown) {
            return 1;
        }
        double share = cause.isNetwork() ? networkShare : 1 - networkShare;
        fits.add(String.format(
                Locale.ROOT,
                "%.0f %% of the lost time went into %s",
                100 * share,
                cause.isNetwork() ? "transfer and congestion" : "computing and waiting for the last rank"));
        return Math.max(LEAST_KIND, share);
    }
}
