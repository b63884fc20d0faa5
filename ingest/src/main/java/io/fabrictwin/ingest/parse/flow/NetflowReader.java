package io.fabrictwin.ingest.parse.flow;

import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.FlowObserved;
import io.fabrictwin.model.id.DeviceId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads datagrams of all three versions. */
final class NetflowReader {
    private static final int V5 = 5;
    private static final int V9 = 9;
    private static final int IPFIX = 10;
    private static final int SAMPLING_BITS = 0x3fff;
    private static final int HEADER_BYTES = 16;

    private final Datagrams datagrams;
    private final Templates templates;
    private final DeviceId device;

    NetflowReader(Datagrams datagrams, Templates templates) {
        this.datagrams = datagrams;
        this.templates = templates;
        this.device = datagrams.unnamed();
    }

    void read(Bytes bytes) {
        while (bytes.left() > 0) {
            int begin = bytes.at();
            try {
                int version = bytes.u16();
                switch (version) {
                    case V5 -> readV5(bytes);
                    case V9 -> readV9(bytes);
                    case IPFIX -> readIpfix(bytes);
                    default -> {
                        datagrams.reject(
                                begin,
                                RejectCode.MALFORMED,
                                "no datagram of NetFlow 5, 9 or IPFIX begins here: version " + version,
                                bytes);
                        return;
                    }
                }
            } catch (IndexOutOfBoundsException e) {
                datagrams.reject(begin, RejectCode.TRUNCATED, "the datagram ends too early: " + e.getMessage(), bytes);
                return;
            }
        }
        if (datagrams.record() == 0) {
            datagrams.ignore(0);
        }
    }

    private void readV5(Bytes bytes) {
        int count = bytes.u16();
        ExportTime time = ExportTime.ofUptime(bytes.u32(), bytes.u32(), bytes.u32());
        bytes.skip(6);
        int sampling = bytes.u16() & SAMPLING_BITS;
        for (int i = 0; i < count; i++) {
            int at = bytes.at();
            String source = bytes.address(4);
            String destination = bytes.address(4);
            bytes.skip(4);
            int input = bytes.u16();
            int output = bytes.u16();
            long packets = bytes.u32();
            long octets = bytes.u32();
            bytes.skip(4);
            long last = bytes.u32();
            int sourcePort = bytes.u16();
            int destinationPort = bytes.u16();
            bytes.skip(2);
            int protocol = bytes.u8();
            bytes.skip(9);
            datagrams.accept(
                    at,
                    List.of(new FlowObserved(
                            datagrams.meta(0, time.atUptime(last)),
                            device,
                            Datagrams.port(device, input),
                            Datagrams.port(device, output),
                            source,
                            destination,
                            protocol,
                            sourcePort,
                            destinationPort,
                            packets,
                            octets,
                            sampling == 0 ? null : Long.valueOf(sampling),
                            null)));
        }
    }

    private void readV9(Bytes bytes) {
        V9Header header = V9Header.read(bytes);
        // A datagram does not tell its length: it ends where the next begins, whose version is no number of a set.
        while (bytes.left() >= 4) {
            int at = bytes.at();
            int set = bytes.u16();
            if (set == V9) {
                header = V9Header.read(bytes);
            } else {
                readSet(V9, header.domain(), set, bytes.part(bytes.u16() - 4L), at, header.time());
            }
        }
        bytes.skip(bytes.left());
    }

    private void readIpfix(Bytes bytes) {
        int length = bytes.u16() - 4;
        // Some exporters count too few bytes; what is left is no datagram of its own.
        boolean isLast = bytes.left() >= length && bytes.left() - length < HEADER_BYTES;
        Bytes message = bytes.part(isLast ? bytes.left() : length);
        ExportTime time = ExportTime.ofSeconds(message.u32());
        message.skip(4);
        long domain = message.u32();
        while (message.left() >= 4) {
            int at = message.at();
            readSet(IPFIX, domain, message.u16(), message.part(message.u16() - 4L), at, time);
        }
    }

