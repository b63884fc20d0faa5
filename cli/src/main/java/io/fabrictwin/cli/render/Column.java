package io.fabrictwin.cli.render;

import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One column of an answer.
 *
 * @param name key in JSON and heading in CSV; camel case with its unit
 * @param title heading in a table
 * @param isRightAligned numbers stand right
 * @param value for machines: a number, a text, a boolean or a list of those; null is unknown
 * @param text for people; only asked where the value is known
 */
public record Column<T>(
        String name,
        String title,
        boolean isRightAligned,
        Function<T, @Nullable Object> value,
        Function<Object, String> text) {

    /** Words, shown as they are. */
    public static <T> Column<T> text(String name, Function<T, @Nullable Object> value) {
        return new Column<>(name, titleOf(name), false, value, Object::toString);
    }

    /** A number, shown with the unit that {@code text} gives. */
    public static <T> Column<T> number(
            String name, String title, Function<T, @Nullable Object> value, Function<Number, String> text) {
        return new Column<>(name, title, true, value, number -> text.apply((Number) number));
    }

    /** A plain count. */
    public static <T> Column<T> count(String name, Function<T, @Nullable Object> value) {
        return new Column<>(name, titleOf(name), true, value, Object::toString);
    }

    /** {@code baseDigest} becomes {@code BASE DIGEST}. */
    private static String titleOf(String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toUpperCase(Locale.ROOT);
    }
}
