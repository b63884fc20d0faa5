package io.fabrictwin.ingest.parse.training;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.CheckpointObserved;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobStopped;
import io.fabrictwin.model.event.RankGaugesObserved;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.event.StepMeasured;
import java.util.List;
import java.util.Set;

/** The lines of a trainer in the log of another program: what that program's format ignores is read as a trainer's. */
public final class TrainingLines {
    /** The types of event that trainers' lines may yield. */
    public static final Set<Class<? extends FabricEvent>> YIELDS = Set.of(
            StepMeasured.class,
            StepCompleted.class,
            CheckpointObserved.class,
            JobStarted.class,
            JobStopped.class,
            RankGaugesObserved.class);

    /** At least one of them stands in each line that a trainer's reader understands. */
    private static final List<String> WORDS = List.of(
            "tep",
            "ter",
            "ITER",
            ":::MLLOG",
            "DLLL",
            " (ms)",
            " (MB)",
            "...:",
            "heckpoint",
            "/it",
            "it/s",
            "world",
            "rocesses",
            "MEMBER",
            "datetime",
            "raining",
            "rainer",
            "batch_size",
            "[BEGIN]",
            "[END]",
            "[INSTANT]");

    private static final int ASCII = 128;
    /** By their first two characters, whether a word begins so. */
    private static final boolean[] BEGINNINGS = beginnings();

    private final TrainLogReader reader;
    private final Sink sink;

    /** @param input the log, whose name is the job's */
    public TrainingLines(Input input, Sink sink) {
        this.reader = new TrainLogReader(input, sink);
        this.sink = sink;
    }

    /** Where the other format is to report a line. */
    public Sink beside(Line line) {
        return new Sink() {
            @Override
            public void accepted(long record, String place, List<? extends FabricEvent> events) {
                sink.accepted(record, place, events);
            }

            @Override
            public void ignored(long record, String place) {
                if (mayBeTrainers(line.text())) {
                    reader.readAlone(line);
                } else {
                    sink.ignored(record, place);
                }
            }

            @Override
            public void rejected(long record, String place, RejectCode code, String reason, byte[] raw) {
                sink.rejected(record, place, code, reason, raw);
            }

            @Override
            public void unread(String what) {
                sink.unread(what);
            }
        };
    }

    /** Looking for words is much faster than reading a line, and most lines of such a log are nobody's. */
    private static boolean mayBeTrainers(String text) {
        for (int i = 0; i + 1 < text.length(); i++) {
            char first = text.charAt(i);
            char second = text.charAt(i + 1);
            if (first < ASCII && second < ASCII && BEGINNINGS[first * ASCII + second] && isWordAt(text, i)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWordAt(String text, int at) {
        for (String word : WORDS) {
            if (text.startsWith(word, at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean[] beginnings() {
        boolean[] beginnings = new boolean[ASCII * ASCII];
        for (String word : WORDS) {
            beginnings[word.charAt(0) * ASCII + word.charAt(1)] = true;
        }
        return beginnings;
    }
}