    private void readSet(int version, long domain, int set, Bytes bytes, int at, ExportTime time) {
        int templateSet = version == V9 ? 0 : 2;
        try {
            if (set == templateSet) {
                readTemplates(version, domain, bytes);
            } else if (set == templateSet + 1) {
                readOptionsTemplates(version, domain, bytes);
            } else if (set > 255) {
                readData(version, domain, set, bytes, time);
            } else {
                datagrams.reject(at, RejectCode.MALFORMED, "set " + set + " is of no known kind", bytes);
            }
        } catch (IndexOutOfBoundsException e) {
            datagrams.reject(at, RejectCode.MALFORMED, "the set ends too early: " + e.getMessage(), bytes);
        }
    }

    private void readTemplates(int version, long domain, Bytes bytes) {
        while (bytes.left() >= 4) {
            int at = bytes.at();
            int id = bytes.u16();
            int count = bytes.u16();
            if (id < 256) {
                // Padding.
                return;
            }
            templates.put(
                    version,
                    domain,
                    id,
                    new Templates.Template(Templates.fields(bytes, count, version == IPFIX), false));
            datagrams.unread("template");
            datagrams.accept(at, List.of());
        }
    }

    private void readOptionsTemplates(int version, long domain, Bytes bytes) {
        while (bytes.left() >= 6) {
            int at = bytes.at();
            int id = bytes.u16();
            int first = bytes.u16();
            int second = bytes.u16();
            if (id < 256) {
                return;
            }
            // Version 9 tells bytes of scope and options, IPFIX fields of both and of the scope.
            int count = version == V9 ? (first + second) / 4 : first;
            templates.put(
                    version,
                    domain,
                    id,
                    new Templates.Template(Templates.fields(bytes, count, version == IPFIX), true));
            datagrams.unread("template");
            datagrams.accept(at, List.of());
        }
    }

    private void readData(int version, long domain, int set, Bytes bytes, ExportTime time) {
        Templates.Template template = templates.get(version, domain, set);
        if (template == null) {
            datagrams.reject(
                    bytes.at(),
                    RejectCode.UNKNOWN_REFERENCE,
                    "template " + set + " of domain " + domain
                            + " is not in the input: exporters send templates now and then; give more of them together",
                    bytes);
            return;
        }
        int least = template.leastBytes();
        while (bytes.left() >= least && bytes.left() > 0) {
            int at = bytes.at();
            FlowFields flow = new FlowFields();
            for (Templates.Field field : template.fields()) {
                int length = field.length() == 0xffff ? variableLength(bytes) : field.length();
                flow.take(field, bytes.part(length));
            }
            FlowObserved event = template.isOptions() ? null : flow.event(datagrams.meta(0, flow.timeNs(time)), device);
            if (event == null) {
                datagrams.unread(template.isOptions() ? "options of the exporter" : "flow without addresses");
            }
            datagrams.accept(at, event == null ? List.of() : List.of(event));
        }
    }

    private static int variableLength(Bytes bytes) {
        int length = bytes.u8();
        return length == 255 ? bytes.u16() : length;
    }

    private record V9Header(ExportTime time, long domain) {
        static V9Header read(Bytes bytes) {
            bytes.skip(2);
            ExportTime time = ExportTime.ofUptime(bytes.u32(), bytes.u32(), 0);
            bytes.skip(4);
            return new V9Header(time, bytes.u32());
        }
    }

    /** When a datagram was sent, and with which uptime of the device. */
    record ExportTime(@Nullable Long sentNs, @Nullable Long uptimeMs) {
        private static final long NS_PER_SECOND = 1_000_000_000L;
        private static final long NS_PER_MS = 1_000_000L;

        static ExportTime ofUptime(long uptimeMs, long seconds, long nanoseconds) {
            return seconds == 0
                    ? new ExportTime(null, null)
                    : new ExportTime(seconds * NS_PER_SECOND + nanoseconds, uptimeMs);
        }

        static ExportTime ofSeconds(long seconds) {
            return new ExportTime(seconds == 0 ? null : Long.valueOf(seconds * NS_PER_SECOND), null);
        }

        /** Time of an uptime; the moment of sending where that is not told or makes no sense. */
        @Nullable
        Long atUptime(long atMs) {
            Long sent = sentNs;
            Long now = uptimeMs;
            if (sent == null || now == null) {
                return sent;
            }
            long ageMs = now - atMs & 0xFFFF_FFFFL;
            long ageNs = ageMs * NS_PER_MS;
            return ageNs > sent || ageMs > 86_400_000L ? sent : Long.valueOf(sent - ageNs);
        }
    }
}
