package io.fabrictwin.model.window;

import io.fabrictwin.model.detection.CounterSample;
import io.fabrictwin.model.detection.CounterSeries;
import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Port;
import io.fabrictwin.model.frame.Queue;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.id.QueueId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A window of a port or of one of its queues, with what the frame knows of it.
 *
 * @param priority null: the port as a whole
 * @param bitsPerSecond line rate; null: not known
 * @param depthBytes newest depth of the queue, whenever that was told; null: never
 * @param depth how deep it was in the window; null: not told in it
 * @param preFecBitErrorRate newest share of bits that came wrong before error correction, whenever that was told; null: never
 * @param postFecBitErrorRate after it, likewise
 * @param counters of a queue that tells of its depth alone, without any
 */
public record PortWindow(
        PortId port,
        @Nullable Integer priority,
        @Nullable Long bitsPerSecond,
        @Nullable Long depthBytes,
        @Nullable DepthWindow depth,
        @Nullable Double preFecBitErrorRate,
        @Nullable Double postFecBitErrorRate,
        CounterWindow counters) {
    private static final String PRE_FEC = AttributeName.GAUGE_PREFIX + "preFecBitErrorRate";
    private static final String POST_FEC = AttributeName.GAUGE_PREFIX + "postFecBitErrorRate";

    private static final Comparator<PortWindow> ORDER = Comparator.comparing(PortWindow::port)
            .thenComparing(PortWindow::priority, Comparator.nullsFirst(Comparator.naturalOrder()));

    /** Of all ports and queues of which samples are kept, in order. */
    public static List<PortWindow> of(FabricFrame frame, History history, Span span) {
        long reachNs = frame.eventTimeReachNs().orElse(0L);
        Map<PortId, Long> rates = new TreeMap<>();
        for (Port port : frame.ports()) {
            if (port.bitsPerSecond() != null) {
                rates.put(port.id(), port.bitsPerSecond());
            }
        }
        Map<PortId, Long> depthsOfPorts = new TreeMap<>();
        Map<QueueId, Long> depths = new TreeMap<>();
        for (Queue queue : frame.queues()) {
            if (queue.depthBytes() != null && queue.priority() != null) {
                depths.put(new QueueId(queue.port(), queue.priority()), queue.depthBytes());
            } else if (queue.depthBytes() != null) {
                depthsOfPorts.put(queue.port(), queue.depthBytes());
            }
        }
        List<PortWindow> windows = new ArrayList<>();
        for (PortId port : union(history.counters(), history.depths())) {
            List<CounterSample> ofDepths = history.depths().getOrDefault(port, CounterSeries.EMPTY);
            window(history.counters().getOrDefault(port, CounterSeries.EMPTY), ofDepths, reachNs, span)
                    .ifPresent(window -> windows.add(new PortWindow(
                            port,
                            null,
                            rates.get(port),
                            depthsOfPorts.get(port),
                            DepthWindow.of(ofDepths, window.toNs() - span.ns()),
                            gauge(frame, port, PRE_FEC),
                            gauge(frame, port, POST_FEC),
                            window)));
        }
        for (QueueId queue : union(history.queueCounters(), history.queueDepths())) {
            List<CounterSample> ofDepths = history.queueDepths().getOrDefault(queue, CounterSeries.EMPTY);
            window(history.queueCounters().getOrDefault(queue, CounterSeries.EMPTY), ofDepths, reachNs, span)
                    .ifPresent(window -> windows.add(new PortWindow(
                            queue.port(),
                            queue.priority(),
                            rates.get(queue.port()),
                            depths.get(queue),
                            DepthWindow.of(ofDepths, window.toNs() - span.ns()),
                            null,
                            null,
                            window)));
        }
        windows.sort(ORDER);
        return List.copyOf(windows);
    }

    private static <K extends Comparable<K>> SortedSet<K> union(SortedMap<K, ?> some, SortedMap<K, ?> others) {
        SortedSet<K> union = new TreeSet<>(some.keySet());
        union.addAll(others.keySet());
        return union;
    }

    /** Of counters; where there are none, of the same age, gaps and reach as the depths. */
    private static Optional<CounterWindow> window(
            List<CounterSample> counters, List<CounterSample> depths, long reachNs, Span span) {
        List<CounterSample> samples = counters.isEmpty()
                ? depths.stream()
                        .map(depth -> new CounterSample(depth.eventTimeNs(), Collections.emptySortedMap()))
                        .toList()
                : counters;
        return CounterWindow.of(samples, reachNs, span);
    }

    private static @Nullable Double gauge(FabricFrame frame, PortId port, String attribute) {
        EntityKey key = new EntityKey(
                frame.fabric(), EntityKind.PORT, List.of(port.device().value(), port.name()));
        return frame.standing(key, attribute).map(Cell::value).orElse(null) instanceof Value.Decimal decimal
                ? (Double) decimal.number()
                : null;
    }

    /** Share of the line rate that was sent; empty where either is unknown. */
    public OptionalDouble load() {
        return bitsPerSecond == null || bitsPerSecond == 0 ? OptionalDouble.empty() : counters.load(bitsPerSecond);
    }

    /**
     * Symbol errors a bit that the line carried, busy or idle: what a symbol error counter tells of the bit error rate; empty
     * where either is unknown.
     */
    public OptionalDouble symbolErrorsPerBit() {
        OptionalDouble errors = counters.perSecond(CounterName.SYMBOL_ERRORS);
        return bitsPerSecond == null || bitsPerSecond == 0 || errors.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(errors.getAsDouble() / bitsPerSecond);
    }
}
