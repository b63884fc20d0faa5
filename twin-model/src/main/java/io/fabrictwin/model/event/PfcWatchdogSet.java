package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import org.jspecify.annotations.Nullable;

/**
 * What a switch does about a pause that does not end; null leaves a setting as it was.
 *
 * @param meta where, when and from whom
 * @param device the switch
 * @param port only this port; null: not told
 * @param action drop, forward or alert; null: not told
 * @param detectionNs paused this long counts as a storm; null: not told
 * @param restorationNs quiet this long ends it; null: not told
 * @param pollNs how often it looks; null: not told
 */
public record PfcWatchdogSet(
        EventMeta meta,
        DeviceId device,
        @Nullable PortId port,
        @Nullable String action,
        @Nullable Long detectionNs,
        @Nullable Long restorationNs,
        @Nullable Long pollNs)
        implements FabricEvent {

    public PfcWatchdogSet {
        Require.notNegative("detectionNs", detectionNs);
        Require.notNegative("restorationNs", restorationNs);
        Require.notNegative("pollNs", pollNs);
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
        return cases.pfcWatchdogSet(this);
    }
}
