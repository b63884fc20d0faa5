package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import org.jspecify.annotations.Nullable;

/**
 * Packet memory of a switch.
 *
 * @param meta where, when and from whom
 * @param device the switch
 * @param pool name of the pool; null: the whole shared buffer
 * @param bytes size
 */
public record BufferSet(
        EventMeta meta, DeviceId device, @Nullable String pool, long bytes) implements FabricEvent {

    public BufferSet {
        Require.notNegative("bytes", bytes);
    }

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
        return cases.bufferSet(this);
    }
}
