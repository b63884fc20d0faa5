package io.fabrictwin.model.frame;

import org.jspecify.annotations.Nullable;

/** ECN settings that hold for one egress queue: each from the narrowest scope that has it; null is unknown. */
public record EcnSettings(
        @Nullable Boolean enabled,
        @Nullable Long kminBytes,
        @Nullable Long kmaxBytes,
        @Nullable Double pmax) {}
