package io.fabrictwin.ingest.topology;

import io.fabrictwin.model.id.LinkId;
import org.jspecify.annotations.Nullable;

/**
 * A cable between two ports.
 *
 * @param isPlanned somebody means it to be there
 * @param isSeen somebody saw it
 * @param plannedBitsPerSecond rate that is meant; null: not told
 * @param seenBitsPerSecond rate that was seen; null: not told
 */
public record Cable(
        LinkId link,
        boolean isPlanned,
        boolean isSeen,
        @Nullable Long plannedBitsPerSecond,
        @Nullable Long seenBitsPerSecond) {
    /** The rate that was seen, else the one that is meant; null: neither is told. */
    public @Nullable Long bitsPerSecond() {
        return seenBitsPerSecond == null ? plannedBitsPerSecond : seenBitsPerSecond;
    }

    Cable and(Cable other) {
        return new Cable(
                link,
                isPlanned || other.isPlanned,
                isSeen || other.isSeen,
                other.plannedBitsPerSecond == null ? plannedBitsPerSecond : other.plannedBitsPerSecond,
                other.seenBitsPerSecond == null ? seenBitsPerSecond : other.seenBitsPerSecond);
    }
}
