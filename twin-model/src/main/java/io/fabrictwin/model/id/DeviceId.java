package io.fabrictwin.model.id;

/** A switch, a NIC or HCA, or a GPU server; the name is unique within its fabric. */
public record DeviceId(String value) implements Comparable<DeviceId> {
    public DeviceId {
        Names.requireName("device", value);
    }

    @Override
    public int compareTo(DeviceId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
