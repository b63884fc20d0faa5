package io.fabrictwin.model.nccl;

import io.fabrictwin.model.event.CollectiveOperation;

/**
 * One line of a benchmark.
 *
 * @param ranks ranks that took part
 * @param bytes size as nccl-tests counts it
 * @param timeNs time of one collective
 */
public record Measurement(CollectiveOperation operation, int ranks, long bytes, double timeNs) {
    public Measurement {
        if (bytes < 1 || !(timeNs > 0)) {
            throw new IllegalArgumentException("measurement of " + bytes + " B in " + timeNs + " ns");
        }
    }
}
