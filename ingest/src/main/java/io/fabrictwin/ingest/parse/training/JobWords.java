package io.fabrictwin.ingest.parse.training;

import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.reading.WordSearch;
import io.fabrictwin.ingest.parse.reading.WordedPattern;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The words of which at least one stands in each line that a trainer's reader understands, and those that tell of a
 * benchmark in its place: one look at a line finds both.
 */
public final class JobWords {
    /** The benchmark's name and its failures. */
    private static final WordedPattern BENCHMARK = WordedPattern.of(Pattern.compile("_perf|Test "), "_perf", "Test ");

    private static final WordSearch SEARCH = WordSearch.of(
            Stream.of(
                            List.of(BENCHMARK, TrainLogReader.ITERATION, TrainLogReader.LOG_INTERVAL),
                            List.of(TrainerEventLines.LINE, TimerLines.ROW, ProgressBar.BAR),
                            StampedSteps.PATTERNS,
                            JobLines.PATTERNS,
                            StepLine.STEPS)
                    .flatMap(List::stream)
                    .toList(),
            MlperfLines.MARK,
            DlLoggerLines.MARK,
            TimerLines.DOTS);

    private JobWords() {}

    /** Whether a line names the benchmark or one of its failures. */
    public static boolean nameBenchmark(Line line) {
        return BENCHMARK.mayStandAmong(line.found(SEARCH));
    }

    /**
     * Which words of trainers stand in a line.
     *
     * @param text what is left of it without colours
     */
    static long in(Line line, String text) {
        boolean isWhole = text.length() == line.to() - line.from();
        return isWhole ? BENCHMARK.beside(line.found(SEARCH)) : in(text);
    }

    /** Which words stand in the text, as trainers' patterns ask for them; 0: it is no trainer's. */
    static long in(String text) {
        return BENCHMARK.beside(SEARCH.in(text));
    }
}
