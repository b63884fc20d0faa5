package io.fabrictwin.ingest.parse.reading;

import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names in the form the twin keeps them. */
public final class Name {
    private static final Pattern MAC =
            Pattern.compile("(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}|(?:[0-9A-Fa-f]{4}[.-]){2}[0-9A-Fa-f]{4}");
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");
    private static final int MAX_LENGTH = 1_000;

    private Name() {}

    /** Without control characters and blanks around it; null: nothing is left. */
    public static @Nullable String clean(@Nullable String name) {
        if (name == null) {
            return null;
        }
        String clean = CONTROL.matcher(name).replaceAll(" ").strip();
        if (clean.length() > MAX_LENGTH) {
            clean = clean.substring(0, MAX_LENGTH);
        }
        return clean.isEmpty() ? null : clean;
    }

    /** A MAC address, however it is grouped, as pairs with colons; null: it is none. */
    public static @Nullable String mac(@Nullable String text) {
        if (text == null || !MAC.matcher(text.strip()).matches()) {
            return null;
        }
        byte[] bytes = HexFormat.of().parseHex(text.strip().replaceAll("[:.-]", ""));
        return HexFormat.ofDelimiter(":").formatHex(bytes).toLowerCase(Locale.ROOT);
    }
}
