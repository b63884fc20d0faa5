package io.fabrictwin.ingest.synth;

import static io.fabrictwin.model.detection.FindingKind.*;

import io.fabrictwin.model.detection.FindingKind;
import java.util.EnumSet;
import java.util.Set;

/** What must be found of an incident, and what may be. */
final class ExpectedFindings {
    /** Of a job as a whole, of all leaves, or of what lies upstream: not at the device that the incident is about. */
    static final Set<FindingKind> ANYWHERE =
            EnumSet.of(STEPS_STRETCHED, PAUSE_SPREAD, UPLINKS_UNEVEN, JOB_FAILED, JOB_RETUNED);

    private ExpectedFindings() {}

    static Set<FindingKind> required(Incident incident) {
        return switch (incident) {
            case NONE -> EnumSet.noneOf(FindingKind.class);
            case ECN_MISCONFIG -> EnumSet.of(CONFIG_DRIFT, ECN_MARKS_ALWAYS);
            case PFC_STORM -> EnumSet.of(PAUSE_STORM);
            case SLOW_RECEIVER -> EnumSet.of(RECEIVER_SLOW);
            case LINK_FLAP -> EnumSet.of(LINK_FLAPPING, LINK_DEGRADED);
            case DEGRADED_OPTIC -> EnumSet.of(LINK_ERRORS);
            case ECMP_POLARIZATION -> EnumSet.of(UPLINKS_UNEVEN);
            case NOISY_NEIGHBOUR -> EnumSet.of(TRAFFIC_UNEXPLAINED);
            case NIC_FAILURE -> EnumSet.of(LINK_DEGRADED, JOB_FAILED);
            case WRONG_DSCP -> EnumSet.of(CLASS_DRIFT, PACKETS_DROPPED);
            case STRAGGLER_GPU -> EnumSet.of(STRAGGLER_RANK);
            case IB_BAD_LFT -> EnumSet.of(ROUTES_UNEVEN);
            case SHARP_OFF -> EnumSet.of(JOB_RETUNED);
        };
    }

    /** What is no mistake beside that: effects of the same thing. */
    static Set<FindingKind> allowed(Incident incident) {
        Set<FindingKind> allowed = required(incident);
        if (incident != Incident.NONE) {
            allowed.add(STEPS_STRETCHED);
        }
        switch (incident) {
            case PFC_STORM, SLOW_RECEIVER -> allowed.add(PAUSE_SPREAD);
            case IB_BAD_LFT -> allowed.addAll(EnumSet.of(UPLINKS_UNEVEN, CREDITS_STARVED));
            case DEGRADED_OPTIC -> allowed.add(OPTIC_WEAK);
            default -> {
                // nothing else
            }
        }
        return allowed;
    }
}
