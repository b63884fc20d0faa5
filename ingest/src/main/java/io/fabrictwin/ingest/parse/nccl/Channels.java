package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.ingest.parse.reading.Scan;
import io.fabrictwin.model.event.ChannelConnected;
import io.fabrictwin.model.event.RingPlanned;
import io.fabrictwin.model.id.DeviceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads over what two ranks of a channel are joined, and the order in which a ring passes all. */
final class Channels {
    private static final String DIRECT = "/GDRDMA";
    private static final List<String> TRANSPORTS =
            List.of("P2P", "SHM", "NET", "COLLNET", "CollNet", "NVLS", "MNNVL", "C2C", "GIN", "IPC");

    private static final int MAX_TRANSPORTS = 1 << 12;

    private final JobState state;
    /** By how the library words them. */
    private final Map<String, Transport> transports = new HashMap<>();
    /** Rings that are known as a whole: what is told of a part of them later is no news. */
    private final Set<String> wholeRings = new HashSet<>();

    Channels(JobState state) {
        this.state = state;
    }

    /** {@code Channel 02/0 : 11[2] -> 2[2] [receive] via NET/IB/2/GDRDMA}, {@code Channel 00/04 : 0 3 2 1}. */
    void read(Message message, LineRecord line) {
        Scan scan = new Scan(message.text(), "Channel ".length());
        int channel = scan.small();
        if (channel < 0 || scan.atEnd()) {
            line.torn("a channel");
            return;
        }
        boolean isLate = scan.skip("/1 ") || scan.skip("/Shared");
        if (!isLate && scan.skip("/")) {
            scan.small();
        }
        scan.skipBlanks();
        if (scan.atEnd()) {
            line.recognise();
            return;
        }
        scan.skip(":");
        scan.skipBlanks();
        int from = scan.small();
        if (from < 0) {
            line.torn("a channel");
        } else if (scan.skip("[")) {
            readLink(message, channel, from, isLate, scan, line);
        } else {
            readRing(message, channel, from, scan, line);
        }
    }

    /** @param isLate whether the connection is point to point, made at the first message and not with the communicator */
    private void readLink(Message message, int channel, int from, boolean isLate, Scan scan, LineRecord line) {
        boolean isWhole = scan.skipTo("] -> ");
        int to = isWhole ? scan.small() : -1;
        if (to < 0 || !scan.skip("[") || !scan.skipTo("]") || !scan.skipTo(" via ")) {
            line.torn("a channel");
            return;
        }
        String via = scan.rest();
        String pointer = null;
        Transport over = transports.get(via);
        if (over == null) {
            int suffix = via.indexOf(" comm 0x");
            pointer = suffix < 0 ? null : new Scan(via, suffix + " comm ".length()).word();
            over = transport(suffix < 0 ? via.strip() : via.substring(0, suffix).strip());
        }
        if (!over.isKnown()) {
            line.torn("a channel: its transport '" + over.name() + "' is not known");
            return;
        }
        Communicators communicators = state.communicators();
        Communicators.Communicator ofThread = isLate ? communicators.around(message) : communicators.emerging(message);
        Communicators.Communicator communicator = pointer == null ? ofThread : communicators.find(message, pointer);
        Transport transport = over;
        line.add(meta -> new ChannelConnected(
                meta,
                state.job(),
                communicator == null ? null : communicator.identity(),
                channel,
                from,
                to,
                transport.name(),
                transport.nic(),
                transport.isDirect(),
                message.device()));
    }

    /** Few ways come very often. */
    private Transport transport(String via) {
        Transport known = transports.get(via);
        if (known == null) {
            known = Transport.of(via);
            if (transports.size() < MAX_TRANSPORTS) {
                transports.put(via, known);
            }
        }
        return known;
    }

