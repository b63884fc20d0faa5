package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The whole linear forwarding table of an InfiniBand switch. It replaces the former one.
 *
 * @param meta where, when and from whom
 * @param device the switch
 * @param entries out port by LID or by range of LIDs with the same port (17-24); a LID that is not in it is unreachable; port 0 is the switch itself
 */
public record ForwardingTableObserved(EventMeta meta, DeviceId device, SortedMap<String, String> entries)
        implements FabricEvent {

    public ForwardingTableObserved {
        entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
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
        return cases.forwardingTableObserved(this);
    }
}
