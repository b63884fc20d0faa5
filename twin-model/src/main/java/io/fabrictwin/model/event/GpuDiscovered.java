package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import org.jspecify.annotations.Nullable;

/**
 * A GPU is in a host.
 *
 * @param meta where, when and from whom
 * @param host the server
 * @param gpu its bus id, or its deviceIndex where no bus id is told
 * @param deviceIndex index within the host; null: not told
 * @param model what it is; null: not told
 * @param numaNode CPU socket or part of it that it hangs from; null: not told
 * @param nvlinkCount links to other GPUs or to NVLink switches; null: not told
 */
public record GpuDiscovered(
        EventMeta meta,
        DeviceId host,
        String gpu,
        @Nullable Integer deviceIndex,
        @Nullable String model,
        @Nullable Integer numaNode,
        @Nullable Integer nvlinkCount)
        implements FabricEvent {

    public GpuDiscovered {
        Require.notNegative("deviceIndex", deviceIndex);
        Require.notNegative("numaNode", numaNode);
        Require.notNegative("nvlinkCount", nvlinkCount);
    }

    @Override
    public Topic topic() {
        return Topic.TOPOLOGY;
    }

    @Override
    public String key() {
        return host.value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.gpuDiscovered(this);
    }
}
