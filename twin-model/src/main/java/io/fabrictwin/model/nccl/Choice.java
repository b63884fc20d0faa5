package io.fabrictwin.model.nccl;

/**
 * What NCCL would choose.
 *
 * @param channels channels it would use at this size
 * @param timeNs the time that NCCL expects, which knows of no congestion
 */
public record Choice(Algorithm algorithm, Protocol protocol, int channels, double timeNs) {}
