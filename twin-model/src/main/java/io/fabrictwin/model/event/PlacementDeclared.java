package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;

/**
 * A device belongs to a part of the cluster, as a scheduler or operator declares it.
 *
 * @param meta where, when and from whom
 * @param device the server or switch
 * @param level kind of part, such as block, leaf or rail
 * @param domain name of the part
 */
public record PlacementDeclared(EventMeta meta, DeviceId device, String level, String domain) implements FabricEvent {

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
        return cases.placementDeclared(this);
    }
}
