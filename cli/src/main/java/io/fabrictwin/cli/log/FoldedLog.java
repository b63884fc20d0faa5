package io.fabrictwin.cli.log;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The log, folded plainly in memory up to given positions.
 *
 * @param states present state and history of every fabric, by entity
 * @param undecodable place and reason of each record that holds no event
 */
public record FoldedLog(Map<EntityKey, EntityState> states, Positions positions, List<String> undecodable) {

    /** Folds everything that is in the log now. */
    public static FoldedLog of(TruthLog log) {
        return of(log, log.endPositions());
    }

    public static FoldedLog of(TruthLog log, Positions end) {
        Map<EntityKey, EntityState> states = new TreeMap<>();
        List<String> undecodable = new ArrayList<>();
        log.read(end, event -> Fold.apply(states, event), undecodable::add);
        return new FoldedLog(states, end, undecodable);
    }

    /**
     * The frame of a fabric.
     *
     * @param wanted null: the one fabric that the log tells of
     */
    public FabricFrame frame(@Nullable String wanted) {
        return FabricFrame.of(chosen(wanted), states, positions);
    }

    /** The fabric that a person means. */
    public FabricId chosen(@Nullable String wanted) {
        SortedSet<FabricId> fabrics = FabricFrame.fabrics(states);
        if (fabrics.isEmpty()) {
            throw new WrongUsageException(
                    "the log holds no events yet; bring some in with: fabric-twin ingest FORMAT FILE");
        }
        if (wanted == null && fabrics.size() > 1) {
            throw new WrongUsageException(
                    "the log tells of several fabrics: " + fabrics + "; choose one with --fabric");
        }
        FabricId fabric = wanted == null ? fabrics.first() : new FabricId(wanted);
        if (!fabrics.contains(fabric)) {
            throw new WrongUsageException("the log tells of no fabric '" + wanted + "'; it has " + fabrics);
        }
        return fabric;
    }
}
