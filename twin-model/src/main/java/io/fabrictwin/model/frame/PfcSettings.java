package io.fabrictwin.model.frame;

import org.jspecify.annotations.Nullable;

/** PFC settings that hold for one ingress port: each from the narrowest scope that has it; null is unknown. */
public record PfcSettings(
        @Nullable Boolean enabled,
        @Nullable Double alpha,
        @Nullable Long xoffBytes,
        @Nullable Long reserveBytes,
        @Nullable Long resumeOffsetBytes,
        @Nullable Long headroomBytes) {}
