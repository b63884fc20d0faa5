package io.fabrictwin.ingest.parse.reading;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table of text whose columns are marked by a row of dashes, as Python's tabulate prints it. Headings and cells may hold
 * single blanks and may be empty, so that the dashes tell the columns; a single dash row across the page tells none, and
 * blanks part the cells.
 */
public final class RuledTable {
    private static final Pattern RULE = Pattern.compile("\\s*-+(?:\\s+-+)*\\s*");
    private static final Pattern SPAN = Pattern.compile("-+");
    private static final Pattern CELL = Pattern.compile("\\S++(?: \\S++)*");

    private final List<int[]> spans;
    private final List<String> headings;

    /** With the lines of headings above the rule, and the rule. */
    public RuledTable(List<String> headingLines, String rule) {
        List<int[]> found = spans(rule);
        boolean isAcross = found.size() == 1;
        List<String> names = new ArrayList<>();
        if (isAcross && !headingLines.isEmpty()) {
            String last = headingLines.get(headingLines.size() - 1).strip();
            names.addAll(Arrays.asList(last.split("\\s+", -1)));
            found = List.of();
        } else {
            for (int i = 0; i < found.size(); i++) {
                names.add("");
            }
            for (String line : headingLines) {
                List<String> cells = cells(line, found);
                for (int i = 0; i < found.size(); i++) {
                    names.set(i, (names.get(i) + " " + cells.get(i)).strip());
                }
            }
        }
        spans = found;
        headings = List.copyOf(names);
    }

    /** Whether the line is a rule. */
    public static boolean isRule(String line) {
        return line.contains("--") && RULE.matcher(line).matches();
    }

    /** Headings in order; empty where none stands above a column. */
    public List<String> headings() {
        return headings;
    }

    /** Cells in the order of the headings; empty where nothing stands. */
    public List<String> cells(String line) {
        if (!spans.isEmpty()) {
            return cells(line, spans);
        }
        List<String> cells = new ArrayList<>(Arrays.asList(line.strip().split("\\s+", -1)));
        while (cells.size() < headings.size()) {
            cells.add("");
        }
        return cells;
    }

    private static List<int[]> spans(String rule) {
        List<int[]> spans = new ArrayList<>();
        Matcher matcher = SPAN.matcher(rule);
        while (matcher.find()) {
            spans.add(new int[] {matcher.start(), matcher.end()});
        }
        return spans;
    }

    /** Rows that were pasted with other indents still have as many cells as columns; else the overlap decides. */
    private static List<String> cells(String line, List<int[]> spans) {
        String[] cells = new String[spans.size()];
        Arrays.fill(cells, "");
        List<int[]> found = new ArrayList<>();
        Matcher matcher = CELL.matcher(line);
        while (matcher.find()) {
            found.add(new int[] {matcher.start(), matcher.end()});
        }
        for (int i = 0; i < found.size(); i++) {
            int[] cell = found.get(i);
            int column = found.size() == spans.size() ? i : nearest(cell, spans);
            String text = line.substring(cell[0], cell[1]);
            cells[column] = cells[column].isEmpty() ? text : cells[column] + "  " + text;
        }
        return List.of(cells);
    }

    private static int nearest(int[] cell, List<int[]> spans) {
        int best = 0;
        int most = Integer.MIN_VALUE;
        for (int i = 0; i < spans.size(); i++) {
            int overlap = Math.min(cell[1], spans.get(i)[1]) - Math.max(cell[0], spans.get(i)[0]);
            if (overlap > most) {
                most = overlap;
                best = i;
            }
        }
        return best;
    }
}
