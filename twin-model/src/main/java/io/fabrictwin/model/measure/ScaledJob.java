package io.fabrictwin.model.measure;

import org.jspecify.annotations.Nullable;

/**
 * The job with another number of ranks and the same work for each, at the bus bandwidth that was measured: a ring of n
 * takes its rounds, each as long as a chunk of S/n at that rate and the latency of one message.
 *
 * @param ranks ranks
 * @param collectiveTimeNs time of all collectives of a step, ns
 * @param stepTimeNs time of a step, ns; null: collectives overlap with computing
 */
public record ScaledJob(
        int ranks, double collectiveTimeNs, @Nullable Double stepTimeNs) {}
