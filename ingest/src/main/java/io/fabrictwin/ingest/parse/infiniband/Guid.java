package io.fabrictwin.ingest.parse.infiniband;

import org.jspecify.annotations.Nullable;

/** The one way a GUID is written as a name: tools drop leading zeros in some places and keep them in others. */
public final class Guid {
    private static final int HEX_DIGITS = 16;
    private static final int GROUP_DIGITS = 4;
    private static final int GUID_GROUPS = 4;
    private static final int GID_GROUPS = 8;
    private static final String NONE = "0x" + "0".repeat(HEX_DIGITS);

    private Guid() {}

    /**
     * {@code 0x} and 16 lower-case digits.
     *
     * @param digits 1 to 16 hexadecimal digits, with or without {@code 0x}
     * @throws NumberFormatException if they are not
     */
    public static String name(String digits) {
        String plain = digits.startsWith("0x") || digits.startsWith("0X") ? digits.substring(2) : digits;
        if (plain.isEmpty() || plain.length() > HEX_DIGITS || plain.startsWith("+") || plain.startsWith("-")) {
            throw new NumberFormatException("'" + digits + "' is not a GUID of 1 to 16 hexadecimal digits");
        }
        if (isWhole(plain)) {
            return "0x" + plain;
        }
        String digitsOnly = Long.toHexString(Long.parseUnsignedLong(plain, 16));
        return "0x" + "0".repeat(HEX_DIGITS - digitsOnly.length()) + digitsOnly;
    }

    private static boolean isWhole(String digits) {
        for (int i = 0; i < digits.length(); i++) {
            char digit = digits.charAt(i);
            if (!(digit >= '0' && digit <= '9') && !(digit >= 'a' && digit <= 'f')) {
                return false;
            }
        }
        return digits.length() == HEX_DIGITS;
    }

    /** As {@link #name}; null: they are none, or zero, as tools print for what they do not know. */
    public static @Nullable String nameIfValid(@Nullable String digits) {
        if (digits == null) {
            return null;
        }
        try {
            String name = name(digits.strip());
            return name.equals(NONE) ? null : name;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /**
     * The GUID in a GID, its lower half.
     *
     * @param gid as an IPv6 address, zeros compressed or not; null in, or no such address: null
     */
    public static @Nullable String ofGid(@Nullable String gid) {
        if (gid == null) {
            return null;
        }
        int gap = gid.indexOf("::");
        String[] tail = (gap < 0 ? gid : gid.substring(gap + 2)).split(":", -1);
        if (gap < 0 && tail.length != GID_GROUPS) {
            return null;
        }
        StringBuilder digits = new StringBuilder();
        for (int i = Math.max(0, tail.length - GUID_GROUPS); i < tail.length; i++) {
            if (tail[i].isEmpty() || tail[i].length() > GROUP_DIGITS) {
                return null;
            }
            digits.append("0".repeat(GROUP_DIGITS - tail[i].length())).append(tail[i]);
        }
        return nameIfValid(digits.toString());
    }
}
