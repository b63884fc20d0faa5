package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import org.jspecify.annotations.Nullable;

/**
 * How a sender cuts messages into packets.
 *
 * @param meta where, when and from whom
 * @param device host or NIC
 * @param payloadBytes payload of a full packet; null: not told
 * @param wireBytes bytes of a full packet on the wire; null: not told
 */
public record PacketFormatSet(
        EventMeta meta,
        DeviceId device,
        @Nullable Integer payloadBytes,
        @Nullable Integer wireBytes) implements FabricEvent {

    public PacketFormatSet {
        Require.notNegative("payloadBytes", payloadBytes);
        Require.notNegative("wireBytes", wireBytes);
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
        return cases.packetFormatSet(this);
    }
}
