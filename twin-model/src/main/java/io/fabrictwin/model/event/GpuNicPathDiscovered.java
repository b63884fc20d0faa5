package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import org.jspecify.annotations.Nullable;

/**
 * How far a GPU is from a NIC of its host.
 *
 * @param meta where, when and from whom
 * @param host the server
 * @param gpu the GPU, named as in GpuDiscovered
 * @param nic the NIC, named as in NicDiscovered
 * @param path what lies between, as NCCL words it: PIX one PCIe switch, PXB several, PHB the host bridge, NODE or SYS another one
 * @param bitsPerSecond least rate on the way; null: not told
 */
public record GpuNicPathDiscovered(
        EventMeta meta,
        DeviceId host,
        String gpu,
        String nic,
        String path,
        @Nullable Long bitsPerSecond) implements FabricEvent {

    public GpuNicPathDiscovered {
        Require.notNegative("bitsPerSecond", bitsPerSecond);
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
        return cases.gpuNicPathDiscovered(this);
    }
}
