package io.fabrictwin.cli.log;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.replay.history.FoldedHistory;
import io.fabrictwin.replay.history.HistoryFold;
import io.fabrictwin.replay.history.Snapshots;
import io.fabrictwin.replay.operator.Assembly;
import io.fabrictwin.replay.source.LogCut;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import io.fabrictwin.schemas.BrokerAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** The log, folded plainly in memory, as a person asks for it. */
public record FoldedLog(FoldedHistory history) {

    /** Folds everything that is in a broker's log now. */
    public static FoldedLog of(BrokerAccess broker) {
        return of(new LogSource.Broker(broker).cut(LogEnd.NOW));
    }

    /** Folds a log to its end. */
    public static FoldedLog of(LogCut log) {
        return new FoldedLog(new HistoryFold(log, LogEnd.NOW, Snapshots.NONE).all());
    }

    private Assembly assembly() {
        return history.assembly();
    }

    /** Present state and history of every fabric, by entity. */
    public Map<EntityKey, EntityState> states() {
        return assembly().states();
    }

    /** Place and reason of each record that holds no event; of very many, the first and how many more. */
    public List<String> undecodable() {
        List<String> told = new ArrayList<>();
        assembly()
                .undecodable()
                .forEach(place -> told.add(
                        place.topic() + "-" + place.partition() + " offset " + place.offset() + ": " + place.reason()));
        if (assembly().undecodableCount() > told.size()) {
            told.add((assembly().undecodableCount() - told.size()) + " records more");
        }
        return told;
    }

    /**
     * The frame of a fabric.
     *
     * @param wanted null: the one fabric that the log tells of
     */
    public FabricFrame frame(@Nullable String wanted) {
        return assembly().frame(chosen(wanted), history.provenance().positions());
    }

    private FabricId chosen(@Nullable String wanted) {
        FabricId fabric = chosen(assembly().fabrics(), wanted);
        Long toNs = history.provenance().toNs();
        if (toNs != null && assembly().eventsByType(fabric).isEmpty()) {
            throw new WrongUsageException("the log tells of nothing in fabric '" + fabric + "' up to "
                    + Units.instant(toNs) + "; its first event is of "
                    + Units.instant(assembly().firstLaterNs().orElse(toNs)));
        }
        return fabric;
    }

    /**
     * The fabric that a person means.
     *
     * @param fabrics that the log tells of
     * @param wanted null: the only one
     */
    public static FabricId chosen(SortedSet<FabricId> fabrics, @Nullable String wanted) {
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
