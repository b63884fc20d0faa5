package io.fabrictwin.model.incident;

import io.fabrictwin.model.detection.FindingKind;
import java.util.Locale;

/** Why steps may be slow. */
public enum Cause {
    ECN_MISCONFIG("ECN thresholds far too low", true),
    PFC_STORM("a NIC that sends pause frames", true),
    SLOW_RECEIVER("a host that takes in less than its line brings", true),
    LINK_FLAP("a link that goes down again and again", true),
    DEGRADED_OPTIC("a link that spoils packets", true),
    LINK_SLOW("a link below its rate", true),
    LINK_DOWN("a link that is down", true),
    NIC_FAILURE("a host that has lost its link", true),
    ECMP_POLARIZATION("traffic hashed onto few of the uplinks", true),
    IB_BAD_LFT("a forwarding table that uses few of the uplinks", true),
    ROUTES_BROKEN("forwarding tables that lack destinations or send them round in a ring", true),
    SUBNET_MANAGER_MOVED("another subnet manager that took over", true),
    SLOW_NIC("a host's bus that feeds a NIC below its line rate", true),
    FAR_NIC("a rank that sends by a NIC far from its GPU", true),
    NOISY_NEIGHBOUR("traffic that is not the job's", true),
    WRONG_DSCP("a host that sends in the wrong class", true),
    PACKET_LOSS("packets thrown away", true),
    SHARP_OFF("in-network reduction switched off", true),
    JOB_SETTING("a setting of the job's library, changed while it ran", true),
    CONFIG_DRIFT("settings that differ from the peers'", true),
    STRAGGLER_GPU("one GPU computes longer than the others: not the network", false),
    SLOW_COMPUTE("all ranks compute longer: not the network", false),
    LATE_RANK("one rank comes late to its collectives without computing longer: not the network", false),
    STANDSTILL("nothing ran between steps (loading data, a checkpoint, a restart): not the network", false),
    JOB_FAILURE("the job failed", false);

    private final String sentence;
    private final boolean isNetwork;

    Cause(String sentence, boolean isNetwork) {
        this.sentence = sentence;
        this.isNetwork = isNetwork;
    }

    /** As people type it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What it is. */
    public String sentence() {
        return sentence;
    }

    /** Whether the network, or what is set for it, is to blame. */
    public boolean isNetwork() {
        return isNetwork;
    }

    /**
     * How much a finding of a kind alone says for its cause, 0 to 1: how often the same is seen without harm, or as the
     * effect of something else. 0: only ever beside another.
     */
    static double weight(FindingKind kind) {
        return switch (kind) {
            case PAUSE_STORM, RECEIVER_SLOW, ECN_MARKS_ALWAYS, LINK_FLAPPING, STRAGGLER_RANK -> 0.9;
            case LINK_DEGRADED, LINK_ERRORS, ROUTES_UNEVEN -> 0.85;
            case CLASS_DRIFT -> 0.75;
            case TRAFFIC_UNEXPLAINED, UPLINKS_UNEVEN, JOB_RETUNED, NIC_SLOW -> 0.7;
            case JOB_FAILED, ROUTES_BROKEN, SUBNET_MANAGER_MOVED -> 0.6;
            case CONFIG_DRIFT, PACKETS_DROPPED, ERRORS_RISING, GPU_NIC_FAR -> 0.5;
            case PAUSE_SPREAD,
                    STEPS_STRETCHED,
                    ECN_MARKS_NEVER,
                    HEADROOM_SHORT,
                    BUFFER_CYCLE,
                    OPTIC_WEAK,
                    RAILS_UNEVEN,
                    RECOVERY_SLOW,
                    CREDITS_STARVED,
                    SHARP_UNUSED -> 0;
        };
    }

    /** Whether findings of a kind are often effects of another cause at the same device. */
    static boolean isEffect(FindingKind kind) {
        return switch (kind) {
            case PAUSE_SPREAD, PACKETS_DROPPED, CONFIG_DRIFT, UPLINKS_UNEVEN, LINK_DEGRADED, JOB_FAILED -> true;
            default -> false;
        };
    }
}
