package io.fabrictwin.model.state;

/** What an entity is, and whether it belongs to the present state or to the history beside it. */
public enum EntityKind {
    /** The fabric itself: sweeps of a whole subnet. Path: none. */
    FABRIC(Tier.STATE),
    /** Path: device. */
    DEVICE(Tier.STATE),
    /** Path: device, port. */
    PORT(Tier.STATE),
    /** Path: device, port, priority. */
    QUEUE(Tier.STATE),
    /** Path: device and port of the lesser end, device and port of the greater. */
    LINK(Tier.STATE),
    /** Path: job. */
    JOB(Tier.STATE),
    /** Path: job, rank. */
    RANK(Tier.STATE),
    /** A collective of every step, as planned. Path: job, index. */
    COLLECTIVE(Tier.STATE),
    /** Path: job, stream, source rank, destination rank, queue pair, source host, destination host. */
    CONNECTION(Tier.STATE),
    /** Path: job, communicator, rank. */
    COMMUNICATOR(Tier.STATE),
    /** One end of a connection, each with its own NIC. Path: job, communicator, channel, from rank, to rank, host that tells. */
    CHANNEL(Tier.STATE),
    /** A NIC as a job sees it. Path: job, host, index. */
    NIC(Tier.STATE),
    /** The newest error of a job on a host. Path: job, host. */
    FAILURE(Tier.STATE),
    /** One more name of a device or port. Path: device, port or empty, scheme, name. */
    NAME(Tier.STATE),
    /** Path: host, GPU. */
    GPU(Tier.STATE),
    /** A NIC as its host sees it. Path: host, name. */
    HOST_NIC(Tier.STATE),
    /** Path: host, GPU, NIC. */
    GPU_NIC_PATH(Tier.STATE),
    /** Path: job, communicator or empty, channel. */
    RING(Tier.STATE),
    /** Path: job, communicator or empty, channel, rank. */
    TREE(Tier.STATE),
    /** What a library chose. Path: job, communicator or empty, operation, bytes. */
    ALGORITHM(Tier.STATE),
    /** Path: job, communicator or empty, operation. */
    TUNING(Tier.STATE),
    /** Path: job, communicator. */
    COMMUNICATOR_HEALTH(Tier.STATE),
    /** The newest time-out of a rank. Path: job, communicator or empty, rank or empty. */
    TIMEOUT(Tier.STATE),
    /** Path: job, operation, bytes, in place or out of place. */
    BENCHMARK(Tier.STATE),
    /** Path: job, position in the step. */
    COMPUTE_PLAN(Tier.STATE),
    /** Path: job, name. */
    SCHEDULE(Tier.STATE),
    /** Path: job, position. */
    TUNING_RULE(Tier.STATE),

    /** Path: job, step. */
    STEP(Tier.HISTORY),
    /** Path: job, step, rank. */
    COMPUTE(Tier.HISTORY),
    /** Path: job, step, collective, rank. */
    COLLECTIVE_RUN(Tier.HISTORY),
    /** Counters of a port at the end of a bucket of event time. Path: device, port, priority or empty, bucket. */
    PORT_SAMPLE(Tier.HISTORY),
    /** A step whose beginning and end were not told. Path: job, step. */
    STEP_MEASURE(Tier.HISTORY),
    /** Path: job, communicator or empty, operation, position, rank or empty. */
    COLLECTIVE_MEASURE(Tier.HISTORY),
    /** Path: device, addresses and ports of sender and receiver, bucket of event time. */
    FLOW(Tier.HISTORY),
    /** Depths of a queue at the end of a bucket of event time. Path: device, port, priority or empty, bucket. */
    QUEUE_SAMPLE(Tier.HISTORY);

    /** What a frame and its digest cover, and what lies beside it. */
    public enum Tier {
        /** One value for now: bounded by the size of the fabric. */
        STATE,
        /** One value per step or bucket of time: bounded by the span that is kept. Never in a digest. */
        HISTORY
    }

    private final Tier tier;

    EntityKind(Tier tier) {
        this.tier = tier;
    }

    public Tier tier() {
        return tier;
    }
}
