package io.fabrictwin.model.bottleneck;

/**
 * What a link loses when some of its flows end.
 *
 * @param lostNs integral over time of the unused share of the link
 * @param recoveredNs time from the departure until the link is 95 % used; infinite if it is not within the horizon
 */
public record Departure(double lostNs, double recoveredNs) {}
