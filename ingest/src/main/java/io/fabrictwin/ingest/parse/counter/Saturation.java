package io.fabrictwin.ingest.parse.counter;

import java.util.List;

/**
 * InfiniBand's classic counters stick at their greatest value and then say "at least", which is no count. Which width a
 * counter has follows from what it counts (InfiniBand architecture, PortCounters attribute); a value beyond the width
 * shows that the device has wider ones.
 */
public final class Saturation {
    public static final long MAX_32_BIT = 0xFFFF_FFFFL;
    /** Data is counted in words of 4 bytes, and some exporters have multiplied already. */
    private static final long MAX_32_BIT_WORDS_AS_BYTES = 4 * MAX_32_BIT;

    private static final long MAX_16_BIT = 0xFFFF;
    private static final long MAX_8_BIT = 0xFF;
    private static final long MAX_4_BIT = 0xF;

    private static final List<String> OF_4_BIT = List.of("local_link_integrity", "excessive_buffer_overrun");
    private static final List<String> OF_8_BIT = List.of("link_downed", "link_error_recovery", "constraint_errors");
    private static final List<String> OF_16_BIT = List.of(
            "symbol_error",
            "receive_errors",
            "rcv_errors",
            "errors_received",
            "remote_physical",
            "switch_relay",
            "discards",
            "vl15_dropped");

    private Saturation() {}

    /** Whether the counter, named by what it counts, stands at its limit. */
    public static boolean isAtLimit(String counter, long value) {
        if (value == MAX_32_BIT || value == MAX_32_BIT_WORDS_AS_BYTES) {
            return true;
        }
        return (value == MAX_4_BIT && isOf(OF_4_BIT, counter))
                || (value == MAX_8_BIT && isOf(OF_8_BIT, counter))
                || (value == MAX_16_BIT && isOf(OF_16_BIT, counter));
    }

    private static boolean isOf(List<String> words, String counter) {
        for (String word : words) {
            if (counter.contains(word)) {
                return true;
            }
        }
        return false;
    }
}
