package io.fabrictwin.ingest.parse.flow;

import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FlowObserved;
import io.fabrictwin.model.id.DeviceId;
import org.jspecify.annotations.Nullable;

/** The fields of one flow, by the numbers that NetFlow 9 and IPFIX share (IANA's information elements). */
final class FlowFields {
    private static final long NS_PER_MS = 1_000_000L;
    private static final long NS_PER_SECOND = 1_000_000_000L;
    /** The last ms whose ns fit. */
    private static final long MAX_MS = Long.MAX_VALUE / NS_PER_MS;

    private static final int MAX_NUMBER_BYTES = 8;

    private @Nullable String source;
    private @Nullable String destination;
    private @Nullable String sourceMac;
    private @Nullable String destinationMac;
    private @Nullable Long protocol;
    private @Nullable Long sourcePort;
    private @Nullable Long destinationPort;
    private @Nullable Long packets;
    private @Nullable Long bytes;
    private @Nullable Long input;
    private @Nullable Long output;
    private @Nullable Long samplingRate;
    private @Nullable Long lastUptimeMs;
    private @Nullable Long endNs;

    void take(Templates.Field field, Bytes value) {
        if (field.enterprise() != 0) {
            return;
        }
        switch (field.type()) {
            case 8, 27 -> source = address(value, source);
            case 12, 28 -> destination = address(value, destination);
            case 56, 81 -> sourceMac = value.left() == 6 ? value.mac() : sourceMac;
            case 57, 80 -> destinationMac = value.left() == 6 ? value.mac() : destinationMac;
            case 4 -> protocol = number(value);
            case 7, 180, 182 -> sourcePort = number(value);
            case 11, 181, 183 -> destinationPort = number(value);
            case 1, 85 -> bytes = number(value);
            case 2, 86 -> packets = number(value);
            case 10, 252 -> input = number(value);
            case 14, 253 -> output = number(value);
            case 34, 50, 305 -> samplingRate = number(value);
            case 21 -> lastUptimeMs = number(value);
            case 151 -> endNs = scaled(number(value), NS_PER_SECOND);
            case 153 -> endNs = scaled(number(value), NS_PER_MS);
            default -> {
                // One of some hundred others, which tell nothing of load.
            }
        }
    }

    private static @Nullable String address(Bytes value, @Nullable String other) {
        int length = value.left();
        String told = length == 4 || length == 16 ? value.address(length) : null;
        boolean isNone = told == null || told.equals("0.0.0.0") || told.equals("0:0:0:0:0:0:0:0");
        return isNone && other != null ? other : told;
    }

    private static @Nullable Long number(Bytes value) {
        if (value.left() == 0 || value.left() > MAX_NUMBER_BYTES) {
            return null;
        }
        long number = value.number(value.left());
        return number < 0 ? null : Long.valueOf(number);
    }

    private static @Nullable Long scaled(@Nullable Long value, long factor) {
        return value == null || value == 0 || value > MAX_MS / (factor / NS_PER_MS)
                ? null
                : Long.valueOf(value * factor);
    }

    /** When the flow ended, else when it was sent; null: neither is told. */
    @Nullable
    Long timeNs(NetflowReader.ExportTime sent) {
        Long end = endNs;
        Long last = lastUptimeMs;
        return end != null ? end : last != null ? sent.atUptime(last) : sent.sentNs();
    }

    /** Null: it tells no addresses. */
    @Nullable
    FlowObserved event(EventMeta meta, DeviceId device) {
        String from = source == null ? sourceMac : source;
        String to = destination == null ? destinationMac : destination;
        if (from == null || to == null) {
            return null;
        }
        Long rate = samplingRate;
        return new FlowObserved(
                meta,
                device,
                input == null ? null : Datagrams.port(device, input),
                output == null ? null : Datagrams.port(device, output),
                from,
                to,
                small(protocol),
                small(sourcePort),
                small(destinationPort),
                packets,
                bytes,
                rate == null || rate == 0 ? null : rate,
                null);
    }

    private static @Nullable Integer small(@Nullable Long value) {
        return value == null || value > 0xffff ? null : Integer.valueOf(value.intValue());
    }
}
