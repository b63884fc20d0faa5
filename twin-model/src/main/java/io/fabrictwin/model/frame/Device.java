package io.fabrictwin.model.frame;

import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.id.DeviceId;
import org.jspecify.annotations.Nullable;

/**
 * A device as the frame has it; null is unknown.
 *
 * @param kind null: only settings or counters are known of it, nobody saw the device itself
 * @param bufferBytes shared packet memory of a switch
 */
public record Device(
        DeviceId id,
        @Nullable DeviceKind kind,
        @Nullable String description,
        @Nullable String model,
        @Nullable String address,
        @Nullable Long routingSeed,
        @Nullable Long bufferBytes) {}