    /**
     * What joins two ranks. The plugins of networks have names with blanks and slashes, so that one is read from the right:
     * {@code NET/NCCL RDMA Plugin v6/0(2)/GDRDMA/Shared}.
     *
     * @param nic index of the NIC; null: it is no network, or none is told
     * @param isDirect whether the NIC reaches the GPU's memory by itself; null likewise
     * @param isKnown whether it is one of the library's
     */
    private record Transport(
            String name, @Nullable Integer nic, @Nullable Boolean isDirect, boolean isKnown) {
        static Transport of(String via) {
            int direct = via.startsWith("NET/") ? via.indexOf(DIRECT) : -1;
            String path = direct < 0 ? via : via.substring(0, direct);
            int end = via.startsWith("NET/") ? path.length() : 0;
            for (int slash = path.lastIndexOf('/', end - 1);
                    slash > "NET".length();
                    slash = path.lastIndexOf('/', end - 1)) {
                Scan index = new Scan(path.substring(0, end), slash + 1);
                int nic = index.small();
                boolean isIndex = nic >= 0 && (index.atEnd() || index.skip("("));
                if (isIndex) {
                    return new Transport(path.substring(0, slash), nic, direct >= 0, isKnown(via));
                }
                end = slash;
            }
            return new Transport(via, null, null, isKnown(via));
        }

        private static boolean isKnown(String via) {
            for (String transport : TRANSPORTS) {
                if (via.startsWith(transport)) {
                    return via.length() == transport.length()
                            || !Character.isLetterOrDigit(via.charAt(transport.length()));
                }
            }
            return false;
        }
    }

    private void readRing(Message message, int channel, int first, Scan scan, LineRecord line) {
        List<Integer> ranks = new ArrayList<>();
        Set<Integer> seen = new HashSet<>();
        for (int rank = first; rank >= 0; rank = scan.small()) {
            if (seen.add(rank)) {
                ranks.add(rank);
            }
            scan.skipBlanks();
        }
        if (!scan.atEnd()) {
            line.torn("a ring");
            return;
        }
        Communicators.Communicator communicator = state.communicators().emerging(message);
        int rankCount = communicator == null ? 0 : communicator.rankCount();
        if (message.isFull() && ranks.size() != rankCount && ranks.size() > 1) {
            // The last number may have lost digits.
            ranks.remove(ranks.size() - 1);
        }
        if (ranks.size() < 2 && rankCount < 2) {
            line.unread("a ring of one rank");
            return;
        }
        boolean isPartial = rankCount > 0 ? ranks.size() < rankCount : message.isFull();
        plan(message, communicator, channel, ranks, isPartial, line);
    }

    /** {@code Ring 00 : 2 -> 0 -> 1}: the neighbours of the one who tells it. */
    void readNeighbours(Message message, LineRecord line) {
        Scan scan = new Scan(message.text(), "Ring ".length());
        int channel = scan.small();
        scan.skip(" : ");
        int before = scan.signed();
        int self = scan.skip(" -> ") ? scan.small() : -1;
        int after = self >= 0 && scan.skip(" -> ") ? scan.signed() : -1;
        if (channel < 0 || self < 0 || before < 0 || after < 0) {
            line.torn("a ring");
            return;
        }
        List<Integer> ranks = new ArrayList<>(List.of(before, self, after));
        if (after == before) {
            ranks.remove(2);
        }
        if (self == before) {
            line.unread("a ring of one rank");
            return;
        }
        Communicators.Communicator communicator = state.communicators().emerging(message);
        boolean isPartial = communicator == null || ranks.size() < communicator.rankCount();
        plan(message, communicator, channel, ranks, isPartial, line);
    }

    /** A host's part of a ring, as the topology search found it. */
    void planned(Message message, int channel, List<Integer> ranks, LineRecord line) {
        Communicators.Communicator communicator = state.communicators().emerging(message);
        boolean isPartial = communicator == null || ranks.size() < communicator.rankCount();
        plan(message, communicator, channel, ranks, isPartial, line);
    }

    private void plan(
            Message message,
            Communicators.@Nullable Communicator communicator,
            int channel,
            List<Integer> ranks,
            boolean isPartial,
            LineRecord line) {
        String identity = communicator == null ? null : communicator.identity();
        String ring = (identity == null ? message.processKey() : identity) + "/" + channel;
        if (isPartial && wholeRings.contains(ring)) {
            line.recognise();
            return;
        }
        if (!isPartial) {
            wholeRings.add(ring);
        }
        DeviceId host = message.device();
        line.add(meta -> new RingPlanned(meta, state.job(), host, identity, channel, ranks, isPartial));
    }
}
