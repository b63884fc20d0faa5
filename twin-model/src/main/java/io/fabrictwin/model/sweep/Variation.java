package io.fabrictwin.model.sweep;

import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.ScenarioRefusedException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A key that is varied.
 *
 * @param key with its target, as in {@code ecn-kmin@leaf3}
 * @param changes one for each value, all different, in the order given
 */
public record Variation(String key, List<Change> changes) {
    /** A variation has no more values than these. */
    public static final int MOST_VALUES = 1_000;

    private static final Pattern RANGE = Pattern.compile("(.+?)\\.\\.(.+)/(\\d+)\\s*(log)?");
    /** Digits of a value between the ends of a range, where it need not be whole. */
    private static final MathContext DIGITS = new MathContext(6);

    public Variation {
        changes = List.copyOf(changes);
        if (changes.isEmpty()) {
            throw new IllegalArgumentException("'" + key + "' is varied over no value");
        }
    }

    /**
     * Reads values: one, a list divided by {@code |} or by commas ({@code 100KB,400KB}), or a range of so many values with
     * both ends, at equal distances ({@code 100KB..1600KB/5}) or in equal proportion ({@code 100KB..1600KB/5log}). A value
     * that has commas of its own, such as the names of hosts, is not divided by them.
     *
     * @throws ScenarioRefusedException where a value does not fit the key
     * @throws IllegalArgumentException where a range makes no sense
     */
    public static Variation parse(String key, String text) {
        Matcher range = RANGE.matcher(text.strip());
        if (range.matches()) {
            return of(key, range(key, range));
        }
        if (text.contains("|")) {
            return of(key, List.of(text.split("\\|", -1)));
        }
        try {
            return new Variation(key, List.of(Change.parse(key, text)));
        } catch (ScenarioRefusedException e) {
            if (!text.contains(",")) {
                throw e;
            }
            return of(key, List.of(text.split(",", -1)));
        }
    }

    /** Values one by one; those that mean the same are taken once. */
    public static Variation of(String key, List<String> values) {
        Map<String, Change> byText = new LinkedHashMap<>();
        for (String value : values) {
            Change change = Change.parse(key, value.strip());
            byText.putIfAbsent(change.text(), change);
        }
        return new Variation(key, List.copyOf(byText.values()));
    }

    private static List<String> range(String key, Matcher range) {
        double from = number(key, range.group(1));
        double to = number(key, range.group(2));
        boolean isLogarithmic = range.group(4) != null;
        int count = range.group(3).length() > 6 ? Integer.MAX_VALUE : Integer.parseInt(range.group(3));
        if (count < 2 || count > MOST_VALUES) {
            throw new IllegalArgumentException(
                    "'" + range.group() + "' of '" + key + "' must have 2 to " + MOST_VALUES + " values");
        }
        if (isLogarithmic && !(from > 0 && to > 0)) {
            throw new IllegalArgumentException("'" + range.group() + "' of '" + key + "' has no proportion to 0");
        }
        boolean isWhole = !(Change.parse(key, range.group(1)).value() instanceof Double);
        List<String> values = new ArrayList<>();
        values.add(range.group(1));
        for (int at = 1; at < count - 1; at++) {
            double share = (double) at / (count - 1);
            double value = isLogarithmic ? from * StrictMath.pow(to / from, share) : from + share * (to - from);
            values.add(
                    isWhole
                            ? Long.toString(Math.round(value))
                            : new BigDecimal(value).round(DIGITS).toPlainString());
        }
        values.add(range.group(2));
        return values;
    }

    /** In the least unit of the key, in which a number without unit is read. */
    private static double number(String key, String text) {
        if (Change.parse(key, text.strip()).value() instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException("'" + key + "' takes no numbers, so it has no range; give a list");
    }

    /** What distinguishes a change from the others of this variation: its value. */
    public String valueText(Change change) {
        String text = change.text();
        return text.substring(text.indexOf('=') + 1);
    }
}
