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
        List<String> all = new ArrayList<>();
        for (String part : new Hostlist(text).parts()) {
            addAll(all, name(part, 0));
        }
        return all;
    }

    /** What commas part, outside of brackets. */
    private List<String> parts() throws BadEntryException {
        List<String> parts = new ArrayList<>();
        int start = 0;
        int open = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            open += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (open < 0) {
                throw malformed("closes a bracket that is not open");
            }
            if (c == ',' && open == 0) {
                parts.add(text.substring(start, i).strip());
                start = i + 1;
            }
        }
        if (open != 0) {
            throw malformed("has a bracket that is not closed");
        }
        parts.add(text.substring(start).strip());
        return parts;
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

    /** What a bracket holds: numbers, ranges of them, or either with brackets after it. */
    private List<String> ranges(int depth) throws BadEntryException {
        if (depth > MAX_DEPTH) {
            throw malformed("has brackets more than " + MAX_DEPTH + " deep");
        }
        List<String> all = new ArrayList<>();
        for (String part : parts()) {
            int open = part.indexOf('[');
            if (open < 0) {
                addAll(all, range(part));
            } else {
                addAll(all, append(range(part.substring(0, open)), name(part.substring(open), depth)));
            }
        }
        return all;
    }

    private List<String> range(String part) throws BadEntryException {
        int dash = part.indexOf('-');
        String first = dash < 0 ? part : part.substring(0, dash);
        String last = dash < 0 ? part : part.substring(dash + 1);
        if (dash < 0 || !isNumber(first) || !isNumber(last)) {
            return List.of(part);
        }
        int low = Integer.parseInt(first);
        int high = Integer.parseInt(last);
        if (high < low || high - low >= MAX_NAMES) {
            throw malformed("has the range " + part + ", which is empty or too long");
        }
        List<String> numbers = new ArrayList<>();
        for (int i = low; i <= high; i++) {
            String number = String.valueOf(i);
            numbers.add("0".repeat(Math.max(0, first.length() - number.length())) + number);
        }
        return numbers;
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
