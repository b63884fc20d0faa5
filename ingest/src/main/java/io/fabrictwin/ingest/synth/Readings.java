package io.fabrictwin.ingest.synth;

import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.PortObserver;
import java.util.ArrayList;
import java.util.List;

/** Keeps what the engine shows. */
final class Readings implements PortObserver {
    private final long intervalNs;
    private final Network network;
    private final List<Reading> all = new ArrayList<>();

    Readings(long intervalNs, Network network) {
        this.intervalNs = intervalNs;
        this.network = network;
    }

    List<Reading> all() {
        return all;
    }

    Reading last() {
        return all.get(all.size() - 1);
    }

    @Override
    public long intervalNs() {
        return intervalNs;
    }

    @Override
    public void observe(long timeNs, Counters counters) {
        Reading reading = Reading.of(timeNs, network.portCount());
        for (int port = 0; port < network.portCount(); port++) {
            reading.txBytes()[port] = counters.txBytes(port);
            reading.marked()[port] = counters.markedPackets(port);
            reading.notifications()[port] = counters.notifications(port);
            reading.pauseFrames()[port] = counters.pauseFrames(port);
            reading.pausedNs()[port] = counters.pausedNs(port);
            reading.depthBytes()[port] = counters.queueBytes(port);
            reading.peakBytes()[port] = counters.queuePeakBytes(port);
        }
        all.add(reading);
    }
}
