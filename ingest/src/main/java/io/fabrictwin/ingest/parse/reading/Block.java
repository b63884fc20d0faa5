package io.fabrictwin.ingest.parse.reading;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.Place;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lines that tell of one thing together. They are held until the thing is told to its end; its events stand with the
 * first of its lines that was taken. Every line is a record of its own.
 */
public final class Block {
    /** More lines than this no thing has; then what was told so far is handed on. */
    private static final int MAX_LINES = 20_000;

    private final EventContext context;
    private final Sink sink;
    private final Consumer<Facts> end;
    private final List<Run> held = new ArrayList<>();
    private int heldLines;
    private @Nullable Facts facts;

    /** Lines that follow each other and fare alike. */
    private static final class Run {
        private final long record;
        private final boolean isAccepted;
        private final @Nullable Refusal refusal;
        private long count = 1;

        Run(long record, boolean isAccepted, @Nullable Refusal refusal) {
            this.record = record;
            this.isAccepted = isAccepted;
            this.refusal = refusal;
        }

        boolean takes(long next, boolean nextIsAccepted) {
            if (refusal != null || isAccepted != nextIsAccepted || next != record + count) {
                return false;
            }
            count++;
            return true;
        }
    }

    private record Refusal(RejectCode code, String reason, Line line) {}

    /**
     * No line yet.
     *
     * @param end adds what the block came to, when it is closed
     */
    public Block(EventContext context, Sink sink, Consumer<Facts> end) {
        this.context = context;
        this.sink = sink;
        this.end = end;
    }

    /** Hands the whole lines of an input to the handler, which tells the block what each is; the others are refused. */
    public void read(Input input, Consumer<Line> handler) throws IOException {
        Lines.read(input, line -> {
            Line.Defect defect = line.defect();
            if (defect == null) {
                handler.accept(line);
            } else {
                reject(line, defect.code(), defect.reason());
            }
        });
        close();
    }

    /** Facts of the block; they stand with its first accepted line, so one must have been taken before. */
    public Facts facts() {
        Facts open = facts;
        if (open == null) {
            throw new IllegalStateException("no line was accepted yet");
        }
        return open;
    }

    /** Whether a line of it was accepted. */
    public boolean isOpen() {
        return facts != null;
    }

    /** Takes a line as part of the block. */
    public void accept(Line line) {
        if (facts == null) {
            facts = new Facts(context, line.record(), null);
        }
        hold(line, true, null);
    }

    /** Passes over a line. */
    public void ignore(Line line) {
        hold(line, false, null);
    }

    /** Refuses a line. */
    public void reject(Line line, RejectCode code, String reason) {
        hold(line, false, new Refusal(code, reason, line));
    }

    /** Refuses a line that the format prescribes otherwise; the last of an input that does not end with a line end was cut. */
    public void rejectMalformed(Line line, String reason) {
        reject(line, line.isTerminated() ? RejectCode.MALFORMED : RejectCode.TRUNCATED, reason);
    }

    private void hold(Line line, boolean isAccepted, @Nullable Refusal refusal) {
        boolean isMore =
                refusal == null && !held.isEmpty() && held.get(held.size() - 1).takes(line.record(), isAccepted);
        if (!isMore) {
            held.add(new Run(line.record(), isAccepted, refusal));
        }
        heldLines++;
        if (facts == null || heldLines >= MAX_LINES) {
            close();
        }
    }

    /** Hands on all lines, with what the block came to. */
    public void close() {
        Facts open = facts;
        if (open != null) {
            end.accept(open);
        }
        List<FabricEvent> untold = open == null ? List.of() : open.events();
        for (Run run : held) {
            for (long record = run.record; record < run.record + run.count; record++) {
                Place place = Place.line(record + 1);
                Refusal refusal = run.refusal;
                if (refusal != null) {
                    sink.rejected(
                            record,
                            place,
                            refusal.code(),
                            refusal.reason(),
                            refusal.line().raw());
                } else if (run.isAccepted) {
                    sink.accepted(record, place, untold);
                    untold = List.of();
                } else {
                    sink.ignored(record, place);
                }
            }
        }
        held.clear();
        heldLines = 0;
        facts = null;
    }
}
