package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import org.jspecify.annotations.Nullable;

/**
 * What a subnet manager told of itself.
 *
 * @param meta where, when and from whom
 * @param device the manager, by name or GUID
 * @param state DISCOVERING, MASTER, STANDBY, SUBNET_UP or EXITING; null: not told
 * @param routingEngine routing engine in force; null: not told
 * @param priority its priority; null: not told
 */
public record SubnetManagerChanged(
        EventMeta meta,
        DeviceId device,
        @Nullable String state,
        @Nullable String routingEngine,
        @Nullable Integer priority)
        implements FabricEvent {

    public SubnetManagerChanged {
        Require.notNegative("priority", priority);
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
        return cases.subnetManagerChanged(this);
    }
}
