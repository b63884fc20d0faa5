package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A map from one class notion to another, such as DSCP to traffic class. It replaces the map of the same name.
 *
 * @param meta where, when and from whom
 * @param device switch or NIC
 * @param port only this port; null: not told
 * @param map name of the map, such as dscp-to-traffic-class
 * @param entries from key to value
 */
public record QosMapSet(
        EventMeta meta, DeviceId device, @Nullable PortId port, String map, SortedMap<String, String> entries)
        implements FabricEvent {

    public QosMapSet {
        entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
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
        return cases.qosMapSet(this);
    }
}
