package io.fabrictwin.replay.job;

import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.replay.history.Provenance;
import io.fabrictwin.replay.operator.Assembly;
import io.fabrictwin.replay.operator.FrameSteps;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Folded steps of a span of history, and the frames that they make up. */
public final class SteppedReplay {
    private final Provenance provenance;
    private final FrameSteps steps;
    private final Assembly base;
    private final SortedMap<Long, Assembly> deltas;

    SteppedReplay(Provenance provenance, FrameSteps steps, Assembly base, SortedMap<Long, Assembly> deltas) {
        this.provenance = provenance;
        this.steps = steps;
        this.base = base;
        this.deltas = deltas;
    }

    /** Of all frames: each also has its own time. */
    public Provenance provenance() {
        return provenance;
    }

    /** Records that could not be decoded, of the whole log. */
    public long undecodableCount() {
        return base.undecodableCount();
    }

    /** Fabrics that any event told of up to the end, in order. */
    public SortedSet<FabricId> fabrics() {
        SortedSet<FabricId> fabrics = new TreeSet<>(FabricFrame.fabrics(base.states()));
        deltas.values().forEach(delta -> fabrics.addAll(delta.fabrics()));
        return fabrics;
    }

    /** How many frames there are at most. */
    public long frames() {
        return steps.of(steps.toNs()) + 1;
    }

    /** Makes the frames of a fabric in order of event time, from the first that holds anything, until one is the last wanted. */
    public void forEach(FabricId fabric, Predicate<SteppedFrame> wantsMore) {
        Map<EntityKey, EntityState> states = new HashMap<>();
        merge(states, base, fabric);
        Assembly nothing = new Assembly();
        Positions positions = provenance.positions();
        FabricFrame frame = FabricFrame.of(fabric, states, positions);
        boolean wanted = true;
        for (long step = 0; wanted && step < frames(); step++) {
            Assembly delta = deltas.getOrDefault(step, nothing);
            if (merge(states, delta, fabric)) {
                frame = FabricFrame.of(fabric, states, positions);
            }
            if (!states.isEmpty()) {
                wanted = wantsMore.test(new SteppedFrame(
                        steps.endNs(step), frame, delta.eventsByType(fabric), completed(delta, fabric)));
            }
        }
    }

    private static boolean merge(Map<EntityKey, EntityState> states, Assembly more, FabricId fabric) {
        boolean isChanged = false;
        for (Map.Entry<EntityKey, EntityState> entry : more.states().entrySet()) {
            if (entry.getKey().fabric().equals(fabric)) {
                states.merge(entry.getKey(), entry.getValue(), EntityState::mergedWith);
                isChanged = true;
            }
        }
        return isChanged;
    }

    private static List<StepCompleted> completed(Assembly delta, FabricId fabric) {
        SortedMap<Long, StepCompleted> byStep = new TreeMap<>();
        delta.story(fabric).forEach(event -> {
            if (event instanceof StepCompleted completed) {
                byStep.put(completed.step(), completed);
            }
        });
        return List.copyOf(byStep.values());
    }
}
