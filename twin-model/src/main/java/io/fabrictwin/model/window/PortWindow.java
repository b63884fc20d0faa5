package io.fabrictwin.model.window;

import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Port;
import io.fabrictwin.model.frame.Queue;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.id.QueueId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A window of a port or of one of its queues, with what the frame knows of it.
 *
 * @param priority null: the port as a whole
 * @param bitsPerSecond line rate; null: not known
 * @param depthBytes newest depth of the queue, whenever that was told; null: never
 */
public record PortWindow(
        PortId port,
        @Nullable Integer priority,
        @Nullable Long bitsPerSecond,
        @Nullable Long depthBytes,
        CounterWindow counters) {
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
        history.counters()
                .forEach((port, samples) -> CounterWindow.of(samples, reachNs, span)
                        .ifPresent(window -> windows.add(
                                new PortWindow(port, null, rates.get(port), depthsOfPorts.get(port), window))));
        history.queueCounters()
                .forEach((queue, samples) -> CounterWindow.of(samples, reachNs, span)
                        .ifPresent(window -> windows.add(new PortWindow(
                                queue.port(), queue.priority(), rates.get(queue.port()), depths.get(queue), window))));
        windows.sort(ORDER);
        return List.copyOf(windows);
    }

    /** Share of the line rate that was sent; empty where either is unknown. */
    public OptionalDouble load() {
        return bitsPerSecond == null || bitsPerSecond == 0 ? OptionalDouble.empty() : counters.load(bitsPerSecond);
    }
}
