package io.fabrictwin.ingest.parse.sysfs;

import io.fabrictwin.ingest.parse.infiniband.ManagementCounter;
import io.fabrictwin.model.event.CounterName;
import java.math.BigInteger;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counters of one port in the making, by the kernel's names. What is no number is not known. */
final class HardwareCounters {
    /** Files beside the counters that count nothing: how long values are kept, and a switch to clear them. */
    private static final Set<String> NO_COUNTERS = Set.of("lifespan", "clear_counters");

    private static final Map<String, String> TWIN_NAMES = Map.of("rp_cnp_handled", CounterName.CNP_RX);
    private static final String WIDE_SUFFIX = "_64";
    private static final int MAX_DIGITS = 20;

    private final SortedMap<String, Long> counters = new TreeMap<>();
    private final SortedMap<String, Long> wide = new TreeMap<>();

    /** Takes a value; false: it is no number, or none of a counter. */
    boolean put(String name, String text) {
        if (NO_COUNTERS.contains(name) || text.isEmpty() || text.length() > MAX_DIGITS || !isDigits(text)) {
            return false;
        }
        BigInteger value = new BigInteger(text);
        boolean isWide = name.endsWith(WIDE_SUFFIX);
        ManagementCounter known =
                ManagementCounter.ofKernel(isWide ? name.substring(0, name.length() - WIDE_SUFFIX.length()) : name);
        if (known != null) {
            known.put(value, isWide, false, isWide ? wide : counters);
        } else if (value.bitLength() < Long.SIZE) {
            counters.put(TWIN_NAMES.getOrDefault(name, name), value.longValueExact());
        }
        return true;
    }

    /** All counts, the wider of two that count the same. */
    SortedMap<String, Long> counts() {
        SortedMap<String, Long> all = new TreeMap<>(counters);
        all.putAll(wide);
        return all;
    }

    private static boolean isDigits(String text) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
