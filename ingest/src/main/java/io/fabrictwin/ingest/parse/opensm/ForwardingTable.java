package io.fabrictwin.ingest.parse.opensm;

import java.util.SortedMap;
import java.util.TreeMap;

/** One switch's table in the making. */
final class ForwardingTable {
    /** What stands for "no port" in a table. */
    static final int NO_PORT = 255;

    private final TreeMap<Integer, Integer> ports = new TreeMap<>();

    void put(int localIdentifier, int port) {
        if (port != NO_PORT && localIdentifier > 0) {
            ports.put(localIdentifier, port);
        }
    }

    boolean isEmpty() {
        return ports.isEmpty();
    }

    /** Out port by LID, or by range of LIDs with the same one. */
    SortedMap<String, String> entries() {
        SortedMap<String, String> entries = new TreeMap<>();
        int from = 0;
        int to = 0;
        int port = NO_PORT;
        for (var entry : ports.entrySet()) {
            if (entry.getKey() != to + 1 || entry.getValue() != port) {
                addRange(from, to, port, entries);
                from = entry.getKey();
                port = entry.getValue();
            }
            to = entry.getKey();
        }
        addRange(from, to, port, entries);
        return entries;
    }

    private static void addRange(int from, int to, int port, SortedMap<String, String> entries) {
        if (port != NO_PORT) {
            entries.put(from == to ? String.valueOf(from) : from + "-" + to, String.valueOf(port));
        }
    }
}
