package io.fabrictwin.ingest.parse.training;

import io.fabrictwin.ingest.parse.reading.WordedPattern;
import io.fabrictwin.model.event.CheckpointObserved;
import io.fabrictwin.model.event.RankGaugesObserved;
import io.fabrictwin.model.id.JobId;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The timers of Megatron and DeepSpeed: parts of a step in a row, or line by line with the least and the greatest of all
 * ranks, and the memory that a rank uses.
 */
final class TimerLines {
    static final WordedPattern ROW = WordedPattern.of(
            Pattern.compile("(?:\\[Rank (\\d{1,6})\\][^|]{0,60}?)?\\b(time|memory) \\((ms|MB)\\) \\|"),
            " (ms) |",
            " (MB) |");

    private static final Pattern FIELD =
            Pattern.compile("([A-Za-z][A-Za-z0-9_/ -]{0,60}): (\\d{1,15}(?:\\.\\d{1,20})?)(?![\\d.])");
    static final Pattern ACROSS_RANKS = Pattern.compile("\\s*([A-Za-z][A-Za-z0-9_/-]{1,60}) ?\\.{3,}: "
            + "(?:\\((\\d{1,12}\\.\\d{1,6}), (\\d{1,12}\\.\\d{1,6})\\)|(\\d{1,12}\\.\\d{1,6}))\\s*");
    /** What stands before the figures of all ranks. */
    static final String DOTS = "..: ";

    private static final Pattern CHECKPOINT = Pattern.compile("save-checkpoint\\S*");

    private final JobId job;
    /** Without a name it is the last that writes. */
    private @Nullable Integer lastRank;

    TimerLines(JobId job) {
        this.job = job;
    }

    void rankCount(long rankCount) {
        lastRank = rankCount > 0 && rankCount <= Integer.MAX_VALUE ? Integer.valueOf((int) rankCount - 1) : null;
    }

    /** Reads a line; false: it holds no timers. */
    boolean read(String text, long words, Findings findings) {
        Matcher row = ROW.find(text, words);
        if (row == null) {
            return readAcrossRanks(text, findings);
        }
        boolean isRow = true;
        while (isRow) {
            String rank = row.group(1);
            String unit = row.group(2).equals("memory") ? "memory " : "";
            String suffix = " (" + row.group(3) + ")";
            int from = row.end();
            isRow = row.find();
            String fields = text.substring(from, isRow ? row.start() : text.length());
            readRow(rank == null ? lastRank : Integer.valueOf(rank), unit, suffix, fields, findings);
        }
        return true;
    }

    private void readRow(@Nullable Integer rank, String prefix, String suffix, String fields, Findings findings) {
        SortedMap<String, Double> gauges = new TreeMap<>();
        Matcher field = FIELD.matcher(fields);
        while (field.find()) {
            String name = field.group(1).strip();
            gauges.put(prefix + name + suffix, Double.valueOf(field.group(2)));
            if (CHECKPOINT.matcher(name).matches()) {
                addCheckpoint(Double.parseDouble(field.group(2)), findings);
            }
        }
        add(rank, gauges, findings);
    }

    private boolean readAcrossRanks(String text, Findings findings) {
        // What a launcher put in front ends with a colon; the dots stand behind the name.
        int dots = text.indexOf(DOTS);
        if (dots < 0) {
            return false;
        }
        int envelope = text.lastIndexOf(": ", dots);
        Matcher timer = ACROSS_RANKS.matcher(text.substring(envelope < 0 ? 0 : envelope + 2));
        if (!timer.matches()) {
            return false;
        }
        String name = timer.group(1);
        String greatest = timer.group(3) == null ? timer.group(4) : timer.group(3);
        SortedMap<String, Double> gauges = new TreeMap<>();
        if (timer.group(2) != null) {
            gauges.put(name + " least of all ranks (ms)", Double.valueOf(timer.group(2)));
        }
        gauges.put(name + " greatest of all ranks (ms)", Double.valueOf(greatest));
        if (CHECKPOINT.matcher(name).matches()) {
            addCheckpoint(Double.parseDouble(greatest), findings);
        }
        add(lastRank, gauges, findings);
        return true;
    }

    private void addCheckpoint(double ms, Findings findings) {
        findings.add(new CheckpointObserved(findings.meta(), job, null, Figure.ns(ms, "ms"), null));
    }

    private void add(@Nullable Integer rank, SortedMap<String, Double> gauges, Findings findings) {
        findings.claim();
        if (rank == null) {
            findings.unread.add("timers of a rank that nothing names");
        } else if (!gauges.isEmpty()) {
            findings.add(new RankGaugesObserved(findings.meta(), job, rank, null, gauges));
        }
    }
}
