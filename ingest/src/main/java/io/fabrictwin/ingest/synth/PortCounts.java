package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.topology.Wiring;

/** Counters of a large fabric's ports, moved on by what jobs send and by how ports behave meanwhile. */
final class PortCounts {
    private final Wiring wiring;
    private final double[] txBytes;
    private final double[] marked;
    private final double[] notifications;
    private final double[] frames;
    private final double[] pausedNs;
    private final double[] depthBytes;
    private final double[] peakBytes;

    PortCounts(Wiring wiring) {
        this.wiring = wiring;
        int ports = wiring.ports();
        txBytes = new double[ports];
        marked = new double[ports];
        notifications = new double[ports];
        frames = new double[ports];
        pausedNs = new double[ports];
        depthBytes = new double[ports];
        peakBytes = new double[ports];
    }

    /** Bytes go out at a port, and its queue stands as it does while they do. */
    void send(int port, double bytes, PortManners manners, boolean isSendingNow) {
        txBytes[port] += bytes;
        frames[port] += bytes * manners.framesPerByte();
        pausedNs[port] += bytes * manners.pausedNsPerByte();
        if (!wiring.isNic(wiring.from(port))) {
            marked[port] += bytes * manners.markedPerByte();
            peakBytes[port] = Math.max(peakBytes[port], manners.peakBytes());
            if (isSendingNow) {
                depthBytes[port] = Math.max(depthBytes[port], manners.depthBytes());
            }
        }
    }

    /** Marks come back to the sender at a NIC's port. */
    void notified(int port, double count) {
        notifications[port] += count;
    }

    /** A port is held by pauses beside what traffic brings about. */
    void hold(int port, double ns, double periods) {
        pausedNs[port] += ns;
        frames[port] += periods;
    }

    /** What a collector reads now; queues are empty again after it unless bytes go on. */
    Reading read(long runNs) {
        Reading reading = Reading.of(runNs, txBytes.length);
        for (int port = 0; port < txBytes.length; port++) {
            reading.txBytes()[port] = (long) txBytes[port];
            reading.marked()[port] = (long) marked[port];
            reading.notifications()[port] = (long) notifications[port];
            reading.pauseFrames()[port] = (long) frames[port];
            reading.pausedNs()[port] = (long) pausedNs[port];
            reading.depthBytes()[port] = (long) depthBytes[port];
            reading.peakBytes()[port] = (long) peakBytes[port];
            depthBytes[port] = 0;
            peakBytes[port] = 0;
        }
        return reading;
    }
}
