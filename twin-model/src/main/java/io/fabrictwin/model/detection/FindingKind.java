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
    STRAGGLER_RANK,
    /** A host pauses its switch while it is sent to, and only then: it takes in less than its line brings. */
    RECEIVER_SLOW,
    /** A link goes down and comes back, again and again. */
    LINK_FLAPPING,
    /** Packets come in spoiled at a port: an optic, a cable or a plug. */
    LINK_ERRORS,
    /** A port throws packets away on the way out. */
    PACKETS_DROPPED,
    /** A host marks its packets for another class than its peers, or trusts another field. */
    CLASS_DRIFT,
    /** Traffic of a switch goes over far fewer of its uplinks than before. */
    UPLINKS_UNEVEN,
    /** A forwarding table sends most destinations over few of the switch's uplinks. */
    ROUTES_UNEVEN,
    /** Hosts of a job are sent more bytes a step than before, and the job's other hosts are not. */
    TRAFFIC_UNEXPLAINED,
    /** A setting of a job's library was changed while it ran. */
    JOB_RETUNED,
    /** Ranks of a job could not reach a peer, and gave up. */
    JOB_FAILED
}
