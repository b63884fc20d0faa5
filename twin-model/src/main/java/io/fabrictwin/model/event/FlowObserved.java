package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import org.jspecify.annotations.Nullable;

/**
 * Packets of one flow, sampled or counted by a device on their way.
 *
 * @param meta where, when and from whom
 * @param device who saw them
 * @param inputPort where they came in; null: not told
 * @param outputPort where they left; null: not told
 * @param sourceAddress IPv4, IPv6 or MAC address of the sender
 * @param destinationAddress address of the receiver
 * @param protocol IP protocol number; null: not told
 * @param sourcePort UDP or TCP port of the sender; null: not told
 * @param destinationPort UDP or TCP port of the receiver (4791: RoCE); null: not told
 * @param packets packets seen; null: not told
 * @param bytes bytes seen; null: not told
 * @param samplingRate one packet in so many was looked at; null: not told
 * @param dropReason why the device dropped them, as it numbers reasons; null: they were not dropped
 */
public record FlowObserved(
        EventMeta meta,
        DeviceId device,
        @Nullable PortId inputPort,
        @Nullable PortId outputPort,
        String sourceAddress,
        String destinationAddress,
        @Nullable Integer protocol,
        @Nullable Integer sourcePort,
        @Nullable Integer destinationPort,
        @Nullable Long packets,
        @Nullable Long bytes,
        @Nullable Long samplingRate,
        @Nullable Integer dropReason)
        implements FabricEvent {

    public FlowObserved {
        Require.notNegative("protocol", protocol);
        Require.notNegative("sourcePort", sourcePort);
        Require.notNegative("destinationPort", destinationPort);
        Require.notNegative("packets", packets);
        Require.notNegative("bytes", bytes);
        Require.notNegative("samplingRate", samplingRate);
        Require.notNegative("dropReason", dropReason);
    }

    @Override
    public Topic topic() {
        return Topic.TELEMETRY;
    }

    @Override
    public String key() {
        return device.value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.flowObserved(this);
    }
}
