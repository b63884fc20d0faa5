package io.fabrictwin.model.layout;

import io.fabrictwin.model.id.DeviceId;

/**
 * A device and its place.
 *
 * @param tier 0: hosts; n: switches n links away from the nearest host; -1: joined to no host
 * @param x from the left edge, 0 to 1
 * @param y from the upper edge, 0 to 1
 */
public record PlacedDevice(DeviceId device, int tier, double x, double y) {}
