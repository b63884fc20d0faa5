package io.fabrictwin.model.congestion;

/** Reads the counters of all ports at regular times of a run, as a collector of telemetry would. */
public interface PortObserver {
    /** Time between two readings, ns; positive. */
    long intervalNs();

    /**
     * Whether the engine does what it does without an observer: what a reading in the middle of one of its steps tells has
     * gone on evenly since the step began, and one more reading comes at the end of the run.
     */
    default boolean isPassive() {
        return false;
    }

    /**
     * Called for every multiple of the interval that the run reaches, from 0 on.
     *
     * @param timeNs that multiple, ns from the start of the run, and the counters may be a step of the engine later; for a
     *     passive observer they are not, and its last reading is at the end of the run
     * @param counters valid during the call only
     */
    void observe(long timeNs, Counters counters);

    /** Cumulative counters of egress ports, and their queues. */
    interface Counters {
        /** Bytes on the wire: data and acknowledgements. */
        long txBytes(int port);

        /** Packets that this queue marked, as expected. */
        long markedPackets(int port);

        /** Marks that came back to the host that sends from this port. */
        long notifications(int port);

        /** Pause frames that this port was sent. */
        long pauseFrames(int port);

        /** Time in ns during which this port had something to send, or was held by a storm, and was not allowed to. */
        long pausedNs(int port);

        /** Bytes that wait now. */
        long queueBytes(int port);

        /** Most bytes that waited since the last reading. */
        long queuePeakBytes(int port);
    }
}
