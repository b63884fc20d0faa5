package io.fabrictwin.model.bottleneck;

/**
 * How senders fare that start at line rate at once, over several seeds.
 *
 * @param meanStretch mean time until all is delivered, as a multiple of bytes / capacity
 * @param spread standard deviation of the stretch over the seeds; 0 for one seed
 * @param peakQueueBytes mean over the seeds of the largest queue
 * @param pausedShare mean share of the time during which the senders were paused, 0 to 1
 */
public record ColdStart(double meanStretch, double spread, double peakQueueBytes, double pausedShare) {}
