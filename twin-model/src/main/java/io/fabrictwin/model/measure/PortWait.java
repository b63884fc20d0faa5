package io.fabrictwin.model.measure;

import io.fabrictwin.model.id.PortId;

/**
 * Waiting at the egress queue of a port.
 *
 * @param share of the time of the steps, 0 to 1
 */
public record PortWait(PortId port, double share) {}
