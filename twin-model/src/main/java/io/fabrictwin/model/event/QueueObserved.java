package io.fabrictwin.model.event;

import io.fabrictwin.model.id.PortId;
import org.jspecify.annotations.Nullable;

/**
 * Depth of an egress queue.
 *
 * @param meta where, when and from whom
 * @param port the port
 * @param priority the queue's priority or virtual lane; null: not told
 * @param depthBytes bytes waiting now; null: not told
 * @param depthMaxBytes most bytes that waited since the last sample; null: not told
 */
public record QueueObserved(
        EventMeta meta,
        PortId port,
        @Nullable Integer priority,
        @Nullable Long depthBytes,
        @Nullable Long depthMaxBytes)
        implements FabricEvent {

    public QueueObserved {
        Require.notNegative("priority", priority);
        Require.notNegative("depthBytes", depthBytes);
        Require.notNegative("depthMaxBytes", depthMaxBytes);
    }

    @Override
    public Topic topic() {
        return Topic.TELEMETRY;
    }

    @Override
    public String key() {
        return port.device().value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.queueObserved(this);
    }
}
