package io.fabrictwin.model.event;

import io.fabrictwin.model.id.PortId;
import org.jspecify.annotations.Nullable;

/**
 * A pause without end has ended.
 *
 * @param meta where, when and from whom
 * @param port the port that was paused
 * @param priority the paused priority; null: not told
 */
public record PauseStormRestored(
        EventMeta meta, PortId port, @Nullable Integer priority) implements FabricEvent {

    public PauseStormRestored {
        Require.notNegative("priority", priority);
    }

    @Override
    public Topic topic() {
        return Topic.TELEMETRY;
    }

    @Override
    public String key() {
        return port.device().value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.pauseStormRestored(this);
    }
}
