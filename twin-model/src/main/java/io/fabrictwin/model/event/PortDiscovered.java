package io.fabrictwin.model.event;

import io.fabrictwin.model.id.PortId;
import org.jspecify.annotations.Nullable;

/**
 * A port is there.
 *
 * @param meta where, when and from whom
 * @param port the port
 * @param bitsPerSecond line rate it runs at; null: not told
 * @param alias another name of it; null: not told
 * @param localIdentifier InfiniBand LID; null: not told
 */
public record PortDiscovered(
        EventMeta meta,
        PortId port,
        @Nullable Long bitsPerSecond,
        @Nullable String alias,
        @Nullable Integer localIdentifier)
        implements FabricEvent {

    public PortDiscovered {
        Require.notNegative("bitsPerSecond", bitsPerSecond);
        Require.notNegative("localIdentifier", localIdentifier);
    }

    @Override
    public Topic topic() {
        return Topic.TOPOLOGY;
    }

    @Override
    public String key() {
        return port.device().value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.portDiscovered(this);
    }
}
