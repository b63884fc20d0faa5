package io.fabrictwin.model.id;

/** The one rule for names: at least one character, and no control character that would break a line of output. */
final class Names {
    private Names() {}

    static void requireName(String what, String value) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException(what + " has an empty name");
        }
        for (int i = 0; i < value.length(); i++) {
            if (Character.isISOControl(value.charAt(i))) {
                throw new IllegalArgumentException(what + " has a control character at position " + i + " of its name");
            }
        }
    }
}
