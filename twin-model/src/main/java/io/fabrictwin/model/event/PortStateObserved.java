package io.fabrictwin.model.event;

import io.fabrictwin.model.id.PortId;
import org.jspecify.annotations.Nullable;

/**
 * Whether a port works, told by its own device; the other end need not be known.
 *
 * @param meta where, when and from whom
 * @param port the port
 * @param up it carries traffic; null: not told
 * @param state the state as the source words it, such as Active or LinkUp; null: not told
 * @param bitsPerSecond rate it runs at; null: not told
 * @param reason why it is so, where told; null: not told
 */
public record PortStateObserved(
        EventMeta meta,
        PortId port,
        @Nullable Boolean up,
        @Nullable String state,
        @Nullable Long bitsPerSecond,
        @Nullable String reason)
        implements FabricEvent {

    public PortStateObserved {
        Require.notNegative("bitsPerSecond", bitsPerSecond);
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
        return cases.portStateObserved(this);
    }
}
