package io.fabrictwin.replay.source;

import io.fabrictwin.model.frame.Positions;

/**
 * Records that once were in the log and are held nowhere any more.
 *
 * @param fromOffset the first that is missing
 * @param toOffset the first after them
 */
public record LogGap(Positions.Partition partition, long fromOffset, long toOffset) {
    @Override
    public String toString() {
        return partition + " offsets " + fromOffset + " to " + (toOffset - 1);
    }
}
