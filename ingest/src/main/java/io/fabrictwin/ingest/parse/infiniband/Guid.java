package io.fabrictwin.ingest.parse.infiniband;

/** The one way a GUID is written as a name: tools drop leading zeros in some places and keep them in others. */
public final class Guid {
    private static final int HEX_DIGITS = 16;

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
        String digitsOnly = Long.toHexString(Long.parseUnsignedLong(plain, 16));
        return "0x" + "0".repeat(HEX_DIGITS - digitsOnly.length()) + digitsOnly;
    }
}
