package io.fabrictwin.replay.operator;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.EntityWrites;
import io.fabrictwin.model.timeline.PausedTime;
import io.fabrictwin.model.timeline.Timeline;
import io.fabrictwin.replay.source.LogRecord;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decodes records and folds them as far as memory allows, so that little has to be merged: an entity's many writes leave
 * as few states. For one thread.
 */
public final class RecordFold {
    /** Entities of the present that are held before all are given away: they are written again and again. */
    static final int HELD_ENTITIES = 100_000;
    /** Entities of history that are held: they are written within a short time, if more than once. */
    static final int HELD_HISTORY = 10_000;
    /** Undecodable records that are told one by one; all are counted. */
    static final int TOLD_UNDECODABLE = 100;

    private record PausedPort(
            FabricId fabric, PortId port, @Nullable Integer priority) {}

    private final EventCodec codec = new EventCodec();
    private final FoldScope scope;
    private final @Nullable Coverage covered;
    private final Consumer<FoldedPart> receiver;
    private final EntityWrites writes;
    private final Map<EntityKey, EntityState> held = new HashMap<>();
    private final Map<EntityKey, EntityState> heldHistory = new HashMap<>();
    private final Map<PausedPort, PausedTime> pausedTimes = new HashMap<>();
    private final EventCounts counts = new EventCounts();
    private final Map<FabricId, Later> later = new HashMap<>();
    private final Map<Positions.Partition, Long> firstLaterOffset = new HashMap<>();
    private long undecodable;

    /**
     * Begins a fold.
     *
     * @param covered what need not be folded; null: nothing
     * @param receiver of parts, some of which tell of the same thing
     */
    public RecordFold(FoldScope scope, @Nullable Coverage covered, Consumer<FoldedPart> receiver) {
        this.scope = scope;
        this.covered = covered;
        this.receiver = receiver;
        this.writes = new EntityWrites(scope.kinds());
    }

    public void add(LogRecord next) {
        byte[] value = next.bytes();
        FabricEvent event;
        try {
            event = codec.decode(value);
        } catch (UndecodableException e) {
            if ((covered == null || !covered.passed(next)) && undecodable++ < TOLD_UNDECODABLE) {
                receiver.accept(FoldedPart.undecodable(
                        next.topic(), next.partition(), next.offset(), String.valueOf(e.getMessage())));
            }
            return;
        }
        FabricId fabric = event.meta().fabric();
        long eventTimeNs = event.meta().eventTimeNs();
        if (covered != null && covered.holds(next, eventTimeNs)) {
            return;
        }
        if (!scope.reaches(eventTimeNs)) {
            later.merge(fabric, new Later(1, eventTimeNs, eventTimeNs), Later::and);
            firstLaterOffset.merge(new Positions.Partition(next.topic(), next.partition()), next.offset(), Math::min);
            return;
        }
        counts.add(fabric, event.getClass());
        writes.tell(event, (key, told) -> {
            if (scope.keeps(key, eventTimeNs)) {
                (key.kind().tier() == EntityKind.Tier.STATE ? held : heldHistory)
                        .compute(key, (same, state) -> (state == null ? EntityState.EMPTY : state).with(told));
            }
        });
        if (scope.tellsStory() && Timeline.tellsOf(event)) {
            receiver.accept(FoldedPart.event(event, value));
        }
        if (scope.keepsPausedTimes()
                && event instanceof PortCountersObserved counters
                && scope.isWithinHistory(eventTimeNs)) {
            pausedTimes
                    .computeIfAbsent(
                            new PausedPort(fabric, counters.port(), counters.priority()), port -> new PausedTime())
                    .add(counters);
        }
        if (held.size() >= HELD_ENTITIES) {
            giveAll(held);
        }
        if (heldHistory.size() >= HELD_HISTORY) {
            giveAll(heldHistory);
        }
    }

    private void giveAll(Map<EntityKey, EntityState> entities) {
        entities.forEach((key, state) -> receiver.accept(FoldedPart.entity(key, state)));
        entities.clear();
    }

    /** Gives away what is left; the input has ended. */
    public void finish() {
        giveAll(held);
        giveAll(heldHistory);
        pausedTimes.forEach((at, paused) -> {
            if (!paused.isEmpty()) {
                receiver.accept(
                        FoldedPart.pausedTime(at.fabric(), PausedTime.nameOf(at.port(), at.priority()), paused));
            }
        });
        counts.forEach((fabric, type, count) -> receiver.accept(FoldedPart.eventCount(fabric, type, count)));
        later.forEach((fabric, events) -> receiver.accept(FoldedPart.later(fabric, events)));
        firstLaterOffset.forEach((partition, offset) -> receiver.accept(FoldedPart.firstLater(partition, offset)));
        if (undecodable > 0) {
            receiver.accept(FoldedPart.undecodableCount(undecodable));
        }
    }
}
