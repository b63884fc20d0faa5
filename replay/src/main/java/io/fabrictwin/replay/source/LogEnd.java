package io.fabrictwin.replay.source;

import io.fabrictwin.model.frame.Positions;
import org.jspecify.annotations.Nullable;

/**
 * Where reading ends; it is fixed when a reader begins, and does not move while it reads.
 *
 * @param positions before these only, and nothing of partitions that they do not name; null: all that is committed
 * @param knownAtNs only what the log had taken in by then, ns since 1970, to the millisecond; null: whenever it came
 */
public record LogEnd(
        @Nullable Positions positions, @Nullable Long knownAtNs) {
    /** All that is committed when a reader begins. */
    public static final LogEnd NOW = new LogEnd(null, null);

    public static LogEnd before(Positions positions) {
        return new LogEnd(positions, null);
    }

    public static LogEnd knownAt(@Nullable Long knownAtNs) {
        return new LogEnd(null, knownAtNs);
    }
}
