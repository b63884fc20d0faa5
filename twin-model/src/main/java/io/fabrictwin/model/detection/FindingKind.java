package io.fabrictwin.model.detection;

/** What was found. */
public enum FindingKind {
    /** A port is held by pause frames most of the time, and its receiver is not congested by arriving traffic. */
    PAUSE_STORM,
    /** Ports upstream of a storm are held too: traffic that does not go to the storm's source waits as well. */
    PAUSE_SPREAD,
    /** A device's settings differ from those of its peers. */
    CONFIG_DRIFT,
    /** A queue marks nearly every packet: thresholds are far too low for its rate. */
    ECN_MARKS_ALWAYS,
    /** A link went down or runs below its rate. */
    LINK_DEGRADED,
    /** A job's steps take longer than they used to. */
    STEPS_STRETCHED,
    /** One rank computes much longer than the others: not the network. */
    STRAGGLER_RANK
}
