package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import org.jspecify.annotations.Nullable;

/**
 * A NIC is in a host.
 *
 * @param meta where, when and from whom
 * @param host the server
 * @param nic its name on that host, such as mlx5_0
 * @param busId its PCIe address; null: not told
 * @param guid its GUID: 0x and 16 hexadecimal digits; null: not told
 * @param numaNode CPU socket or part of it that it hangs from; null: not told
 * @param nicPort port of the NIC; null: not told
 * @param bitsPerSecond rate of the port; null: not told
 * @param linkLayer RoCE, IB or another; null: not told
 */
public record NicDiscovered(
        EventMeta meta,
        DeviceId host,
        String nic,
        @Nullable String busId,
        @Nullable String guid,
        @Nullable Integer numaNode,
        @Nullable Integer nicPort,
        @Nullable Long bitsPerSecond,
        @Nullable String linkLayer)
        implements FabricEvent {

    public NicDiscovered {
        Require.notNegative("numaNode", numaNode);
        Require.notNegative("nicPort", nicPort);
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
        return cases.nicDiscovered(this);
    }
}
