package io.fabrictwin.model.id;

import java.util.Comparator;

/** A port of a device. In recordings that name ports by what they face, the name is the neighbour's. */
public record PortId(DeviceId device, String name) implements Comparable<PortId> {
    private static final Comparator<PortId> ORDER =
            Comparator.comparing(PortId::device).thenComparing(PortId::name);

    public PortId {
        Names.requireName("port of " + device, name);
    }

    public static PortId of(String device, String name) {
        return new PortId(new DeviceId(device), name);
    }

    @Override
    public int compareTo(PortId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return device + ":" + name;
    }
}
