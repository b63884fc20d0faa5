package io.fabrictwin.ingest.synth;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What may go wrong on a synthetic cluster, from one instant to another. */
public enum Incident {
    NONE("nothing goes wrong", "none", FabricKind.ROCE, FabricKind.IB),
    ECN_MISCONFIG(
            "a push sets the ECN thresholds of one leaf far too low; a later push takes it back",
            "EcnProfileSet; marks and CNPs rise at light load; steps of jobs through the leaf stretch",
            FabricKind.ROCE),
    PFC_STORM(
            "a faulty NIC sends pause frames most of the time",
            "pfcRx of the leaf's port facing it, then of ports upstream; steps stretch",
            FabricKind.ROCE),
    SLOW_RECEIVER(
            "a host's PCIe drains at a quarter of the line rate, so its NIC pauses while it is sent to",
            "pfcRx of the leaf's port only while it has traffic; its queue stands; steps of the host's job stretch",
            FabricKind.ROCE),
    LINK_FLAP(
            "an uplink goes down and comes back several times; what is on it waits to be sent again",
            "LinkWentDown, LinkCameUp, linkDowned; no bytes while down; steps stretch",
            FabricKind.ROCE,
            FabricKind.IB),
    DEGRADED_OPTIC(
            "an optic of an uplink corrupts packets, and senders go back to each lost one",
            "symbolErrors and rxErrors at the far end; less goodput on that one link; steps stretch",
            FabricKind.ROCE,
            FabricKind.IB),
    ECMP_POLARIZATION(
            "after an update leaves hash onto the first quarter of their uplinks",
            "unequal uplinks; queues, marks and pauses on the used ones; new paths of connections",
            FabricKind.ROCE),
    NOISY_NEIGHBOUR(
            "another tenant moves bulk data over the same leaf",
            "bytes that no job explains; queues and marks there; steps stretch",
            FabricKind.ROCE,
            FabricKind.IB),
    NIC_FAILURE(
            "the link of one NIC is dead until it is replaced; its job fails and starts again",
            "LinkWentDown; CommunicationFailed at its peers; JobStopped, JobStarted; missing steps",
            FabricKind.ROCE,
            FabricKind.IB),
    WRONG_DSCP(
            "a NIC is reset and sends in the best-effort class, which is dropped under load and never paused",
            "QosMapSet; its bytes in priority 0; drops at its leaf, no CNPs; steps of its job stretch",
            FabricKind.ROCE),
    STRAGGLER_GPU(
            "one GPU computes slower by a third: not the network",
            "ComputeObserved of one rank; all others wait in the collective; network counters as before",
            FabricKind.ROCE,
            FabricKind.IB),
    IB_BAD_LFT(
            "the subnet manager writes a table that sends all that leaves one leaf over one uplink",
            "one uplink carries all; txWaitTicks below it; new paths of connections; steps stretch",
            FabricKind.IB),
    SHARP_OFF(
            "in-network reduction is switched off, and all-reduces go round the ring",
            "twice the bytes on NICs, and all of them through the spines; all-reduces take longer",
            FabricKind.IB);

    private final String cause;
    private final String symptoms;

    @SuppressWarnings("ImmutableEnumChecker") // Nobody changes it.
    private final Set<FabricKind> fabrics;

    Incident(String cause, String symptoms, FabricKind first, FabricKind... others) {
        this.cause = cause;
        this.symptoms = symptoms;
        fabrics = EnumSet.of(first, others);
    }

    /** As people type it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What happens. */
    public String cause() {
        return cause;
    }

    /** What the events show of it. */
    public String symptoms() {
        return symptoms;
    }

    /** Fabrics on which it can happen. */
    public Set<FabricKind> fabrics() {
        return EnumSet.copyOf(fabrics);
    }

    /** Whether it moves traffic to other paths. */
    boolean isOfPaths() {
        return this == ECMP_POLARIZATION || this == IB_BAD_LFT;
    }

    /**
     * The incident of this name.
     *
     * @throws IllegalArgumentException for another word; the message lists them
     */
    public static Incident ofWord(String word) {
        return Arrays.stream(values())
                .filter(incident -> incident.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("incident '" + word + "' is none of "
                        + Arrays.stream(values()).map(Incident::word).collect(Collectors.joining(", "))));
    }
}
