package io.fabrictwin.model.nccl;

import org.jspecify.annotations.Nullable;

/**
 * How long a collective takes on a described cluster.
 *
 * @param bytes size as nccl-tests counts it
 * @param choice what NCCL would choose; null where it does not choose but sends
 * @param latencyNs part of the time that does not depend on the size
 * @param timeNs the whole time
 * @param algorithmBytesPerNs size over time (B/ns, which is GB/s): algbw of nccl-tests
 * @param busBytesPerNs the rate of the slowest link that this amounts to: busbw of nccl-tests
 */
public record Prediction(
        long bytes,
        @Nullable Choice choice,
        int channels,
        double latencyNs,
        double timeNs,
        double algorithmBytesPerNs,
        double busBytesPerNs,
        Bound bound) {}
