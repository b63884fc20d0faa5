package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import org.jspecify.annotations.Nullable;

/**
 * A setting of a device, or of a port of it, under the name that its own system uses.
 *
 * @param meta where, when and from whom
 * @param device the device
 * @param port only this port; null: not told
 * @param setting name of the setting
 * @param value its value
 */
public record DeviceTuned(
        EventMeta meta, DeviceId device, @Nullable PortId port, String setting, String value) implements FabricEvent {

    @Override
    public Topic topic() {
        return Topic.CONFIG;
    }

    @Override
    public String key() {
        return device.value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.deviceTuned(this);
    }
}
