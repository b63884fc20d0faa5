package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lines of an input that tells facts in blocks. A block's facts are known at its end and go with its last line, which is
 * held back until then, with the foreign lines that follow it. A block ends before its next line if too many foreign lines
 * follow.
 */
public final class BlockLines {
    private static final int MAX_FOREIGN_LINES = 32;

    private final EventContext context;
    private final Sink sink;
    private final Runnable endOfBlock;
    private @Nullable Line held;
    private final List<FabricEvent> events = new ArrayList<>();
    private final List<Runnable> foreign = new ArrayList<>();

    /**
     * Lines that go to a sink.
     *
     * @param endOfBlock tells the facts of the block that has ended, if there is one; may be called when none is open
     */
    public BlockLines(EventContext context, Sink sink, Runnable endOfBlock) {
        this.context = context;
        this.sink = sink;
        this.endOfBlock = endOfBlock;
    }

    /** A line of the block, or one that begins a block; the former block has to be ended before. */
    public void accept(Line line) {
        handOver();
        held = line;
    }

    /** A line that is none of the format's. */
    public void ignore(Line line) {
        follow(() -> sink.ignored(line.record(), line.place()));
    }

    /** A line that is not understood. */
    public void reject(Line line, RejectCode code, String reason) {
        follow(() -> sink.rejected(line.record(), line.place(), code, reason, line.raw()));
    }

    /** A line that has not the form of any: cut off, if it is the last. */
    public void reject(Line line, String reason) {
        reject(line, line.isTerminated() ? RejectCode.MALFORMED : RejectCode.TRUNCATED, reason);
    }

    /** A fact that goes with the newest line that was accepted. */
    public void tell(@Nullable Long timeNs, Function<EventMeta, FabricEvent> fact) {
        Line line = Objects.requireNonNull(held, "a fact before the first line of its block");
        events.add(fact.apply(context.meta(line.record(), events.size(), timeNs)));
    }

    /** The input is over. */
    public void close() {
        endOfBlock.run();
        handOver();
    }

    private void follow(Runnable handing) {
        if (held == null) {
            handing.run();
            return;
        }
        foreign.add(handing);
        if (foreign.size() > MAX_FOREIGN_LINES) {
            endOfBlock.run();
            handOver();
        }
    }

    private void handOver() {
        Line line = held;
        if (line != null) {
            sink.accepted(line.record(), line.place(), events.isEmpty() ? List.of() : List.copyOf(events));
        }
        held = null;
        events.clear();
        if (!foreign.isEmpty()) {
            foreign.forEach(Runnable::run);
            foreign.clear();
        }
    }
}
