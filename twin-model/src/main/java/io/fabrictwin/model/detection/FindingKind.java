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
    JOB_FAILED,
    /** A switch pauses its neighbours and never marks: senders learn nothing of its queues. */
    ECN_MARKS_NEVER,
    /** A lossless port has less room than what arrives after a pause takes in any case. */
    HEADROOM_SHORT,
    /** Lossless buffers on the ways of running jobs wait for each other in a ring: a deadlock can happen. */
    BUFFER_CYCLE,
    /** An optic gets much less light than most; packets are not spoiled yet. */
    OPTIC_WEAK,
    /** Errors at a port come ever more often; few packets are lost yet. */
    ERRORS_RISING,
    /** A host's bus feeds a NIC at less than its line rate. */
    NIC_SLOW,
    /** A rank sends by a NIC far from its GPU though a nearer one is there. */
    GPU_NIC_FAR,
    /** A rail carries far less of the traffic than before. */
    RAILS_UNEVEN,
    /** Senders take several collectives to come back to the line rate after a congestion cut. */
    RECOVERY_SLOW,
    /** InfiniBand: a port has data and gets no credit, far more than before. */
    CREDITS_STARVED,
    /** InfiniBand: forwarding tables lack destinations or send them round in a ring. */
    ROUTES_BROKEN,
    /** InfiniBand: another subnet manager became master. */
    SUBNET_MANAGER_MOVED,
    /** InfiniBand: a job reduces in its GPUs though the switches could. */
    SHARP_UNUSED
}
