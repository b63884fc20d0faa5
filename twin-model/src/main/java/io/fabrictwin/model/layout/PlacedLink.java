package io.fabrictwin.model.layout;

import io.fabrictwin.model.id.LinkId;

/**
 * A link between two placed devices.
 *
 * @param parallel position among the links between the same two devices, from 0, in order of ports
 * @param parallelCount number of links between the same two devices
 */
public record PlacedLink(LinkId link, int parallel, int parallelCount) {}
