package io.fabrictwin.model.measure;

/**
 * How long throughput takes to come back after congestion. An episode is a stretch in which a port on the job's paths is
 * paused or its queue stands above Kmin. From its end, while a collective goes on and until the next episode, recovery
 * lasts until the rate at which the job's hosts send is first 95 % or more of its mean over the rest of that time.
 *
 * @param episodes episodes measured
 * @param meanNs mean time, ns
 * @param longestNs longest time, ns
 * @param resolutionNs time between two readings of the counters, ns: shorter recoveries are told as this
 */
public record Recovery(int episodes, double meanNs, double longestNs, double resolutionNs) {}
