package io.fabrictwin.model.event;

import io.fabrictwin.model.id.PortId;
import org.jspecify.annotations.Nullable;

/**
 * A queue filled and emptied faster than its depth is sampled.
 *
 * @param meta where, when and from whom
 * @param port the port
 * @param priority the queue; null: not told
 * @param peakBytes most bytes that waited; null: not told
 * @param thresholdBytes depth above which it counts; null: not told
 * @param durationNs how long it was above; null: not told
 */
public record MicroburstObserved(
        EventMeta meta,
        PortId port,
        @Nullable Integer priority,
        @Nullable Long peakBytes,
        @Nullable Long thresholdBytes,
        @Nullable Long durationNs)
        implements FabricEvent {

    public MicroburstObserved {
        Require.notNegative("priority", priority);
        Require.notNegative("peakBytes", peakBytes);
        Require.notNegative("thresholdBytes", thresholdBytes);
        Require.notNegative("durationNs", durationNs);
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
        return cases.microburstObserved(this);
    }
}
