package io.fabrictwin.replay.history;

import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.replay.source.LogCut;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogGap;
import io.fabrictwin.schemas.codec.EventCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a fold comes from. The same log, positions and event time give the same digest, whatever else it says.
 *
 * @param positions the cut of the log
 * @param knownAtNs what the log had taken in by then was used, ns since 1970; null: all that it held
 * @param toNs events up to then, ns since 1970; null: all
 * @param modelVersion of the fold's rules
 * @param schemaSet fingerprint of all schemas that can be read
 * @param snapshot where the fold began; null: with the log's begin
 * @param recordsRead at most so many, beside the snapshot
 * @param gaps what is missing in the log
 */
public record Provenance(
        Positions positions,
        @Nullable Long knownAtNs,
        @Nullable Long toNs,
        int modelVersion,
        String schemaSet,
        @Nullable Snapshot snapshot,
        long recordsRead,
        List<LogGap> gaps) {
    public Provenance {
        gaps = List.copyOf(gaps);
    }

    /** Of a fold by this build. */
    public static Provenance of(LogCut log, LogEnd end, @Nullable Long toNs, @Nullable Snapshot snapshot) {
        return new Provenance(
                log.end(),
                end.knownAtNs(),
                toNs,
                Fold.VERSION,
                EventCodec.schemaSet(),
                snapshot,
                log.size(snapshot == null ? Positions.NONE : snapshot.resumeAt()),
                log.gaps());
    }
}
