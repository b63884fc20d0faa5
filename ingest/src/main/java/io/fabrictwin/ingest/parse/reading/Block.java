package io.fabrictwin.ingest.parse.reading;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
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
    private final List<Held> held = new ArrayList<>();
    private @Nullable Facts facts;

    private record Held(Line line, Fate fate, @Nullable RejectCode code, String reason) {}

    private enum Fate {
        ACCEPTED,
        IGNORED,
        REJECTED
    }

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
        hold(new Held(line, Fate.ACCEPTED, null, ""));
    }

    /** Passes over a line. */
    public void ignore(Line line) {
        hold(new Held(line, Fate.IGNORED, null, ""));
    }

    /** Refuses a line. */
    public void reject(Line line, RejectCode code, String reason) {
        hold(new Held(line, Fate.REJECTED, code, reason));
    }

    /** Refuses a line that the format prescribes otherwise; the last of an input that does not end with a line end was cut. */
    public void rejectMalformed(Line line, String reason) {
        reject(line, line.isTerminated() ? RejectCode.MALFORMED : RejectCode.TRUNCATED, reason);
    }

    private void hold(Held line) {
        held.add(line);
        if (facts == null || held.size() >= MAX_LINES) {
            close();
        }
    }

    /** Hands on all lines, with what the block came to. */
    public void close() {
        Facts open = facts;
        if (open != null) {
            end.accept(open);
        }
        boolean isTold = false;
        for (Held one : held) {
            Line line = one.line();
            switch (one.fate()) {
                case ACCEPTED -> {
                    sink.accepted(line.record(), line.place(), isTold || open == null ? List.of() : open.events());
                    isTold = true;
                }
                case IGNORED -> sink.ignored(line.record(), line.place());
                case REJECTED ->
                    sink.rejected(
                            line.record(),
                            line.place(),
                            one.code() == null ? RejectCode.MALFORMED : one.code(),
                            one.reason(),
                            line.raw());
            }
        }
        held.clear();
        facts = null;
    }
}
