package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.Emitter.Source;
import io.fabrictwin.ingest.synth.Trouble.Hold;
import io.fabrictwin.ingest.synth.Trouble.Reason;
import io.fabrictwin.ingest.synth.topology.Wiring;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.QueueObserved;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells the counters of every port, as a collector that asks all devices at once: of the port as a whole, and of the class
 * that RDMA is in. What the engine does not count (bytes that a bad optic spoiled, drops of a best-effort class, downed
 * links) is counted here from what it does.
 */
final class Scraper {
    /** The class of RDMA traffic, and the one of all that is not marked. */
    private static final int RDMA_PRIORITY = 3;

    private static final int BEST_EFFORT = 0;
    /** The only virtual lane in use. */
    private static final int DATA_LANE = 0;
    /** InfiniBand counts waiting in ticks of about as long. */
    private static final long NS_PER_TICK = 4;
    /** A spoiled packet is some spoiled symbols. */
    private static final int SYMBOLS_PER_ERROR = 3;

    private final SynthSettings settings;
    private final Wiring wiring;
    private final Emitter emitter;
    private final Trouble trouble;
    /** By counter and port: what the engine does not count. */
    private final Map<String, Map<Integer, Long>> added = new HashMap<>();

    private final Map<Integer, Long> shownPausedNs = new HashMap<>();
    private @Nullable Reading before;

    Scraper(SynthSettings settings, Wiring wiring, Emitter emitter, Trouble trouble) {
        this.settings = settings;
        this.wiring = wiring;
        this.emitter = emitter;
        this.trouble = trouble;
    }

    /** A link of the cluster has gone down: both its ends count that. */
    void wentDown(int link) {
        add(CounterName.LINK_DOWNED, 2 * link, 1);
        add(CounterName.LINK_DOWNED, 2 * link + 1, 1);
    }

    /**
     * Tells a reading.
     *
     * @param isDuring whether the incident lasted since the reading before
     */
    void scrape(Reading reading, boolean isDuring) {
        for (Hold hold : trouble.holds()) {
            count(hold, reading, isDuring);
        }
        for (int port = 0; port < wiring.ports(); port++) {
            if (settings.fabric() == FabricKind.IB) {
                infiniband(reading, port);
            } else {
                roce(reading, port);
            }
        }
        before = reading;
    }

    private void count(Hold hold, Reading reading, boolean isDuring) {
        Reading last = before;
        int port = hold.port();
        long sentBytes = last == null ? 0 : reading.txBytes()[port] - last.txBytes()[port];
        if (hold.reason() == Reason.LOSS && isDuring) {
            long lost = Math.round(sentBytes / (double) Deployment.WIRE_BYTES * trouble.lossProbability());
            if (trouble.incident() == Incident.WRONG_DSCP) {
                // the packets go as far as the queue of the leaf, and most of them further
                add(CounterName.TX_BYTES, port, sentBytes);
                add(CounterName.TX_DROPPED_PACKETS, Wiring.reverse(port), lost);
            } else {
                add(CounterName.RX_ERRORS, Wiring.reverse(port), lost);
                add(CounterName.SYMBOL_ERRORS, Wiring.reverse(port), SYMBOLS_PER_ERROR * lost);
            }
        }
        if (hold.reason() == Reason.SLOW_RECEIVER) {
            // a receiver that is slow pauses no longer than what it is sent takes it
            long pausedNs = last == null ? 0 : reading.pausedNs()[port] - last.pausedNs()[port];
            double sendingNs = sentBytes * 8e9 / Wiring.BITS_PER_SECOND;
            shownPausedNs.merge(
                    port, Math.min(pausedNs, Math.round(sendingNs * hold.share() / (1 - hold.share()))), Long::sum);
        }
    }

    private void add(String counter, int port, long count) {
        added.computeIfAbsent(counter, name -> new HashMap<>()).merge(port, count, Long::sum);
    }

    private long added(String counter, int port) {
        return added.getOrDefault(counter, Map.of()).getOrDefault(port, 0L);
    }

