package io.fabrictwin.model.identity;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a bare name is by its form alone, and how names of one kind are compared. */
enum NameForm {
    GUID(Pattern.compile("0x[0-9a-f]{16}")),
    MAC(Pattern.compile("[0-9a-f]{2}(:[0-9a-f]{2}){5}")),
    ADDRESS(Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]*:[0-9a-f:.]*")),
    /** Anything that people give: host names, switch names, port names. */
    WORD(Pattern.compile(".*"));

    /** Vendors make a GUID of a MAC by putting these bytes into its middle; the second is of Mellanox and NVIDIA NICs. */
    private static final String[] MAC_FILLS = {"fffe", "0300"};

    private final Pattern pattern;

    NameForm(Pattern pattern) {
        this.pattern = pattern;
    }

    static NameForm of(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (NameForm form : values()) {
            if (form.pattern.matcher(lower).matches()) {
                return form;
            }
        }
        return WORD;
    }

    /** Host names do not differ by case. */
    static String normal(String name) {
        return name.strip().toLowerCase(Locale.ROOT);
    }

    /** The part before the domain; null: there is no domain. */
    static @Nullable String withoutDomain(String normal) {
        int dot = normal.indexOf('.');
        return dot > 0 && of(normal) == WORD ? normal.substring(0, dot) : null;
    }

    /**
     * The MAC address that a GUID was made of; null: it does not look so. {@code 506b4b0300cc02a6} holds
     * {@code 50:6b:4b:cc:02:a6}.
     */
    static @Nullable String macOf(String guid) {
        String digits = guid.startsWith("0x") ? guid.substring(2) : guid;
        if (digits.length() != 16) {
            return null;
        }
        for (String fill : MAC_FILLS) {
            if (digits.startsWith(fill, 6)) {
                String mac = digits.substring(0, 6) + digits.substring(10);
                return String.join(":", mac.split("(?<=\\G..)"));
            }
        }
        return null;
    }
}
