package io.fabrictwin.ingest.parse.training;

import io.fabrictwin.ingest.parse.reading.WordedPattern;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A figure that trainers print behind one of several names: {@code name: 1,234.5 K}. The unit stands in parentheses or at
 * the end of the name, or behind the number.
 */
final class Figure {
    private static final double NS_PER_SECOND = 1e9;
    private static final String NUMBER =
            "(\\d{1,3}(?:,\\d{3})++(?:\\.\\d++)?|\\d++(?:\\.\\d++)?(?:[eE][+-]?\\d++)?)\\s?([KMGT](?![A-Za-z]))?";

    private final WordedPattern pattern;

    private Figure(String names, String end, String... beginnings) {
        Pattern named = Pattern.compile(
                "(?:" + names + ")(?:[ _]?\\(?(?<before>ms|s)\\)?)?[\"' ]{0,3}[:=]\\s{0,20}" + NUMBER + end,
                Pattern.CASE_INSENSITIVE);
        pattern = beginnings.length == 0 ? WordedPattern.of(named) : WordedPattern.beginningWith(named, beginnings);
    }

    /**
     * A number without a unit, or with one that the names fix.
     *
     * @param beginnings in lower case: each name begins with one of them; none: not told
     */
    static Figure number(String names, String... beginnings) {
        return new Figure(names, "", beginnings);
    }

    /** A time with its unit. */
    static Figure time(String names, String... beginnings) {
        return new Figure(names, "\\s?(?<after>ms|s|us)?(?![A-Za-z/])", beginnings);
    }

    /** The number; null: the text has none of the names. */
    @Nullable
    Double in(String text) {
        Matcher matcher = pattern.findFrom(text, 0);
        return matcher == null ? null : Double.valueOf(value(matcher.group(2), matcher.group(3)));
    }

    /** The time; null: the text has none of the names, or no unit. */
    @Nullable
    Long nsIn(String text) {
        Matcher matcher = pattern.findFrom(text, 0);
        while (matcher != null) {
            String unit = matcher.group("before") == null ? matcher.group("after") : matcher.group("before");
            if (unit != null) {
                return ns(value(matcher.group(2), matcher.group(3)), unit);
            }
            matcher = pattern.findFrom(text, matcher.end());
        }
        return null;
    }

    /** Nanoseconds of a number with a unit; null: it is no possible time. */
    static @Nullable Long ns(double number, String unit) {
        double ns = switch (unit.toLowerCase(Locale.ROOT)) {
            case "us" -> number * 1e3;
            case "ms" -> number * 1e6;
            default -> number * NS_PER_SECOND;
        };
        return ns >= 0 && ns < Long.MAX_VALUE / 2.0 ? Long.valueOf(Math.round(ns)) : null;
    }

    private static double value(String number, @Nullable String factor) {
        double value = Double.parseDouble(number.replace(",", ""));
        return factor == null
                ? value
                : value
                        * switch (factor.toUpperCase(Locale.ROOT)) {
                            case "K" -> 1e3;
                            case "M" -> 1e6;
                            case "G" -> 1e9;
                            default -> 1e12;
                        };
    }
}