    private long pausedNs(Reading reading, int port) {
        return trouble.isHeldSilently(port) ? 0 : shownPausedNs.getOrDefault(port, reading.pausedNs()[port]);
    }

    private long pauseFrames(Reading reading, int port) {
        return trouble.isHeldSilently(port) ? 0 : reading.pauseFrames()[port];
    }

    private void roce(Reading reading, int port) {
        boolean isNic = wiring.isNic(wiring.from(port));
        int back = Wiring.reverse(port);
        SortedMap<String, Long> values = bytes(reading, port);
        pauses(values, reading, port, back);
        if (isNic) {
            values.put(CounterName.CNP_RX, reading.notifications()[port]);
        } else {
            values.put(CounterName.ECN_MARKED_PACKETS, reading.marked()[port]);
            values.put(CounterName.TX_DROPPED_PACKETS, added(CounterName.TX_DROPPED_PACKETS, port));
        }
        errors(values, port);
        tell(reading.timeNs(), port, null, values);
        long otherClassBytes = added(CounterName.TX_BYTES, port);
        if (otherClassBytes > 0) {
            tell(reading.timeNs(), port, BEST_EFFORT, new TreeMap<>(Map.of(CounterName.TX_BYTES, otherClassBytes)));
        }
        if (!isNic || otherClassBytes > 0) {
            SortedMap<String, Long> ofClass = new TreeMap<>();
            ofClass.put(CounterName.TX_BYTES, reading.txBytes()[port] - otherClassBytes);
            pauses(ofClass, reading, port, back);
            tell(reading.timeNs(), port, RDMA_PRIORITY, ofClass);
        }
        if (!isNic) {
            queue(reading, port, RDMA_PRIORITY);
        }
    }

    private void infiniband(Reading reading, int port) {
        SortedMap<String, Long> values = bytes(reading, port);
        values.put(CounterName.TX_WAIT_TICKS, pausedNs(reading, port) / NS_PER_TICK);
        values.put(CounterName.LINK_DOWNED, added(CounterName.LINK_DOWNED, port));
        errors(values, port);
        tell(reading.timeNs(), port, null, values);
        if (!wiring.isNic(wiring.from(port))) {
            queue(reading, port, DATA_LANE);
        }
    }

    private static SortedMap<String, Long> bytes(Reading reading, int port) {
        SortedMap<String, Long> values = new TreeMap<>();
        values.put(CounterName.TX_BYTES, reading.txBytes()[port]);
        values.put(CounterName.RX_BYTES, reading.txBytes()[Wiring.reverse(port)]);
        return values;
    }

    private void pauses(SortedMap<String, Long> values, Reading reading, int port, int back) {
        values.put(CounterName.PFC_RX_FRAMES, pauseFrames(reading, port));
        values.put(CounterName.PFC_RX_PAUSED_NS, pausedNs(reading, port));
        values.put(CounterName.PFC_TX_FRAMES, pauseFrames(reading, back));
        values.put(CounterName.PFC_TX_PAUSED_NS, pausedNs(reading, back));
    }

    private void errors(SortedMap<String, Long> values, int port) {
        values.put(CounterName.RX_ERRORS, added(CounterName.RX_ERRORS, port));
        values.put(CounterName.SYMBOL_ERRORS, added(CounterName.SYMBOL_ERRORS, port));
        if (settings.fabric() == FabricKind.ROCE) {
            values.put(CounterName.LINK_DOWNED, added(CounterName.LINK_DOWNED, port));
        }
    }

    private void tell(long runNs, int port, @Nullable Integer priority, SortedMap<String, Long> values) {
        emitter.tell(
                Source.TELEMETRY,
                wiring.from(port),
                runNs,
                meta -> new PortCountersObserved(meta, wiring.id(port), priority, values));
    }

    private void queue(Reading reading, int port, int priority) {
        long depthBytes = emitter.measured(reading.depthBytes()[port]);
        long mostBytes = Math.max(depthBytes, reading.peakBytes()[port]);
        emitter.tell(
                Source.TELEMETRY,
                wiring.from(port),
                reading.timeNs(),
                meta -> new QueueObserved(meta, wiring.id(port), priority, depthBytes, mostBytes));
    }
}
