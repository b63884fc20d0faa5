package io.fabrictwin.ingest.synth;

/**
 * Cumulative counters and queues of all ports at one instant of the run. Arrays by port; they belong to the reading.
 *
 * @param txBytes on the wire
 * @param marked packets that the queue marked
 * @param notifications that came back to a sending NIC
 * @param pauseFrames that the port was sent
 * @param pausedNs in which it was not allowed to send
 * @param depthBytes waiting now
 * @param peakBytes most that waited since the last reading
 */
@SuppressWarnings("ArrayRecordComponent") // handed from the engine to the scraper, never compared
record Reading(
        long timeNs,
        long[] txBytes,
        long[] marked,
        long[] notifications,
        long[] pauseFrames,
        long[] pausedNs,
        long[] depthBytes,
        long[] peakBytes) {
    /** All zero. */
    static Reading of(long timeNs, int ports) {
        return new Reading(
                timeNs,
                new long[ports],
                new long[ports],
                new long[ports],
                new long[ports],
                new long[ports],
                new long[ports],
                new long[ports]);
    }
}
