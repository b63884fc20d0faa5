package io.fabrictwin.model.gate;

/**
 * Names, with {@code *} for any letters.
 *
 * @param text as it was written
 */
record Pattern(String text) {
    static final Pattern ANY = new Pattern("*");

    boolean fits(String name) {
        return fits(text, name);
    }

    private static boolean fits(String pattern, String name) {
        int star = pattern.indexOf('*');
        if (star < 0) {
            return pattern.equals(name);
        }
        if (!name.startsWith(pattern.substring(0, star))) {
            return false;
        }
        String rest = pattern.substring(star + 1);
        for (int from = star; from <= name.length(); from++) {
            if (fits(rest, name.substring(from))) {
                return true;
            }
        }
        return false;
    }
}
