package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import org.jspecify.annotations.Nullable;

/**
 * One more name under which a device, or a port of it, is known. Names join what different sources tell of one thing.
 *
 * @param meta where, when and from whom
 * @param device the device, by the name that this source uses
 * @param port the port that bears the name; null: the device itself does
 * @param scheme what kind of name it is
 * @param name the name, in the scheme's normal form
 */
public record NameObserved(
        EventMeta meta, DeviceId device, @Nullable PortId port, NameScheme scheme, String name) implements FabricEvent {

    @Override
    public Topic topic() {
        return Topic.TOPOLOGY;
    }

    @Override
    public String key() {
        return device.value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.nameObserved(this);
    }
}
