package io.fabrictwin.model.incident;

import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.detection.FindingKind;
import io.fabrictwin.model.detection.Suggestion;
import io.fabrictwin.model.incident.RankedCause.Undo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A cause under suspicion, with the findings that speak for it: the one that began it first. */
final class Suspicion {
    /** Of a pause storm's span, the share that a fork leaves out, so that counters before its time show the storm. */
    private static final int STORM_SEEN_SHARE = 4;
    /** How much of its own weight another finding of the same thing adds. */
    private static final double SUPPORT = 0.5;

    private final Cause cause;
    private final List<Finding> findings = new ArrayList<>();
    private final Set<String> fits = new LinkedHashSet<>();
    private double score;

    Suspicion(Cause cause, Finding finding, double score, List<String> fits) {
        this.cause = cause;
        this.score = score;
        findings.add(finding);
        this.fits.addAll(fits);
    }

    static final Comparator<Suspicion> LIKELIEST_FIRST = Comparator.comparingDouble(Suspicion::score)
            .reversed()
            .thenComparing(suspicion -> suspicion.findings.get(0).startNs())
            .thenComparing(suspicion -> suspicion.findings.get(0).id());

    Cause cause() {
        return cause;
    }

    double score() {
        return score;
    }

    /** Whether it is of one thing with another: of one cause at once in several places, or its effect at one device. */
    boolean explains(Suspicion other) {
        FindingKind kind = other.findings.get(0).kind();
        if (cause == other.cause) {
            return kind == FindingKind.UPLINKS_UNEVEN
                    || kind == FindingKind.TRAFFIC_UNEXPLAINED
                    || kind == FindingKind.JOB_RETUNED
                    || sharesDevice(other);
        }
        return (Cause.isEffect(kind) || cause == Cause.JOB_FAILURE) && sharesDevice(other);
    }

    private boolean sharesDevice(Suspicion other) {
        Set<String> own = devices();
        return other.devices().stream().anyMatch(own::contains);
    }

    private Set<String> devices() {
        Set<String> devices = new LinkedHashSet<>();
        for (Finding finding : findings) {
            finding.entities().forEach(entity -> devices.add(entity.replaceFirst(":.*", "")));
        }
        return devices;
    }

    void absorb(Suspicion other) {
        findings.addAll(other.findings);
        score = 1 - (1 - score) * (1 - SUPPORT * other.score);
    }

    RankedCause ranked(SlowSpan span) {
        Set<String> entities = new LinkedHashSet<>();
        Set<String> evidence = new LinkedHashSet<>();
        for (Finding finding : findings) {
            entities.addAll(finding.entities());
            evidence.addAll(finding.evidence());
        }
        evidence.addAll(fits);
        Finding first = findings.get(0);
        return new RankedCause(
                cause, score, first.id(), first.summary(), List.copyOf(entities), List.copyOf(evidence), undo(span));
    }

    /** By what a drift says stood before, rather than by what is good in general. */
    private @Nullable Undo undo(SlowSpan span) {
        Finding chosen = null;
        for (Finding finding : findings) {
            if (finding.suggestion() != null && (chosen == null || finding.kind() == FindingKind.CONFIG_DRIFT)) {
                chosen = finding;
            }
        }
        if (chosen == null || chosen.suggestion() == null) {
            return null;
        }
        List<String> settings = Suggestion.settings(chosen.suggestion());
        boolean isStorm = chosen.kind() == FindingKind.PAUSE_STORM || chosen.kind() == FindingKind.RECEIVER_SLOW;
        long fromNs = Math.max(span.fromNs(), chosen.startNs());
        long atNs = isStorm ? fromNs + (span.toNs() - fromNs) / STORM_SEEN_SHARE : fromNs;
        return settings.isEmpty() || atNs >= span.toNs() ? null : new Undo(atNs, span.toNs(), settings);
    }
}
