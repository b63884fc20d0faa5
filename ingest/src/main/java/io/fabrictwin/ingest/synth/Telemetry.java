package io.fabrictwin.ingest.synth;

import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.PortObserver;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.QueueObserved;
import io.fabrictwin.model.id.PortId;
import java.util.SortedMap;
import java.util.TreeMap;

/** Scrapes the counters of every port once a millisecond. */
final class Telemetry implements PortObserver {
    private static final long INTERVAL_NS = 1_000_000;

    private final Reality reality;
    private final Recorder recorder;

    Telemetry(Reality reality, Recorder recorder) {
        this.reality = reality;
        this.recorder = recorder;
    }

    @Override
    public long intervalNs() {
        return INTERVAL_NS;
    }

    @Override
    public void observe(long timeNs, Counters counters) {
        Network network = reality.network();
        for (int port = 0; port < network.portCount(); port++) {
            PortId id = reality.egress().get(port);
            int back = Network.reverse(port);
            SortedMap<String, Long> values = new TreeMap<>();
            values.put(CounterName.TX_BYTES, counters.txBytes(port));
            values.put(CounterName.RX_BYTES, counters.txBytes(back));
            values.put(CounterName.PFC_RX_FRAMES, counters.pauseFrames(port));
            values.put(CounterName.PFC_RX_PAUSED_NS, counters.pausedNs(port));
            values.put(CounterName.PFC_TX_FRAMES, counters.pauseFrames(back));
            values.put(CounterName.PFC_TX_PAUSED_NS, counters.pausedNs(back));
            boolean isNic = network.isHost(id.device().value());
            if (isNic) {
                values.put(CounterName.CNP_RX, counters.notifications(port));
            } else {
                values.put(CounterName.ECN_MARKED_PACKETS, counters.markedPackets(port));
            }
            recorder.add(id.device(), timeNs, meta -> new PortCountersObserved(meta, id, null, values));
            if (!isNic) {
                long depthBytes = counters.queueBytes(port);
                long mostBytes = Math.max(depthBytes, counters.queuePeakBytes(port));
                recorder.add(id.device(), timeNs, meta -> new QueueObserved(meta, id, null, depthBytes, mostBytes));
            }
        }
    }
}
