package io.fabrictwin.replay.operator;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.EntityWrites;
import io.fabrictwin.replay.source.LogRecord;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Folds what each step of a replay adds to the present state, as far as memory allows. For one thread. */
final class SteppedFold {
    private record Key(long step, EntityKey entity) {}

    private static final Set<EntityKind> PRESENT = Arrays.stream(EntityKind.values())
            .filter(kind -> kind.tier() == EntityKind.Tier.STATE)
            .collect(Collectors.toUnmodifiableSet());

    private record Counted(long step, FabricId fabric, String type) {}

    private final EventCodec codec = new EventCodec();
    private final FrameSteps steps;
    private final @Nullable JobId job;
    private final Consumer<SteppedPart> receiver;
    private final EntityWrites writes = new EntityWrites(PRESENT);
    private final Map<Key, EntityState> held = new HashMap<>();
    private final Map<Counted, Long> counts = new HashMap<>();
    private final Map<Positions.Partition, Long> firstLaterOffset = new HashMap<>();

    /**
     * Begins a fold.
     *
     * @param job whose completed steps are given away as events; null: of none
     * @param receiver of parts, some of which tell of the same thing
     */
    SteppedFold(FrameSteps steps, @Nullable JobId job, Consumer<SteppedPart> receiver) {
        this.steps = steps;
        this.job = job;
        this.receiver = receiver;
    }

    void add(LogRecord next) {
        FabricEvent event;
        try {
            event = codec.decode(next.bytes());
        } catch (UndecodableException e) {
            // It has no event time, and so no step: the fold up to the begin tells of it.
            return;
        }
        long eventTimeNs = event.meta().eventTimeNs();
        if (!steps.hold(eventTimeNs)) {
            if (eventTimeNs > steps.toNs()) {
                firstLaterOffset.merge(
                        new Positions.Partition(next.topic(), next.partition()), next.offset(), Math::min);
            }
            return;
        }
        long step = steps.of(eventTimeNs);
        counts.merge(new Counted(step, event.meta().fabric(), event.getClass().getSimpleName()), 1L, Long::sum);
        writes.tell(
                event,
                (key, told) -> held.compute(
                        new Key(step, key), (same, state) -> (state == null ? EntityState.EMPTY : state).with(told)));
        if (event instanceof StepCompleted completed && completed.job().equals(job)) {
            receiver.accept(new SteppedPart(step, FoldedPart.event(event, next.bytes())));
        }
        if (held.size() >= RecordFold.HELD_ENTITIES) {
            giveHeld();
        }
    }

    private void giveHeld() {
        held.forEach(
                (key, state) -> receiver.accept(new SteppedPart(key.step(), FoldedPart.entity(key.entity(), state))));
        held.clear();
    }

    /** Gives away what is left; the input has ended. */
    void finish() {
        giveHeld();
        firstLaterOffset.forEach(
                (partition, offset) -> receiver.accept(new SteppedPart(0, FoldedPart.firstLater(partition, offset))));
        counts.forEach((counted, count) -> receiver.accept(
                new SteppedPart(counted.step(), FoldedPart.eventCount(counted.fabric(), counted.type(), count))));
    }
}
