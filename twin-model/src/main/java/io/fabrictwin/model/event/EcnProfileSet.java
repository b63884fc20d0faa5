package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import org.jspecify.annotations.Nullable;

/**
 * ECN marking of a switch's queues; null leaves a setting as it was. Without port it holds for the device, without priority for all classes.
 *
 * @param meta where, when and from whom
 * @param device the switch
 * @param port only this egress port; null: not told
 * @param priority only this queue; null: not told
 * @param profile the profile's name at the source; null: not told
 * @param enabled marks at all; null: not told
 * @param kminBytes no marks below; null: not told
 * @param kmaxBytes all packets are marked above; null: not told
 * @param pmax probability of a mark at kmaxBytes, 0 to 1; null: not told
 */
public record EcnProfileSet(
        EventMeta meta,
        DeviceId device,
        @Nullable PortId port,
        @Nullable Integer priority,
        @Nullable String profile,
        @Nullable Boolean enabled,
        @Nullable Long kminBytes,
        @Nullable Long kmaxBytes,
        @Nullable Double pmax)
        implements FabricEvent {

    public EcnProfileSet {
        Require.notNegative("priority", priority);
        Require.notNegative("kminBytes", kminBytes);
        Require.notNegative("kmaxBytes", kmaxBytes);
        Require.share("pmax", pmax);
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
        return cases.ecnProfileSet(this);
    }
}
