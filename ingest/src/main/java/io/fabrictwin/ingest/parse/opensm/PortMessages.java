package io.fabrictwin.ingest.parse.opensm;

import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.ingest.parse.infiniband.Guid;
import io.fabrictwin.ingest.parse.infiniband.LocalIdentifier;
import io.fabrictwin.ingest.parse.infiniband.NodeDescription;
import io.fabrictwin.ingest.parse.reading.Scan;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.named.NamedNumbers;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads what a manager says of ports. Of a port only the GUID is told, not which number it has: the port bears the GUID
 * as its name, and so does the adapter. What a message is not leaves the scan anywhere.
 */
final class PortMessages {
    private static final int MAX_PORT_DIGITS = 5;
    private static final int MAX_GUID_DIGITS = 16;
    private static final int MAX_GID_CHARACTERS = 39;
    private static final int MAX_REMEMBERED = 100_000;
    private static final String LINK_STATE_CHANGES = "txLinkStateChangeTraps";

    private final Map<String, String> told = bounded();
    private final Map<String, Long> traps = bounded();

    private static <V> Map<String, V> bounded() {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
                return size() > MAX_REMEMBERED;
            }
        };
    }

    /** Reads {@code 3315: Unknown remote side for node 0x5 (leaf 7) port 3. Adding to light sweep sampling list}. */
    boolean readUnknownRemote(Scan message, Facts facts) {
        if (!message.skip("3315: Unknown remote side for node 0x")) {
            return false;
        }
        String guidDigits = message.hexadecimal(MAX_GUID_DIGITS);
        message.skip(' ');
        if (guidDigits.isEmpty() || !message.skip('(')) {
            return false;
        }
        String number = null;
        while (number == null && message.skipTo(") port ")) {
            int from = message.at();
            boolean isPort = message.number(MAX_PORT_DIGITS) >= 0;
            number = isPort && message.peek() == '.' ? message.since(from) : null;
        }
        if (number == null) {
            return false;
        }
        String guid = Guid.nameIfValid(guidDigits);
        String reason = "unknown remote side";
        if (guid != null && !reason.equals(told.put(guid + ":" + number, reason))) {
            PortId port = PortId.of(guid, number);
            facts.add(meta -> new PortStateObserved(meta, port, null, null, null, reason));
        }
        return true;
    }

    /** Reads {@code Discovered new port with GUID:0x5 LID range [7,7] of node:n1 mlx5_0}, and of one that was removed. */
    boolean readChange(Scan message, Facts facts) {
        boolean isThere = message.skip("Discovered new");
        if ((!isThere && !message.skip("Removed")) || !message.skip(" port with GUID:0x")) {
            return false;
        }
        String guidDigits = message.hexadecimal(MAX_GUID_DIGITS);
        boolean isRange = !guidDigits.isEmpty() && message.skip(" LID range [");
        int localIdentifier = message.small();
        isRange = isRange && localIdentifier >= 0 && message.skip(',');
        message.skip(' ');
        if (!isRange || message.small() < 0 || !message.skip("] of node:")) {
            return false;
        }
        String guid = Guid.nameIfValid(guidDigits);
        if (guid == null) {
            return true;
        }
        tellPort(guid, isThere, facts);
        Integer lid = LocalIdentifier.of(localIdentifier);
        if (isThere && lid != null) {
            DeviceId device = new DeviceId(guid);
            facts.add(meta -> new NameObserved(meta, device, null, NameScheme.LID, String.valueOf(lid)));
        }
        NodeDescription place = isThere ? NodeDescription.of(message.rest()) : null;
        if (place != null) {
            facts.add(meta -> place.discovered(meta, guid));
        }
        return true;
    }

    /** Reads {@code Reporting Urgent Notice ...}: what it is about, else it is more of another message. */
    boolean readNotice(Scan message, Facts facts) {
        if (!message.skip("Reporting ") || !message.skipWord() || !message.skip(" Notice")) {
            return false;
        }
        if (message.skip(" \"Link state change\" from switch LID ")) {
            readTrap(message, facts);
            return true;
        }
        boolean isThere = message.skip(" \"GID in");
        if ((isThere || message.skip(" \"GID out of")) && message.skip(" service\", GID:")) {
            int from = message.at();
            while (message.skip(':') || message.skipHexadecimal(MAX_GID_CHARACTERS)) {
                // A GID is made of these.
            }
            String guid = Guid.ofGid(message.since(from));
            if (guid != null) {
                tellPort(guid, isThere, facts);
            }
        }
        return true;
    }

    /** A port came or went; its notice and the line of its removal tell the same. */
    private void tellPort(String guid, boolean isThere, Facts facts) {
        String state = isThere ? "in service" : "out of service";
        String former = told.put(guid, state);
        if (state.equals(former)) {
            return;
        }
        PortId port = PortId.of(guid, guid);
        if (former == null) {
            facts.add(meta -> new NameObserved(meta, port.device(), port, NameScheme.PORT_GUID, guid));
        }
        facts.add(meta -> new PortStateObserved(meta, port, isThere, state, null, null));
    }

    /**
     * Reads {@code 5, GUID 0x5}. Which of the switch's ports changed is not in the text: its own port, 0, counts the traps
     * it sent.
     */
    private void readTrap(Scan message, Facts facts) {
        int localIdentifier = message.small();
        boolean isTrap = localIdentifier >= 0 && message.skip(", GUID 0x");
        String guid = isTrap ? Guid.nameIfValid(message.hexadecimal(MAX_GUID_DIGITS)) : null;
        if (guid == null) {
            return;
        }
        Integer lid = LocalIdentifier.of(localIdentifier);
        DeviceId device = new DeviceId(guid);
        if (lid != null && !traps.containsKey(guid)) {
            facts.add(meta -> new NameObserved(meta, device, null, NameScheme.LID, String.valueOf(lid)));
        }
        NamedNumbers counters = NamedNumbers.of(LINK_STATE_CHANGES, traps.merge(guid, 1L, Long::sum));
        facts.add(meta -> new PortCountersObserved(meta, new PortId(device, "0"), null, counters));
    }
}
