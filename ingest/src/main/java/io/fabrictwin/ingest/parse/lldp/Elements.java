package io.fabrictwin.ingest.parse.lldp;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The elements (type, length, value) of an LLDP frame. */
final class Elements {
    private static final int CHASSIS = 1;
    private static final int PORT = 2;
    private static final int PORT_DESCRIPTION = 4;
    private static final int SYSTEM_NAME = 5;
    private static final int SYSTEM_DESCRIPTION = 6;
    private static final int CAPABILITIES = 7;
    private static final int ADDRESS = 8;
    private static final int CHASSIS_MAC = 4;
    private static final int PORT_MAC = 3;
    private static final int BRIDGE = 1 << 2;
    private static final int ROUTER = 1 << 4;
    private static final int STATION = 1 << 7;

    private Elements() {}

    /** Adds what the elements tell. The answer is what is wrong with them; null: nothing. */
    static @Nullable String read(byte[] frame, int start, Neighbour neighbour) {
        int at = start;
        while (at + 2 <= frame.length) {
            int head = ((frame[at] & 0xff) << 8) | (frame[at + 1] & 0xff);
            int type = head >> 9;
            int length = head & 0x1ff;
            at += 2;
            if (type == 0) {
                return null;
            }
            if (at + length > frame.length) {
                return "element " + type + " is longer than its frame";
            }
            take(type, Arrays.copyOfRange(frame, at, at + length), neighbour);
            at += length;
        }
        return "the frame has no end";
    }

    private static void take(int type, byte[] value, Neighbour neighbour) {
        switch (type) {
            case CHASSIS -> neighbour.take(Field.CHASSIS, identity(value, CHASSIS_MAC));
            case PORT -> neighbour.take(Field.PORT, identity(value, PORT_MAC));
            case PORT_DESCRIPTION -> neighbour.take(Field.PORT_DESCRIPTION, text(value, 0));
            case SYSTEM_NAME -> neighbour.take(Field.SYSTEM_NAME, text(value, 0));
            case SYSTEM_DESCRIPTION -> neighbour.take(Field.SYSTEM_DESCRIPTION, text(value, 0));
            case CAPABILITIES -> {
                int enabled = value.length < 4 ? 0 : ((value[2] & 0xff) << 8) | (value[3] & 0xff);
                neighbour.take(Field.CAPABILITIES, (enabled & BRIDGE) != 0 ? "bridge" : null);
                neighbour.take(Field.CAPABILITIES, (enabled & ROUTER) != 0 ? "router" : null);
                neighbour.take(Field.CAPABILITIES, (enabled & STATION) != 0 ? "station" : null);
            }
            case ADDRESS -> neighbour.take(Field.ADDRESS, address(value));
            default -> {
                // Timers, and what organisations add.
            }
        }
    }

    private static @Nullable String identity(byte[] value, int macSubtype) {
        if (value.length < 2) {
            return null;
        }
        return value[0] == macSubtype && value.length == 7
                ? HexFormat.ofDelimiter(":").formatHex(value, 1, 7)
                : text(value, 1);
    }

    private static String text(byte[] value, int from) {
        return new String(
                value, Math.min(from, value.length), Math.max(0, value.length - from), StandardCharsets.UTF_8);
    }

    private static @Nullable String address(byte[] value) {
        int length = value.length == 0 ? 0 : (value[0] & 0xff) - 1;
        if ((length != 4 && length != 16) || value.length < length + 2) {
            return null;
        }
        try {
            return InetAddress.getByAddress(Arrays.copyOfRange(value, 2, 2 + length))
                    .getHostAddress();
        } catch (UnknownHostException e) {
            return null;
        }
    }
}
