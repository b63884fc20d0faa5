package io.fabrictwin.cli.quarantine;

import java.io.PrintWriter;
import java.util.HexFormat;

/** Bytes as a person reads them: position, sixteen bytes in hexadecimal, and the same as text. */
final class HexDump {
    private static final int BYTES_PER_LINE = 16;
    private static final int POSITION_DIGITS = 8;
    private static final HexFormat HEX = HexFormat.of();

    private HexDump() {}

    static void print(PrintWriter out, byte[] bytes) {
        for (int from = 0; from < bytes.length; from += BYTES_PER_LINE) {
            StringBuilder line = new StringBuilder(HEX.toHexDigits(from, POSITION_DIGITS)).append("  ");
            StringBuilder text = new StringBuilder();
            for (int i = from; i < from + BYTES_PER_LINE; i++) {
                if (i < bytes.length) {
                    line.append(HEX.toHexDigits(bytes[i])).append(' ');
                    text.append(bytes[i] >= ' ' && bytes[i] <= '~' ? (char) bytes[i] : '.');
                } else {
                    line.append("   ");
                }
            }
            out.println(line.append(' ').append(text));
        }
    }
}
