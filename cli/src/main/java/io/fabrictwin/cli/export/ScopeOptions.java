package io.fabrictwin.cli.export;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.history.HistoryOptions;
import io.fabrictwin.cli.render.Provenances;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.replay.source.LogCut;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What every export takes: where history lies and what of it is wanted. */
final class ScopeOptions {
    @Option(names = "--from", paramLabel = "TIME", description = "Event time to begin at (default: the log's begin).")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "Event time to end at, inclusive (default: its end).")
    private @Nullable String to;

    @Option(names = "--fabric", description = "Only this fabric.")
    private @Nullable String fabric;

    @Option(names = "--job", description = "Of what jobs do, only what this one does.")
    private @Nullable String job;

    @Mixin
    private final HistoryOptions historyOptions = new HistoryOptions();

    Scope scope() {
        Instant now = Instant.now();
        long fromNs = from == null ? 0 : Times.parseTime(from, now);
        long toNs = to == null ? Long.MAX_VALUE : Times.parseTime(to, now);
        if (fromNs > toNs) {
            throw new WrongUsageException("--from " + from + " lies after --to " + to);
        }
        return new Scope(fromNs, toNs, fabric, job);
    }

    HistoryOptions.History open(Consumer<String> teller) {
        return historyOptions.open(teller);
    }

    /**
     * Passes the events of a scope by, one after another.
     *
     * @return records that hold no event
     */
    static long pass(LogCut log, Scope scope, Consumer<FabricEvent> receiver) {
        EventCodec codec = new EventCodec();
        long[] undecodable = {0};
        log.read(Positions.NONE, record -> {
            FabricEvent event;
            try {
                event = codec.decode(record.bytes());
            } catch (UndecodableException e) {
                undecodable[0]++;
                return;
            }
            if (scope.keeps(event)) {
                receiver.accept(event);
            }
        });
        return undecodable[0];
    }

    /** Tells what a reader of the result should know. */
    static void tellLeftOut(Consumer<String> teller, long undecodable, long outOfOrder) {
        if (undecodable > 0) {
            teller.accept(Provenances.undecodable(undecodable));
        }
        if (outOfOrder > 0) {
            teller.accept(outOfOrder + " samples of counters came again or after a later one, and end no interval");
        }
    }
}
