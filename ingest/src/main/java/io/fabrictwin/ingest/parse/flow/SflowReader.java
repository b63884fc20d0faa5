package io.fabrictwin.ingest.parse.flow;

import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.FlowObserved;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads datagrams sample by sample. */
final class SflowReader {
    private static final int VERSION = 5;
    private static final int FLOW = 1;
    private static final int COUNTERS = 2;
    private static final int EXPANDED_FLOW = 3;
    private static final int EXPANDED_COUNTERS = 4;
    private static final int DISCARDED = 5;
    private static final long INDEX_BITS = 0x3FFF_FFFFL;
    /** What an agent puts where it does not count. */
    private static final long UNKNOWN_32 = 0xFFFF_FFFFL;

    private static final long UNKNOWN_64 = -1L;

    private final Datagrams datagrams;

    SflowReader(Datagrams datagrams) {
        this.datagrams = datagrams;
    }

    void read(Bytes bytes) {
        while (bytes.left() > 0) {
            int begin = bytes.at();
            try {
                readDatagram(bytes);
            } catch (IndexOutOfBoundsException e) {
                datagrams.reject(begin, RejectCode.TRUNCATED, "the datagram ends too early: " + e.getMessage(), bytes);
                return;
            }
            if (bytes.at() == begin) {
                return;
            }
        }
        if (datagrams.record() == 0) {
            datagrams.ignore(0);
        }
    }

    private void readDatagram(Bytes bytes) {
        int begin = bytes.at();
        long version = bytes.u32();
        long addressType = bytes.u32();
        if (version != VERSION || addressType < 1 || addressType > 2) {
            datagrams.reject(
                    begin,
                    RejectCode.MALFORMED,
                    "no datagram of sFlow version 5 begins here: version " + version + ", address type " + addressType,
                    bytes);
            bytes.skip(bytes.left());
            return;
        }
        DeviceId device = new DeviceId(bytes.address(addressType == 1 ? 4 : 16));
        bytes.skip(12);
        long samples = bytes.u32();
        for (long i = 0; i < samples; i++) {
            int at = bytes.at();
            long format = bytes.u32();
            Bytes sample = bytes.part(bytes.u32());
            try {
                readSample(format, sample, device, at);
            } catch (IndexOutOfBoundsException e) {
                datagrams.reject(at, RejectCode.MALFORMED, "the sample ends too early: " + e.getMessage(), sample);
            }
        }
    }

    private void readSample(long format, Bytes sample, DeviceId device, int at) {
        List<FabricEvent> events = new ArrayList<>();
        switch ((int) Math.min(format, Integer.MAX_VALUE)) {
            case FLOW, EXPANDED_FLOW -> readFlow(format == EXPANDED_FLOW, sample, device, events);
            case COUNTERS, EXPANDED_COUNTERS -> readCounters(format == EXPANDED_COUNTERS, sample, device, events);
            case DISCARDED -> readDiscarded(sample, device, events);
            default -> datagrams.unread("sample of format " + (format >> 12) + ":" + (format & 0xfff));
        }
        datagrams.accept(at, events);
    }

    private void readFlow(boolean isExpanded, Bytes sample, DeviceId device, List<FabricEvent> events) {
        sample.skip(isExpanded ? 12 : 8);
        long rate = sample.u32();
        sample.skip(8);
        PortId input = interfaceOf(isExpanded, sample, device);
        PortId output = interfaceOf(isExpanded, sample, device);
        readPackets(sample, device, input, output, rate == 0 ? null : Long.valueOf(rate), null, events);
    }

    private void readDiscarded(Bytes sample, DeviceId device, List<FabricEvent> events) {
        sample.skip(16);
        PortId input = Datagrams.port(device, sample.u32());
        PortId output = Datagrams.port(device, sample.u32());
        int reason = (int) Math.min(sample.u32(), Integer.MAX_VALUE);
        readPackets(sample, device, input, output, null, reason, events);
    }

    private static @Nullable PortId interfaceOf(boolean isExpanded, Bytes sample, DeviceId device) {
        long format = isExpanded ? sample.u32() : 0;
        long value = sample.u32();
        boolean isIndex = isExpanded ? format == 0 : value >> 30 == 0;
        return isIndex ? Datagrams.port(device, value & INDEX_BITS) : null;
    }

