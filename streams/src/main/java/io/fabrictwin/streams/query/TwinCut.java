package io.fabrictwin.streams.query;

import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What the twin knows at one cut of the log, of all fabrics. Immutable. */
public final class TwinCut {
    private final Map<EntityKey, EntityState> states;
    private final SortedMap<EntityKey, EntityState> windows;
    private final Positions positions;
    private final SortedSet<FabricId> fabrics;
    private final Map<FabricId, FabricFrame> frames = new ConcurrentHashMap<>();

    TwinCut(Map<EntityKey, EntityState> states, Map<EntityKey, EntityState> windows, Positions positions) {
        this.states = Collections.unmodifiableMap(states);
        this.windows = Collections.unmodifiableSortedMap(new TreeMap<>(windows));
        this.positions = positions;
        this.fabrics = Collections.unmodifiableSortedSet(FabricFrame.fabrics(states));
    }

    /** Next offset of every partition read: what lies before is in this cut, what lies after is not. */
    public Positions positions() {
        return positions;
    }

    public SortedSet<FabricId> fabrics() {
        return fabrics;
    }

    /** The frame of a fabric; an empty one where nothing was told of it. */
    public FabricFrame frame(FabricId fabric) {
        return frames.computeIfAbsent(fabric, id -> FabricFrame.of(id, states, positions));
    }

    /** The bounded history of one fabric beside its frame, in order. */
    public SortedMap<EntityKey, EntityState> windows(FabricId fabric) {
        SortedMap<EntityKey, EntityState> own = new TreeMap<>();
        windows.forEach((key, state) -> {
            if (key.fabric().equals(fabric)) {
                own.put(key, state);
            }
        });
        return Collections.unmodifiableSortedMap(own);
    }

    /** The newest steps of a job, in order of step. */
    public List<Step> steps(FabricId fabric, JobId job) {
        List<Step> steps = new ArrayList<>();
        EntityKey from = new EntityKey(fabric, EntityKind.STEP, List.of(job.value()));
        for (Map.Entry<EntityKey, EntityState> entry : windows.tailMap(from).entrySet()) {
            EntityKey key = entry.getKey();
            if (!key.fabric().equals(fabric)
                    || key.kind() != EntityKind.STEP
                    || !key.owner().equals(job.value())) {
                break;
            }
            Long startNs = whole(entry.getValue(), AttributeName.START_NS);
            Long endNs = whole(entry.getValue(), AttributeName.END_NS);
            if (startNs != null && endNs != null) {
                steps.add(new Step(
                        Long.parseLong(key.path().get(1)),
                        startNs,
                        whole(entry.getValue(), AttributeName.COMPUTE_END_NS),
                        endNs));
            }
        }
        steps.sort(null);
        return List.copyOf(steps);
    }

    private static @Nullable Long whole(EntityState state, String attribute) {
        Value value = state.newest(attribute).map(Cell::value).orElse(null);
        return value instanceof Value.Whole whole ? whole.number() : null;
    }
}
