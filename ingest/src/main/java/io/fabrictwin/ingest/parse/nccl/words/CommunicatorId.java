package io.fabrictwin.ingest.parse.nccl.words;

import org.jspecify.annotations.Nullable;

/** The identity that all members of a communicator share, as the library's log prints it: {@code 0x5bfdf821d2742f21}. */
public final class CommunicatorId {
    private static final int HEX_DIGITS = 16;

    private CommunicatorId() {}

    /** From hexadecimal digits with or without {@code 0x}; null: they are none. */
    public static @Nullable String ofHex(String digits) {
        String plain = digits.startsWith("0x") ? digits.substring(2) : digits;
        boolean isHex = !plain.isEmpty()
                && plain.length() <= HEX_DIGITS
                && plain.chars().allMatch(digit -> digit < 128 && Character.digit(digit, 16) >= 0);
        return isHex ? "0x" + Long.toHexString(Long.parseUnsignedLong(plain, 16)) : null;
    }

    /** From a number that needs all 64 bits. */
    public static String of(long number) {
        return "0x" + Long.toHexString(number);
    }
}
