package io.fabrictwin.ingest.parse.topology;

import io.fabrictwin.ingest.parse.RejectCode;
import java.util.ArrayList;
import java.util.List;

/**
 * Slurm's short form of many names: {@code n[01-03,7],login} stands for n01, n02, n03, n7 and login. Brackets may come
 * several times in a name and within each other; leading zeros keep their width.
 */
final class Hostlist {
    /** The greatest clusters have a tenth of it. */
    private static final int MAX_NAMES = 1_000_000;

    private static final int MAX_DEPTH = 8;

    private final String text;

    private Hostlist(String text) {
        this.text = text;
    }

    /** All names, in the order of the text. */
    static List<String> expand(String text) throws BadEntryException {
        return new Hostlist(text.strip()).names(0, text.strip().length(), 0);
    }

    private List<String> names(int from, int to, int depth) throws BadEntryException {
        if (depth > MAX_DEPTH) {
            throw malformed("has brackets more than " + MAX_DEPTH + " deep");
        }
        List<String> all = new ArrayList<>();
        int start = from;
        int open = 0;
        for (int i = from; i <= to; i++) {
            char c = i == to ? ',' : text.charAt(i);
            if (c == '[') {
                open++;
            } else if (c == ']') {
                open--;
                if (open < 0) {
                    throw malformed("closes a bracket that is not open");
                }
            } else if (c == ',' && (open == 0 || i == to)) {
                if (open != 0) {
                    throw malformed("has a bracket that is not closed");
                }
                addAll(all, name(text.substring(start, i).strip(), depth));
                start = i + 1;
            }
        }
        return all;
    }

    /** All names of one name with brackets. */
    private static List<String> name(String word, int depth) throws BadEntryException {
        List<String> names = List.of("");
        int at = 0;
        while (at < word.length()) {
            int open = word.indexOf('[', at);
            if (open < 0) {
                return word.isEmpty() ? List.of() : append(names, List.of(word.substring(at)));
            }
            int close = close(word, open);
            Hostlist inner = new Hostlist(word.substring(open + 1, close));
            names = append(append(names, List.of(word.substring(at, open))), inner.ranges(depth + 1));
            at = close + 1;
        }
        return word.isEmpty() ? List.of() : names;
    }

    private static int close(String word, int open) throws BadEntryException {
        int depth = 0;
        for (int i = open; i < word.length(); i++) {
            depth += word.charAt(i) == '[' ? 1 : word.charAt(i) == ']' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        throw new Hostlist(word).malformed("has a bracket that is not closed");
    }

    /** What a bracket holds: numbers, ranges of them, or names with brackets of their own. */
    private List<String> ranges(int depth) throws BadEntryException {
        List<String> all = new ArrayList<>();
        for (String part : names(0, text.length(), depth)) {
            int dash = part.indexOf('-');
            String first = dash < 0 ? part : part.substring(0, dash);
            String last = dash < 0 ? part : part.substring(dash + 1);
            if (dash > 0 && isNumber(first) && isNumber(last)) {
                int low = Integer.parseInt(first);
                int high = Integer.parseInt(last);
                if (high < low || (long) all.size() + high - low >= MAX_NAMES) {
                    throw malformed("has the range " + part + ", which is empty or too long");
                }
                for (int i = low; i <= high; i++) {
                    String number = String.valueOf(i);
                    all.add("0".repeat(Math.max(0, first.length() - number.length())) + number);
                }
            } else {
                all.add(part);
            }
        }
        return all;
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.length() <= 9 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static List<String> append(List<String> names, List<String> endings) throws BadEntryException {
        List<String> all = new ArrayList<>();
        for (String name : names) {
            for (String ending : endings) {
                addAll(all, List.of(name + ending));
            }
        }
        return all;
    }

    private static void addAll(List<String> all, List<String> more) throws BadEntryException {
        if (all.size() + more.size() > MAX_NAMES) {
            throw new BadEntryException(
                    RejectCode.OUT_OF_RANGE, "the list stands for more than " + MAX_NAMES + " names");
        }
        all.addAll(more);
    }

    private BadEntryException malformed(String reason) {
        String shown = text.length() > 60 ? text.substring(0, 60) + "..." : text;
        return new BadEntryException(RejectCode.MALFORMED, "the list '" + shown + "' " + reason);
    }
}
