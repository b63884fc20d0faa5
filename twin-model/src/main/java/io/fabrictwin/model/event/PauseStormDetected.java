package io.fabrictwin.model.event;

import io.fabrictwin.model.id.PortId;
import org.jspecify.annotations.Nullable;

/**
 * A switch found a queue paused without end.
 *
 * @param meta where, when and from whom
 * @param port the port that was paused
 * @param priority the paused priority; null: not told
 * @param action what the switch does meanwhile, such as drop; null: not told
 */
public record PauseStormDetected(
        EventMeta meta,
        PortId port,
        @Nullable Integer priority,
        @Nullable String action) implements FabricEvent {

    public PauseStormDetected {
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
        return cases.pauseStormDetected(this);
    }
}
