package io.fabrictwin.ingest.parse.nccl.words;

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
        StringBuilder text = new StringBuilder(12);
        String domainDigits = Long.toHexString(domain);
        text.append("0".repeat(Math.max(0, 4 - domainDigits.length()))).append(domainDigits);
        for (int part : new int[] {bus, device}) {
            text.append(':').append(Character.forDigit(part >> 4, 16)).append(Character.forDigit(part & 0xf, 16));
        }
        return text.append('.').append(Character.forDigit(function, 16)).toString();
    }

    private static boolean isHex(int letter) {
        return Character.digit(letter, 16) >= 0 && letter < 128;
    }
}
