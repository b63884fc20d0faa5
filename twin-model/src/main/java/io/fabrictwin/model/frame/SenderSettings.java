package io.fabrictwin.model.frame;

import org.jspecify.annotations.Nullable;

/** DCQCN constants and packet format of one sender; null is unknown. */
public record SenderSettings(
        @Nullable Double gain,
        @Nullable Long alphaTimerNs,
        @Nullable Long rateDecreaseIntervalNs,
        @Nullable Long rateIncreaseTimerNs,
        @Nullable Long additiveIncreaseBitsPerSecond,
        @Nullable Long hyperIncreaseBitsPerSecond,
        @Nullable Long minRateBitsPerSecond,
        @Nullable Integer fastRecoveryTimes,
        @Nullable Integer payloadBytes,
        @Nullable Integer wireBytes) {}
