package io.fabrictwin.model.detection;

import io.fabrictwin.model.event.BufferSet;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.ComputeObserved;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.PacketFormatSet;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Four leaves with two hosts each under two spines, all links 100 Gbit/s and 1 us, told through the fold. */
final class SmallFabric {
    static final long MILLISECOND = 1_000_000;
    static final long BITS_PER_SECOND = 100_000_000_000L;
    static final JobId JOB = new JobId("job0");

    private static final FabricId FABRIC = new FabricId("fabric");
    private static final long LINE_BYTES_IN_MILLISECOND = BITS_PER_SECOND / 8 / 1000;
    private static final int WIRE_BYTES = 4152;

    private final Map<EntityKey, EntityState> states = new HashMap<>();
    private final Map<PortId, Map<String, Long>> totals = new HashMap<>();
    private long record;

    SmallFabric() {
        for (int spine = 0; spine < 2; spine++) {
            device("spine" + spine, DeviceKind.SWITCH);
        }
        for (int leaf = 0; leaf < 4; leaf++) {
            device("leaf" + leaf, DeviceKind.SWITCH);
            ecn("leaf" + leaf, 0, 400_000, 1_600_000);
            apply(new BufferSet(at(0), new DeviceId("leaf" + leaf), null, 32L << 20));
            for (int spine = 0; spine < 2; spine++) {
                link("leaf" + leaf, "spine" + spine);
            }
            for (int host = 2 * leaf; host < 2 * leaf + 2; host++) {
                device("h" + host, DeviceKind.HOST);
                apply(new PacketFormatSet(at(0), new DeviceId("h" + host), 4104, WIRE_BYTES));
                link("leaf" + leaf, "h" + host);
                apply(new RankPlaced(at(0), JOB, host, new DeviceId("h" + host), null, null, 0L));
            }
        }
    }

    private void device(String name, DeviceKind kind) {
        apply(new DeviceDiscovered(at(0), new DeviceId(name), kind, null, null, null, null, null));
    }

    private void link(String a, String b) {
        apply(new LinkDiscovered(at(0), linkId(a, b), BITS_PER_SECOND, 1000L, null));
    }

    static LinkId linkId(String a, String b) {
        return new LinkId(PortId.of(a, b), PortId.of(b, a));
    }

    EventMeta at(long timeNs) {
        return new EventMeta(FABRIC, new SourceId("test", "1"), record++, 0, timeNs, timeNs, Clock.SOURCE);
    }

    void apply(FabricEvent event) {
        Fold.apply(states, event);
    }

    void ecn(String device, long timeNs, long kminBytes, long kmaxBytes) {
        apply(new EcnProfileSet(at(timeNs), new DeviceId(device), null, null, null, true, kminBytes, kmaxBytes, 0.2));
    }

    /**
     * Counter samples of a port every millisecond.
     *
     * @param load share of the line rate
     * @param heldShare share of the time in which it may not send
     * @param markedShare share of its packets that it marks
     */
    void samples(
            String device, String neighbour, int fromMs, int toMs, double load, double heldShare, double markedShare) {
        PortId port = PortId.of(device, neighbour);
        Map<String, Long> total = totals.computeIfAbsent(
                port,
                id -> new TreeMap<>(Map.of(
                        CounterName.TX_BYTES,
                        0L,
                        CounterName.PFC_RX_PAUSED_NS,
                        0L,
                        CounterName.ECN_MARKED_PACKETS,
                        0L)));
        for (int ms = fromMs; ms < toMs; ms++) {
            apply(new PortCountersObserved(at(ms * MILLISECOND), port, null, new TreeMap<>(total)));
            double bytes = load * LINE_BYTES_IN_MILLISECOND;
            total.merge(CounterName.TX_BYTES, Math.round(bytes), Long::sum);
            total.merge(CounterName.PFC_RX_PAUSED_NS, Math.round(heldShare * MILLISECOND), Long::sum);
            total.merge(CounterName.ECN_MARKED_PACKETS, Math.round(markedShare * bytes / WIRE_BYTES), Long::sum);
        }
    }

    /**
     * Counter samples of a port every millisecond, of counters that grow steadily.
     *
     * @param perMs by counter; what is not in it is not told
     */
    void counters(String device, String neighbour, int fromMs, int toMs, Map<String, Long> perMs) {
        PortId port = PortId.of(device, neighbour);
        Map<String, Long> total = totals.computeIfAbsent(port, id -> new TreeMap<>());
        for (int ms = fromMs; ms < toMs; ms++) {
            perMs.forEach((counter, growth) -> total.putIfAbsent(counter, 0L));
            apply(new PortCountersObserved(at(ms * MILLISECOND), port, null, new TreeMap<>(total)));
            perMs.forEach((counter, growth) -> total.merge(counter, growth, Long::sum));
        }
    }

    /** A step of the job in which each rank computes for its own time. */
    void step(long step, long startNs, long endNs, List<Long> computeNs) {
        apply(new StepCompleted(at(endNs), JOB, step, startNs, null, endNs));
        for (int rank = 0; rank < computeNs.size(); rank++) {
            apply(new ComputeObserved(at(startNs), JOB, step, rank, new DeviceId("h" + rank), computeNs.get(rank)));
        }
    }

    FabricFrame frame() {
        return FabricFrame.of(FABRIC, states, Positions.NONE);
    }

    List<Finding> findings() {
        return Detections.detect(frame(), Windows.of(FABRIC, states));
    }
}
