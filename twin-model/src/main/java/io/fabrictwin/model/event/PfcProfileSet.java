package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import org.jspecify.annotations.Nullable;

/**
 * Priority flow control of a switch or NIC; null leaves a setting as it was. Without port it holds for the device, without priority for all lossless classes.
 *
 * @param meta where, when and from whom
 * @param device the device
 * @param port only this ingress port; null: not told
 * @param priority only this priority; null: not told
 * @param profile the profile's name at the source; null: not told
 * @param enabled pauses at all; null: not told
 * @param alpha dynamic threshold: pause at alpha x free shared buffer; null: not told
 * @param xoffBytes static threshold to pause; null: not told
 * @param reserveBytes buffer reserved to each port; null: not told
 * @param resumeOffsetBytes resume this far below the threshold; null: not told
 * @param headroomBytes buffer for what arrives after a pause; null: not told
 */
public record PfcProfileSet(
        EventMeta meta,
        DeviceId device,
        @Nullable PortId port,
        @Nullable Integer priority,
        @Nullable String profile,
        @Nullable Boolean enabled,
        @Nullable Double alpha,
        @Nullable Long xoffBytes,
        @Nullable Long reserveBytes,
        @Nullable Long resumeOffsetBytes,
        @Nullable Long headroomBytes)
        implements FabricEvent {

    public PfcProfileSet {
        Require.notNegative("priority", priority);
        Require.positive("alpha", alpha);
        Require.notNegative("xoffBytes", xoffBytes);
        Require.notNegative("reserveBytes", reserveBytes);
        Require.notNegative("resumeOffsetBytes", resumeOffsetBytes);
        Require.notNegative("headroomBytes", headroomBytes);
    }

    @Override
    public Topic topic() {
        return Topic.CONFIG;
    }

    @Override
    public String key() {
        return device.value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.pfcProfileSet(this);
    }
}
