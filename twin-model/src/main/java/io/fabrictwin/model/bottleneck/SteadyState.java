package io.fabrictwin.model.bottleneck;

/**
 * A bottleneck in the long run.
 *
 * @param meanQueueBytes mean queue
 * @param queueSpreadBytes standard deviation of the queue over time
 * @param utilization share of the link in use, 0 to 1
 * @param jain Jain's index of the flows' bytes: 1 when all have the same
 */
public record SteadyState(double meanQueueBytes, double queueSpreadBytes, double utilization, double jain) {}
