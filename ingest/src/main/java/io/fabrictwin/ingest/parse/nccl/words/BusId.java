package io.fabrictwin.ingest.parse.nccl.words;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PCIe addresses in the form that operating systems use: {@code 0000:1b:00.0}. */
public final class BusId {
    private static final Pattern WRITTEN =
            Pattern.compile("(?:([0-9a-fA-F]{1,8}):)?([0-9a-fA-F]{2}):([0-9a-fA-F]{2})(?:\\.([0-7]))?");

    private BusId() {}

    /**
     * The address.
     *
     * @param text with colons, with or without domain and function, or the library's number: its digits side by side in
     *     hexadecimal without leading zeros, {@code 1b000}, behind the number of its system and a dash where there are several
     * @return the text as it is if it is none of these
     */
    public static String normal(String text) {
        Matcher written = WRITTEN.matcher(text);
        if (written.matches()) {
            String domain = written.group(1) == null ? "0" : written.group(1);
            String function = written.group(4) == null ? "0" : written.group(4);
            return form(
                    Long.parseLong(domain, 16),
                    Integer.parseInt(written.group(2), 16),
                    Integer.parseInt(written.group(3), 16),
                    Integer.parseInt(function, 16));
        }
        String digits = text.substring(text.lastIndexOf('-') + 1);
        if (digits.startsWith("0x")) {
            digits = digits.substring(2);
        }
        if (digits.isEmpty() || digits.length() > 13 || !digits.chars().allMatch(BusId::isHex)) {
            return text;
        }
        long number = Long.parseLong(digits, 16);
        return form(number >>> 20, (int) (number >>> 12) & 0xff, (int) (number >>> 4) & 0xff, (int) number & 0xf);
    }

    private static String form(long domain, int bus, int device, int function) {
        return String.format(Locale.ROOT, "%04x:%02x:%02x.%x", domain, bus, device, function);
    }

    private static boolean isHex(int letter) {
        return Character.digit(letter, 16) >= 0 && letter < 128;
    }
}
