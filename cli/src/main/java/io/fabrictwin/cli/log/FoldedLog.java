package io.fabrictwin.cli.log;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.replay.source.LogCut;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
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
    private static final EventCodec CODEC = new EventCodec();
    private static final byte[] NO_BYTES = {};

    /** Folds everything that is in a broker's log now. */
    public static FoldedLog of(String bootstrap) {
        return of(new LogSource.Broker(bootstrap).cut(LogEnd.NOW));
    }

    /** Folds a log to its end. */
    public static FoldedLog of(LogCut log) {
        Map<EntityKey, EntityState> states = new TreeMap<>();
        List<String> undecodable = new ArrayList<>();
        log.read(Positions.NONE, next -> {
            byte[] value = next.value() == null ? NO_BYTES : next.value();
            FabricEvent event;
            try {
                event = CODEC.decode(value);
            } catch (UndecodableException e) {
                undecodable.add(
                        next.topic() + "-" + next.partition() + " offset " + next.offset() + ": " + e.getMessage());
                return;
            }
            Fold.apply(states, event);
        });
        return new FoldedLog(states, log.end(), undecodable);
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
