package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.named.NamedValues;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Readings of a device, of a port or of a part of them at one instant: temperature, optical power, error rates, GPU load.
 *
 * @param meta where, when and from whom
 * @param device the device
 * @param port the port; null: not told
 * @param component the part that was read, such as a fan, an optical lane or a GPU; null: the whole
 * @param gauges readings by name with the unit at its end (temperatureCelsius), or by the source's raw name; what was not told is not there
 */
public record GaugesObserved(
        EventMeta meta,
        DeviceId device,
        @Nullable PortId port,
        @Nullable String component,
        SortedMap<String, Double> gauges)
        implements FabricEvent {

    public GaugesObserved {
        gauges = NamedValues.copyOf(gauges);
        gauges.forEach(Require::finite);
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
        return cases.gaugesObserved(this);
    }
}
