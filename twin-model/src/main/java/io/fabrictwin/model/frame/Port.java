package io.fabrictwin.model.frame;

import io.fabrictwin.model.id.PortId;
import org.jspecify.annotations.Nullable;

/**
 * A port as the frame has it; null is unknown.
 *
 * @param bitsPerSecond the rate of its link where one was seen, else its own, else as configured
 * @param neighbour the port at the other end of its link
 * @param isUp state of its link
 */
public record Port(
        PortId id,
        @Nullable Long bitsPerSecond,
        @Nullable PortId neighbour,
        @Nullable Boolean isUp,
        @Nullable Boolean adminUp,
        @Nullable String alias,
        @Nullable Integer mtuBytes) {}
