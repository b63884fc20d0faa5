package io.fabrictwin.ingest.synth;

/**
 * What a port does while flows use it.
 *
 * @param efficiency payload that comes through as a share of the port's rate
 * @param markedPerByte packets marked for each byte on the wire
 * @param framesPerByte pause frames that it is sent for each byte
 * @param pausedNsPerByte time that it may not send for each byte
 * @param depthBytes mean of its queue
 * @param peakBytes most that waited
 */
record PortManners(
        double efficiency,
        double markedPerByte,
        double framesPerByte,
        double pausedNsPerByte,
        double depthBytes,
        double peakBytes) {
    /** Reads a port of a run. */
    static PortManners of(Readings readings, int port, double efficiency) {
        Reading last = readings.last();
        double bytes = Math.max(1, last.txBytes()[port]);
        double depth = 0;
        long peak = 0;
        for (Reading reading : readings.all()) {
            depth += reading.depthBytes()[port];
            peak = Math.max(peak, reading.peakBytes()[port]);
        }
        return new PortManners(
                efficiency,
                last.marked()[port] / bytes,
                last.pauseFrames()[port] / bytes,
                last.pausedNs()[port] / bytes,
                depth / readings.all().size(),
                peak);
    }
}
