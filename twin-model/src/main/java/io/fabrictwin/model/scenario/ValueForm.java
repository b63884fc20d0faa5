package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A kind of value: how it is read, and how it is printed so that it is read as the same again. What does not fit is
 * refused with what would.
 *
 * @param form for people, with units
 */
record ValueForm<V>(String form, Reader<V> reader, Function<V, String> printer) {
    private static final Map<String, Double> BYTE_UNITS =
            units("B", 1.0, "KB", 1e3, "MB", 1e6, "GB", 1e9, "KiB", 1024.0, "MiB", 1048576.0, "GiB", 1073741824.0);
    private static final Map<String, Double> TIME_UNITS = units("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9);
    private static final Map<String, Double> RATE_UNITS = units(
            "bit/s", 1.0, "Kbit/s", 1e3, "Mbit/s", 1e6, "Gbit/s", 1e9, "Kbps", 1e3, "Mbps", 1e6, "Gbps", 1e9, "M", 1e6,
            "G", 1e9);

    static final ValueForm<Long> BYTES = new ValueForm<>(
            "bytes (400KB, 1MiB)",
            (key, text) -> Math.round(quantity(key, text, BYTE_UNITS)),
            bytes -> bytes % 1048576 == 0 ? bytes / 1048576 + "MiB" : inUnit(bytes, 1e3, "KB", "B"));
    static final ValueForm<Long> TIME = new ValueForm<>(
            "time (55us)",
            (key, text) -> Math.round(quantity(key, text, TIME_UNITS)),
            ns -> inUnit(ns, 1e3, "us", "ns"));
    /** Bits per second. */
    static final ValueForm<Double> RATE = new ValueForm<>(
            "rate (100Gbit/s)",
            (key, text) -> quantity(key, text, RATE_UNITS),
            rate -> rate % 1e9 == 0 ? number(rate / 1e9) + "Gbit/s" : inUnit(rate, 1e6, "Mbit/s", "bit/s"));

    static final ValueForm<Double> SHARE = new ValueForm<>("0 to 1", ValueForm::share, ValueForm::number);
    static final ValueForm<Double> POSITIVE =
            new ValueForm<>("number or fraction (1/8)", ValueForm::positive, ValueForm::number);
    static final ValueForm<Boolean> UP_DOWN = either("up", "down");
    static final ValueForm<Integer> PRIORITY = whole(0, ForkState.PRIORITIES - 1);
    static final ValueForm<Boolean> ON_OFF = either("on", "off");
    static final ValueForm<String> NAME = new ValueForm<>(
            "name",
            (key, text) -> {
                if (text.isBlank()) {
                    throw nonsense("'" + key + "' is given no name");
                }
                return text;
            },
            same -> same);
    static final ValueForm<List<String>> NAMES =
            new ValueForm<>("names (h0,h1)", ValueForm::names, names -> String.join(",", names));

    /** Reads the value of a key, which is named where the text is refused. */
    @FunctionalInterface
    interface Reader<V> {
        V read(String key, String text);
    }

    V read(String key, String text) {
        return reader.read(key, text);
    }

    String print(V value) {
        return printer.apply(value);
    }

    /** A whole number, not below the least. */
    static ValueForm<Integer> count(int least) {
        return new ValueForm<>("count", (key, text) -> whole(key, text, least), String::valueOf);
    }

    /** A number of a unit that goes without saying. */
    static ValueForm<Double> notNegative(String unit) {
        return new ValueForm<>(
                "number (" + unit + ")",
                (key, text) -> {
                    double number = decimal(key, text);
                    if (!(number >= 0 && number < Double.POSITIVE_INFINITY)) {
                        throw nonsense("'" + text + "' in '" + key + "' is below 0");
                    }
                    return number;
                },
                ValueForm::number);
    }

    /** The one word that a key takes. */
    static ValueForm<String> word(String word) {
        return new ValueForm<>(
                word,
                (key, text) -> {
                    if (!text.equals(word)) {
                        throw nonsense("'" + text + "' does not fit '" + key + "': it takes '" + word + "'");
                    }
                    return word;
                },
                same -> same);
    }

    /** A whole number between two. */
    static ValueForm<Integer> whole(int least, int most) {
        return new ValueForm<>(
                least + " to " + most,
                (key, text) -> {
                    int number = whole(key, text, least);
                    if (number > most) {
                        throw nonsense("'" + text + "' in '" + key + "' is above " + most);
                    }
                    return number;
                },
                String::valueOf);
    }

    /** One of some words. */
    static ValueForm<String> words(String... words) {
        List<String> known = List.of(words);
        return new ValueForm<>(
                String.join(", ", known),
                (key, text) -> {
                    if (!known.contains(text)) {
                        throw nonsense("'" + text + "' does not fit '" + key + "'", known);
                    }
                    return text;
                },
                same -> same);
    }

    /** One of two words, the first of which is true. */
    static ValueForm<Boolean> either(String yes, String no) {
        return new ValueForm<>(
                yes + ", " + no,
                (key, text) -> {
                    if (!text.equals(yes) && !text.equals(no)) {
                        throw nonsense(
                                "'" + text + "' does not fit '" + key + "': it takes '" + yes + "' or '" + no + "'");
                    }
                    return text.equals(yes);
                },
                is -> is ? yes : no);
    }

    private static Map<String, Double> units(Object... namesAndFactors) {
        Map<String, Double> units = new LinkedHashMap<>();
        for (int i = 0; i < namesAndFactors.length; i += 2) {
            units.put((String) namesAndFactors[i], (Double) namesAndFactors[i + 1]);
        }
        return units;
    }

    static String number(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }

    private static String inUnit(double value, double factor, String unit, String plainUnit) {
        return value % factor == 0 ? number(value / factor) + unit : number(value) + plainUnit;
    }

    private static List<String> names(String key, String text) {
        List<String> names = List.of(text.split(",", -1));
        if (names.stream().anyMatch(String::isBlank)) {
            throw nonsense("'" + text + "' in '" + key + "' has an empty name");
        }
        return names;
    }

    private static int whole(String key, String text, int least) {
        int number;
        try {
            number = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw nonsense("'" + text + "' in '" + key + "' is not a whole number");
        }
        if (number < least) {
            throw nonsense("'" + text + "' in '" + key + "' is below " + least);
        }
        return number;
    }

    private static double share(String key, String text) {
        double number = fraction(key, text);
        if (!(number >= 0 && number <= 1)) {
            throw nonsense("'" + text + "' in '" + key + "' is not between 0 and 1");
        }
        return number;
    }

    private static double positive(String key, String text) {
        double number = fraction(key, text);
        if (!(number > 0 && number < Double.POSITIVE_INFINITY)) {
            throw nonsense("'" + text + "' in '" + key + "' is not above 0");
        }
        return number;
    }

    /** A decimal number or a fraction such as 1/8. */
    private static double fraction(String key, String text) {
        int slash = text.indexOf('/');
        return slash < 0
                ? decimal(key, text)
                : decimal(key, text.substring(0, slash)) / decimal(key, text.substring(slash + 1));
    }

    private static double decimal(String key, String text) {
        try {
            return new BigDecimal(text.strip()).doubleValue();
        } catch (NumberFormatException e) {
            throw nonsense("'" + text + "' in '" + key + "' is not a number");
        }
    }

    /** A number above 0 with an optional unit; without one it is in the least unit. */
    private static double quantity(String key, String text, Map<String, Double> units) {
        int end = 0;
        while (end < text.length() && "+-.eE0123456789".indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        String unit = text.substring(end).strip();
        Double factor = unit.isEmpty() ? Double.valueOf(1) : units.get(unit);
        if (factor == null) {
            throw nonsense("'" + text + "' in '" + key + "' has an unknown unit", List.copyOf(units.keySet()));
        }
        double number = decimal(key, text.substring(0, end)) * factor;
        if (!(number >= 0.5 && number < Long.MAX_VALUE)) {
            throw nonsense("'" + text + "' in '" + key + "' is not above 0");
        }
        return number;
    }
}
