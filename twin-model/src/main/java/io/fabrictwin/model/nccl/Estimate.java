package io.fabrictwin.model.nccl;

/**
 * NCCL's own figures for one way to run a collective.
 *
 * @param bytesPerNs rate of the algorithm: bytes of the operation's size over time, before the tree correction
 * @param latencyNs time of an empty collective
 */
public record Estimate(Algorithm algorithm, Protocol protocol, double bytesPerNs, double latencyNs) {}
