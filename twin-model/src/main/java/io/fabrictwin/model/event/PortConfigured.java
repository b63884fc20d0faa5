package io.fabrictwin.model.event;

import io.fabrictwin.model.id.PortId;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a port; null leaves a setting as it was.
 *
 * @param meta where, when and from whom
 * @param port the port
 * @param adminUp switched on by the operator; null: not told
 * @param bitsPerSecond configured rate; null: not told
 * @param mtuBytes largest frame; null: not told
 * @param fec forward error correction mode; null: not told
 * @param alias another name of it; null: not told
 * @param cableLengthMillimetres length of the cable plugged in; null: not told
 */
public record PortConfigured(
        EventMeta meta,
        PortId port,
        @Nullable Boolean adminUp,
        @Nullable Long bitsPerSecond,
        @Nullable Integer mtuBytes,
        @Nullable String fec,
        @Nullable String alias,
        @Nullable Long cableLengthMillimetres)
        implements FabricEvent {

    public PortConfigured {
        Require.notNegative("bitsPerSecond", bitsPerSecond);
        Require.notNegative("mtuBytes", mtuBytes);
        Require.notNegative("cableLengthMillimetres", cableLengthMillimetres);
    }

    @Override
    public Topic topic() {
        return Topic.CONFIG;
    }

    @Override
    public String key() {
        return port.device().value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.portConfigured(this);
    }
}
