package io.fabrictwin.model.state;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One write that stands. Newer is greater; equal stamps are told apart by the value's canonical bytes. */
public record Cell(Stamp stamp, Value value) implements Comparable<Cell> {
    /** The value where it is a whole number, else null. */
    public @Nullable Long whole() {
        return value instanceof Value.Whole whole ? (Long) whole.number() : null;
    }

    /** The value where it is a text, else null. */
    public @Nullable String text() {
        return value instanceof Value.Text text ? text.text() : null;
    }

    @Override
    public int compareTo(Cell other) {
        int order = stamp.compareTo(other.stamp);
        return order != 0 || value.equals(other.value)
                ? order
                : Arrays.compareUnsigned(ValueCodec.toBytes(value), ValueCodec.toBytes(other.value));
    }
}
