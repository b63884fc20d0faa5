package io.fabrictwin.model.frame;

import io.fabrictwin.model.id.PortId;
import org.jspecify.annotations.Nullable;

/**
 * An egress queue as the frame has it; null is unknown.
 *
 * @param priority null: the port's one data queue, or all of them together
 */
public record Queue(
        PortId port,
        @Nullable Integer priority,
        @Nullable Long depthBytes,
        @Nullable Long depthMaxBytes,
        EcnSettings ecn) {}
