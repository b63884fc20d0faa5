package io.fabrictwin.model.frame;

import io.fabrictwin.model.id.LinkId;
import org.jspecify.annotations.Nullable;

/**
 * A link as the frame has it; null is unknown.
 *
 * @param isSeen somebody saw it; else it is only planned
 */
public record Link(
        LinkId id,
        boolean isSeen,
        @Nullable Boolean isUp,
        @Nullable Long bitsPerSecond,
        @Nullable Long delayNs) {}
