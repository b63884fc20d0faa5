package io.fabrictwin.replay.history;

import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.replay.operator.Assembly;
import io.fabrictwin.replay.operator.FoldScope;
import io.fabrictwin.replay.operator.FoldedPart;
import io.fabrictwin.replay.operator.RecordFold;
import io.fabrictwin.replay.source.LogCut;
import io.fabrictwin.replay.source.LogEnd;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The plain fold of a log, in this thread, from the nearest snapshot on. */
public final class HistoryFold {
    /** A fold that read so many records more than its outcome has entities is worth keeping. */
    private static final long WORTH_KEEPING_RECORDS = 50_000;

    private final LogCut log;
    private final LogEnd end;
    private final Snapshots snapshots;

    /**
     * Prepares folds of a log.
     *
     * @param end how the cut was asked for
     */
    public HistoryFold(LogCut log, LogEnd end, Snapshots snapshots) {
        this.log = log;
        this.end = end;
        this.snapshots = snapshots;
    }

    /** Folds everything, with all of history. */
    public FoldedHistory all() {
        return run(new FoldScope(Long.MAX_VALUE, 0, Long.MAX_VALUE, FoldScope.Detail.HISTORY), null);
    }

    /** Folds everything from the newest snapshot on; of history at least what lies up to the horizon before its time. */
    public FoldedHistory newest() {
        FoldScope anyHistory = new FoldScope(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, FoldScope.Detail.HISTORY);
        Snapshot base = snapshots.nearest(log, anyHistory).orElse(null);
        long historyFromNs = base == null ? 0 : Math.max(0, base.eventTimeNs() - Snapshot.HORIZON_NS);
        return run(new FoldScope(Long.MAX_VALUE, historyFromNs, Long.MAX_VALUE, FoldScope.Detail.HISTORY), base);
    }

    /**
     * Folds events up to a time, with the horizon before it of history; a fold that took long is kept.
     *
     * @param toNs ns since 1970, inclusive
     */
    public FoldedHistory at(long toNs) {
        FoldScope scope = Snapshot.scope(toNs);
        Snapshot base = snapshots.nearest(log, scope).orElse(null);
        Assembly assembly = assembly(scope, base);
        Provenance provenance = Provenance.of(log, end, toNs, base);
        if (provenance.recordsRead() > assembly.states().size() + WORTH_KEEPING_RECORDS) {
            keep(toNs, assembly);
        }
        return new FoldedHistory(assembly, provenance);
    }

    /** Folds events up to a time and keeps the fold, unless a snapshot of that time is kept already. */
    public void keepAt(long toNs) {
        FoldScope scope = Snapshot.scope(toNs);
        Snapshot base = snapshots.nearest(log, scope).orElse(null);
        if (base == null || base.eventTimeNs() < toNs) {
            keep(toNs, assembly(scope, base));
        }
    }

    private FoldedHistory run(FoldScope scope, @Nullable Snapshot base) {
        return new FoldedHistory(assembly(scope, base), Provenance.of(log, end, null, base));
    }

    private Assembly assembly(FoldScope scope, @Nullable Snapshot base) {
        Assembly assembly = Snapshots.begin(base, scope);
        RecordFold fold = new RecordFold(scope, base == null ? null : base.coverage(), assembly::add);
        log.read(base == null ? Positions.NONE : base.resumeAt(), fold::add);
        fold.finish();
        return assembly;
    }

    private void keep(long toNs, Assembly assembly) {
        List<FoldedPart> parts = assembly.parts();
        snapshots.keep(
                new Snapshot(
                        "",
                        log.topicIds(),
                        toNs,
                        Snapshot.byName(log.end()),
                        Snapshot.byName(assembly.laterFrom(log.end())),
                        Snapshots.version(),
                        parts.size()),
                parts);
    }
}
