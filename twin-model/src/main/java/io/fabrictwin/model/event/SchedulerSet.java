package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import org.jspecify.annotations.Nullable;

/**
 * How an egress queue is served; null leaves a setting as it was. Without port it holds for the device.
 *
 * @param meta where, when and from whom
 * @param device the switch or NIC
 * @param port only this egress port; null: not told
 * @param priority the queue
 * @param kind strict, ets, dwrr or as the source words it; null: not told
 * @param weight share among the weighted queues; null: not told
 * @param bitsPerSecond upper limit; null: not told
 */
public record SchedulerSet(
        EventMeta meta,
        DeviceId device,
        @Nullable PortId port,
        int priority,
        @Nullable String kind,
        @Nullable Integer weight,
        @Nullable Long bitsPerSecond)
        implements FabricEvent {

    public SchedulerSet {
        Require.notNegative("priority", priority);
        Require.notNegative("weight", weight);
        Require.notNegative("bitsPerSecond", bitsPerSecond);
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
        return cases.schedulerSet(this);
    }
}
