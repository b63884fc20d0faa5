package io.fabrictwin.replay.job;

import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.replay.history.Provenance;
import io.fabrictwin.replay.operator.Assembly.Undecodable;
import java.util.List;

/**
 * What a replay found.
 *
 * @param provenance what it was folded from
 * @param fabrics in order of name
 * @param undecodableCount records that could not be decoded
 * @param undecodable the first of them, by place
 */
public record ReplayResult(
        Provenance provenance, List<FabricReplay> fabrics, long undecodableCount, List<Undecodable> undecodable) {
    public ReplayResult {
        fabrics = List.copyOf(fabrics);
        undecodable = List.copyOf(undecodable);
    }

    /** The cut of the log that was read. */
    public Positions positions() {
        return provenance.positions();
    }
}
