package io.fabrictwin.ingest.parse.infiniband;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the lines of {@code iblinkinfo} tell together: which GUIDs are switches, and whose a LID is. */
final class LinkLines {
    private final Map<String, String> onePort = new HashMap<>();
    private final Set<String> switches = new HashSet<>();
    private final Map<Integer, String> guids = new HashMap<>();

    /** A line tells of a port. Only a switch has several ports under one GUID. */
    void port(String guid, String port, @Nullable Integer localIdentifier) {
        String former = onePort.putIfAbsent(guid, port);
        if (former != null && !former.equals(port)) {
            switches.add(guid);
        }
        if (localIdentifier != null) {
            guids.putIfAbsent(localIdentifier, guid);
        }
    }

    /** A heading says that it is a switch. */
    void isSwitch(String guid) {
        switches.add(guid);
    }

    boolean hasSwitch(String guid) {
        return switches.contains(guid);
    }

    /** Whether only switches have lines of their own, as the tool can be told: all others are adapters then. */
    boolean hasOnlySwitches() {
        return switches.size() == onePort.size();
    }

    boolean has(String guid) {
        return onePort.containsKey(guid);
    }

    @Nullable
    String guid(int localIdentifier) {
        return guids.get(localIdentifier);
    }
}
