package io.fabrictwin.model.id;

/** One network that jobs run on, RoCE or InfiniBand. */
public record FabricId(String value) implements Comparable<FabricId> {
    public FabricId {
        Names.requireName("fabric", value);
    }

    @Override
    public int compareTo(FabricId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
