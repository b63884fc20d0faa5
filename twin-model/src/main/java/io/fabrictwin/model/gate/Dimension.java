package io.fabrictwin.model.gate;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What a quantity is measured in: how a bound is written, and how a value is told. */
enum Dimension {
    /** In ns. */
    TIME("ns", 1, "us", 1e3, "ms", 1e6, "s", 1e9),
    BYTES("B", 1, "KB", 1e3, "MB", 1e6, "GB", 1e9, "KiB", 1024, "MiB", 1048576, "GiB", 1073741824),
    /** 0 to 1, also in per cent. */
    SHARE("", 1, "%", 0.01),
    /** Without unit. */
    TIMES("", 1, "x", 1);

    @SuppressWarnings("ImmutableEnumChecker") // Nobody changes it.
    private final Map<String, Double> units = new LinkedHashMap<>();

    Dimension(Object... unitsAndSizes) {
        for (int at = 0; at < unitsAndSizes.length; at += 2) {
            units.put((String) unitsAndSizes[at], ((Number) unitsAndSizes[at + 1]).doubleValue());
        }
    }

    /** Reads a number with its unit, such as {@code 1.2ms} or {@code 2 %}. */
    double read(String text) {
        int end = 0;
        while (end < text.length() && "+-.0123456789".indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        Double size = units.get(text.substring(end).strip());
        double number;
        try {
            number = Double.parseDouble(text.substring(0, end));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a number with a unit", e);
        }
        if (size == null) {
            throw new IllegalArgumentException("'" + text + "' has not one of the units "
                    + String.join(
                            ", ",
                            units.keySet().stream()
                                    .map(unit -> unit.isEmpty() ? "(none)" : unit)
                                    .toList()));
        }
        return number * size;
    }

    /** For people, with four digits at most. */
    String print(double value) {
        return switch (this) {
            case TIME -> format(value / 1e6) + " ms";
            case BYTES -> format(value / 1e3) + " KB";
            case SHARE -> format(value * 100) + " %";
            case TIMES -> format(value) + "x";
        };
    }

    private static String format(double value) {
        return String.format(Locale.ROOT, Math.abs(value) < 100 ? "%.3f" : "%.1f", value);
    }
}
