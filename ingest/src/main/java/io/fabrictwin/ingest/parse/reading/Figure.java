package io.fabrictwin.ingest.parse.reading;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers as tools print them for people. What is no number, or is written as not told, is null. */
public final class Figure {
    private static final Set<String> NOT_TOLD = Set.of(
            "",
            "-",
            "--",
            "---",
            "n/a",
            "na",
            "none",
            "null",
            "nil",
            "unknown",
            "not available",
            "not supported",
            "unsupported",
            "not applicable");

    private static final Pattern WHOLE = Pattern.compile("\\d{1,19}|\\d{1,3}(?:,\\d{3}){1,6}");
    private static final Pattern NUMBER =
            Pattern.compile("([-+]?(?:\\d{1,3}(?:,\\d{3}){1,6}|\\d{1,25})?(?:\\.\\d{0,25})?(?:[eE][-+]?\\d{1,3})?)"
                    + "\\s*([A-Za-z%/][A-Za-z/%0-9 ]{0,15})?(?: \\(\\d{1,3}%\\))?");

    private static final Map<String, Double> SCALES = Map.ofEntries(
            Map.entry("", 1.0),
            Map.entry("B", 1.0),
            Map.entry("BYTE", 1.0),
            Map.entry("BYTES", 1.0),
            Map.entry("KB", 1e3),
            Map.entry("MB", 1e6),
            Map.entry("GB", 1e9),
            Map.entry("TB", 1e12),
            Map.entry("PB", 1e15),
            Map.entry("KIB", 0x1p10),
            Map.entry("MIB", 0x1p20),
            Map.entry("GIB", 0x1p30));

    private static final Map<String, Double> BINARY_SCALES = Map.of(
            "", 1.0, "B", 1.0, "BYTES", 1.0, "KB", 0x1p10, "MB", 0x1p20, "GB", 0x1p30, "TB", 0x1p40, "PB", 0x1p50);

    private static final Pattern RATE = Pattern.compile(
            "(?i)(\\d{1,9}(?:\\.\\d{1,6})?)\\s*([kmgt]?)(?:i?b(?:it)?s?(?:/s(?:ec)?|ps)?|ase.*|bd|bits/sec)?");

    private Figure() {}

    /** Whether the text stands for "not told". */
    public static boolean isAbsent(@Nullable String text) {
        return text == null || NOT_TOLD.contains(text.strip().toLowerCase(Locale.ROOT));
    }

    /** An exact count that is not negative: {@code 15437}, {@code 15,437}. */
    public static @Nullable Long whole(@Nullable String text) {
        if (text == null) {
            return null;
        }
        String plain = text.strip();
        if (!WHOLE.matcher(plain).matches()) {
            return null;
        }
        try {
            return Long.valueOf(plain.replace(",", ""));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** A number with or without a unit behind it, without scaling: {@code 12.77%}, {@code 1.48e-20}, {@code 37.5 C}. */
    public static @Nullable Double number(@Nullable String text) {
        Matcher matcher = matcher(text);
        return matcher == null ? null : finite(matcher.group(1));
    }

    /** An amount of bytes, rounded as it may be: {@code 653.87 MB/s}, {@code 0 Bytes}; KB are thousands. */
    public static @Nullable Double bytes(@Nullable String text) {
        return bytes(text, SCALES);
    }

    /** The same from a tool whose KB are 1024 bytes. */
    public static @Nullable Double binaryBytes(@Nullable String text) {
        return bytes(text, BINARY_SCALES);
    }

    private static @Nullable Double bytes(@Nullable String text, Map<String, Double> scales) {
        Matcher matcher = matcher(text);
        if (matcher == null) {
            return null;
        }
        String unit = matcher.group(2) == null ? "" : matcher.group(2).strip().toUpperCase(Locale.ROOT);
        Double scale = scales.get(unit.endsWith("/S") ? unit.substring(0, unit.length() - 2) : unit);
        Double value = finite(matcher.group(1));
        return scale == null || value == null ? null : Double.valueOf(value * scale);
    }

    /** A line rate: {@code 400G}, {@code 1000M}, {@code 25000Mb/s}, {@code 40 Gbps}, {@code 1000mbps}. */
    public static @Nullable Long bitsPerSecond(@Nullable String text) {
        if (isAbsent(text) || text == null) {
            return null;
        }
        Matcher matcher = RATE.matcher(text.strip());
        if (!matcher.matches()) {
            return null;
        }
        int power = switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
            case "k" -> 3;
            case "m" -> 6;
            case "g" -> 9;
            case "t" -> 12;
            default -> 0;
        };
        BigDecimal rate = new BigDecimal(matcher.group(1)).movePointRight(power);
        return rate.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0 ? null : Long.valueOf(rate.longValue());
    }

    private static @Nullable Matcher matcher(@Nullable String text) {
        if (isAbsent(text) || text == null) {
            return null;
        }
        Matcher matcher = NUMBER.matcher(text.strip());
        return matcher.matches() ? matcher : null;
    }

    private static @Nullable Double finite(String digits) {
        try {
            double value = Double.parseDouble(digits.replace(",", ""));
            return Double.isFinite(value) ? Double.valueOf(value) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