    private void readPackets(
            Bytes sample,
            DeviceId device,
            @Nullable PortId input,
            @Nullable PortId output,
            @Nullable Long rate,
            @Nullable Integer dropReason,
            List<FabricEvent> events) {
        long records = sample.u32();
        for (long i = 0; i < records; i++) {
            long format = sample.u32();
            Bytes part = sample.part(sample.u32());
            PacketHeader header = null;
            Long bytes = null;
            if (format == 1) {
                long protocol = part.u32();
                bytes = part.u32();
                part.skip(4);
                Bytes packet = part.part(part.u32());
                if (protocol == 1) {
                    header = PacketHeader.ofEthernet(packet);
                } else if (protocol == 11 || protocol == 12) {
                    header = PacketHeader.ofIp(packet);
                }
            } else if (format == 3 || format == 4) {
                bytes = part.u32();
                int protocol = (int) Math.min(part.u32(), Integer.MAX_VALUE);
                int length = format == 3 ? 4 : 16;
                String source = part.address(length);
                String destination = part.address(length);
                header = new PacketHeader(
                        source, destination, protocol, (int) part.u32() & 0xffff, (int) part.u32() & 0xffff);
            }
            if (header == null) {
                datagrams.unread("flow record " + (format >> 12) + ":" + (format & 0xfff));
            } else {
                events.add(new FlowObserved(
                        datagrams.meta(events.size(), null),
                        device,
                        input,
                        output,
                        header.source(),
                        header.destination(),
                        header.protocol(),
                        header.sourcePort(),
                        header.destinationPort(),
                        1L,
                        bytes,
                        rate,
                        dropReason));
            }
        }
    }

    private void readCounters(boolean isExpanded, Bytes sample, DeviceId device, List<FabricEvent> events) {
        sample.skip(isExpanded ? 8 : 4);
        long source = isExpanded ? sample.u32() : sample.u32() & 0xff_ffffL;
        PortId port = Datagrams.port(device, source);
        long records = sample.u32();
        SortedMap<String, Long> counters = new TreeMap<>();
        for (long i = 0; i < records; i++) {
            long format = sample.u32();
            Bytes part = sample.part(sample.u32());
            if (format == 1) {
                port = Datagrams.port(device, part.u32());
                readInterface(part, port, counters, events);
            } else if (format == 2) {
                readEthernet(part, counters);
            } else if (format == 1005 && port != null) {
                String name = part.text(part.u32());
                if (!name.isBlank()) {
                    events.add(new NameObserved(
                            datagrams.meta(events.size(), null), device, port, NameScheme.INTERFACE, name));
                }
            } else {
                datagrams.unread("counters record " + (format >> 12) + ":" + (format & 0xfff));
            }
        }
        if (port != null && !counters.isEmpty()) {
            events.add(new PortCountersObserved(datagrams.meta(events.size(), null), port, null, counters));
        }
    }

    private void readInterface(
            Bytes part, @Nullable PortId port, SortedMap<String, Long> counters, List<FabricEvent> events) {
        part.skip(4);
        long speed = part.u64();
        part.skip(4);
        long status = part.u32();
        if (port != null) {
            boolean isStatusTold = status <= 3;
            events.add(new PortStateObserved(
                    datagrams.meta(events.size(), null),
                    port,
                    isStatusTold ? Boolean.valueOf((status & 2) != 0) : null,
                    null,
                    speed > 0 ? Long.valueOf(speed) : null,
                    null));
        }
        put64(counters, CounterName.RX_BYTES, part);
        for (String name : List.of("ifInUcastPkts", "ifInMulticastPkts", "ifInBroadcastPkts", "ifInDiscards")) {
            put32(counters, name, part);
        }
        put32(counters, CounterName.RX_ERRORS, part);
        put32(counters, "ifInUnknownProtos", part);
        put64(counters, CounterName.TX_BYTES, part);
        for (String name : List.of("ifOutUcastPkts", "ifOutMulticastPkts", "ifOutBroadcastPkts")) {
            put32(counters, name, part);
        }
        put32(counters, CounterName.TX_DROPPED_PACKETS, part);
        put32(counters, "ifOutErrors", part);
    }

    private static void readEthernet(Bytes part, SortedMap<String, Long> counters) {
        for (String name : List.of(
                "dot3StatsAlignmentErrors",
                "dot3StatsFCSErrors",
                "dot3StatsSingleCollisionFrames",
                "dot3StatsMultipleCollisionFrames",
                "dot3StatsSQETestErrors",
                "dot3StatsDeferredTransmissions",
                "dot3StatsLateCollisions",
                "dot3StatsExcessiveCollisions",
                "dot3StatsInternalMacTransmitErrors",
                "dot3StatsCarrierSenseErrors",
                "dot3StatsFrameTooLongs",
                "dot3StatsInternalMacReceiveErrors")) {
            put32(counters, name, part);
        }
        put32(counters, CounterName.SYMBOL_ERRORS, part);
    }

    private static void put32(SortedMap<String, Long> counters, String name, Bytes part) {
        long value = part.u32();
        if (value != UNKNOWN_32) {
            counters.put(name, value);
        }
    }

    private static void put64(SortedMap<String, Long> counters, String name, Bytes part) {
        long value = part.u64();
        if (value != UNKNOWN_64 && value >= 0) {
            counters.put(name, value);
        }
    }
}
