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

/** The frames of a span of history. Its steps are folded while they are asked for, as many at a time as memory allows. */
public final class SteppedReplay {
    /** So many entities, counted at each step that changes them, are held at a time: about half a gigabyte. */
    private static final long HELD_ENTITIES = 500_000;

    private static final long FIRST_STEPS = 4;
    private static final long MOST_GROWTH = 4;

    private final Provenance provenance;
    private final FrameSteps steps;
    private final Assembly base;
    private final Positions laterFrom;
    private final FramesJob job;

    /**
     * Steps yet to be folded.
     *
     * @param laterFrom where the first event after the base lies
     */
    SteppedReplay(Provenance provenance, FrameSteps steps, Assembly base, Positions laterFrom, FramesJob job) {
        this.provenance = provenance;
        this.steps = steps;
        this.base = base;
        this.laterFrom = laterFrom;
        this.job = job;
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
        base.later().forEach((fabric, later) -> {
            if (later.firstNs() <= steps.toNs()) {
                fabrics.add(fabric);
            }
        });
        return fabrics;
    }

    /** How many frames there are at most. */
    public long frames() {
        return steps.of(steps.toNs()) + 1;
    }

    /**
     * Makes the frames of a fabric in order of event time, from the first that holds anything, until one is the last wanted. The
     * cluster that the replay runs on has to be open.
     */
    public void forEach(FabricId fabric, Predicate<SteppedFrame> wantsMore) {
        Map<EntityKey, EntityState> states = new HashMap<>();
        merge(states, base, fabric);
        Assembly nothing = new Assembly();
        Positions positions = provenance.positions();
        FabricFrame frame = FabricFrame.of(fabric, states, positions);
        boolean wanted = states.isEmpty() || wantsMore.test(told(0, frame, nothing));
        Positions from = laterFrom;
        long entitiesAStep = base.states().size();
        long count = entitiesAStep == 0 ? FIRST_STEPS : stepsAtATime(entitiesAStep);
        for (long first = 1; wanted && first < frames(); ) {
            long last = Math.min(frames(), first + count) - 1;
            FramesJob.Added added = job.added(first, last, from);
            for (long step = first; wanted && step <= last; step++) {
                Assembly delta = added.byStep().getOrDefault(step, nothing);
                if (merge(states, delta, fabric)) {
                    frame = FabricFrame.of(fabric, states, positions);
                }
                wanted = states.isEmpty() || wantsMore.test(told(step, frame, delta));
            }
            entitiesAStep = added.entities() / (last - first + 1);
            count = Math.min(count * MOST_GROWTH, stepsAtATime(entitiesAStep));
            from = added.laterFrom();
            first = last + 1;
        }
    }

    private static long stepsAtATime(long entitiesAStep) {
        return Math.max(1, HELD_ENTITIES / Math.max(1, entitiesAStep));
    }

    private SteppedFrame told(long step, FabricFrame frame, Assembly delta) {
        FabricId fabric = frame.fabric();
        return new SteppedFrame(steps.endNs(step), frame, delta.eventsByType(fabric), completed(delta, fabric));
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
