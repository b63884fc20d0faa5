package io.fabrictwin.ingest.parse.training;

import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.reading.WordSearch;
import java.util.List;
import java.util.stream.Stream;

/** The words of which at least one stands in each line that a trainer's reader understands. */
final class TrainerWords {
    private static final WordSearch SEARCH = WordSearch.of(
            Stream.of(
                            List.of(TrainLogReader.ITERATION, TrainLogReader.LOG_INTERVAL),
                            List.of(TrainerEventLines.LINE, TimerLines.ROW, ProgressBar.BAR),
                            StampedSteps.PATTERNS,
                            JobLines.PATTERNS,
                            StepLine.STEPS)
                    .flatMap(List::stream)
                    .toList(),
            MlperfLines.MARK,
            DlLoggerLines.MARK,
            TimerLines.DOTS);

    private TrainerWords() {}

    /**
     * Which words stand in a line.
     *
     * @param text what is left of it without colours
     */
    static long in(Line line, String text) {
        boolean isWhole = text.length() == line.to() - line.from();
        return isWhole ? SEARCH.in(line.bytes(), line.from(), line.to()) : in(text);
    }

    /** Which words stand in the text, as trainers' patterns ask for them; 0: it is no trainer's. */
    static long in(String text) {
        return SEARCH.in(text);
    }
}
