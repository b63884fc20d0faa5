package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import org.jspecify.annotations.Nullable;

/**
 * How far a device's clock is from the fabric's; event times are never rewritten.
 *
 * @param meta where, when and from whom
 * @param device whose clock
 * @param offsetNs its time minus the fabric's
 * @param uncertaintyNs half width of what is sure; null: not told
 */
public record ClockOffsetObserved(
        EventMeta meta,
        DeviceId device,
        long offsetNs,
        @Nullable Long uncertaintyNs) implements FabricEvent {

    public ClockOffsetObserved {
        Require.notNegative("uncertaintyNs", uncertaintyNs);
    }

    @Override
    public Topic topic() {
        return Topic.TELEMETRY;
    }

    @Override
    public String key() {
        return device.value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.clockOffsetObserved(this);
    }
}
