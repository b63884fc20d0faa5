package io.fabrictwin.model.state;

import java.util.Arrays;

/** One write that stands. Newer is greater; equal stamps are told apart by the value's canonical bytes. */
public record Cell(Stamp stamp, Value value) implements Comparable<Cell> {
    @Override
    public int compareTo(Cell other) {
        int order = stamp.compareTo(other.stamp);
        return order != 0 || value.equals(other.value)
                ? order
                : Arrays.compareUnsigned(ValueCodec.toBytes(value), ValueCodec.toBytes(other.value));
    }
}
