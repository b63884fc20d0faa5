package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import org.jspecify.annotations.Nullable;

/**
 * A device is there.
 *
 * @param meta where, when and from whom
 * @param device the device
 * @param kind what it is
 * @param description free text the device gives of itself; null: not told
 * @param model hardware model; null: not told
 * @param address IPv4 or IPv6 address that traffic to it uses; null: not told
 * @param routingSeed number that seeds this switch's ECMP hash, where known; null: not told
 * @param portCount number of ports, where told; null: not told
 */
public record DeviceDiscovered(
        EventMeta meta,
        DeviceId device,
        DeviceKind kind,
        @Nullable String description,
        @Nullable String model,
        @Nullable String address,
        @Nullable Long routingSeed,
        @Nullable Integer portCount)
        implements FabricEvent {

    public DeviceDiscovered {
        Require.notNegative("routingSeed", routingSeed);
        Require.notNegative("portCount", portCount);
    }

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
        return cases.deviceDiscovered(this);
    }
}
