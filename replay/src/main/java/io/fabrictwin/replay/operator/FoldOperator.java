package io.fabrictwin.replay.operator;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.model.timeline.Timeline;
import io.fabrictwin.replay.source.LogRecord;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Decodes records and folds them as far as memory allows, so that little has to be sent: an entity's many writes leave as
 * few states. What is not yet sent is not checkpointed: this operator is for bounded input that can be read again.
 */
@SuppressWarnings("NullAway.Init") // Flink begins an operator's life with open().
final class FoldOperator extends AbstractStreamOperator<FoldedPart>
        implements OneInputStreamOperator<LogRecord, FoldedPart>, BoundedOneInput {
    private static final long serialVersionUID = 1L;

    /** Entities of the present that are held before all are sent on: they are written again and again. */
    static final int HELD_ENTITIES = 100_000;
    /** Entities of history that are held: they are written within a short time, if more than once. */
    static final int HELD_HISTORY = 10_000;
    /** Undecodable records that are told one by one; all are counted. */
    static final int TOLD_UNDECODABLE = 100;

    private static final byte[] NO_BYTES = {};

    private final FoldScope scope;
    private transient EventCodec codec;
    private transient Map<EntityKey, EntityState> held;
    private transient Map<EntityKey, EntityState> heldHistory;
    private transient Map<FabricId, Map<String, Long>> eventsByType;
    private transient Map<FabricId, Long> later;
    private transient long undecodable;

    FoldOperator(FoldScope scope) {
        this.scope = scope;
    }

    @Override
    public void open() throws Exception {
        super.open();
        codec = new EventCodec();
        held = new HashMap<>();
        heldHistory = new HashMap<>();
        eventsByType = new HashMap<>();
        later = new HashMap<>();
        undecodable = 0;
    }

    @Override
    public void processElement(StreamRecord<LogRecord> element) {
        LogRecord logRecord = element.getValue();
        byte[] value = logRecord.value() == null ? NO_BYTES : logRecord.value();
        FabricEvent event;
        try {
            event = codec.decode(value);
        } catch (UndecodableException e) {
            if (undecodable++ < TOLD_UNDECODABLE) {
                send(FoldedPart.undecodable(logRecord, String.valueOf(e.getMessage())));
            }
            return;
        }
        FabricId fabric = event.meta().fabric();
        long eventTimeNs = event.meta().eventTimeNs();
        if (!scope.reaches(eventTimeNs)) {
            later.merge(fabric, 1L, Long::sum);
            return;
        }
        eventsByType
                .computeIfAbsent(fabric, key -> new HashMap<>())
                .merge(event.getClass().getSimpleName(), 1L, Long::sum);
        Fold.writesByEntity(event).forEach((key, writes) -> {
            if (scope.keeps(key, eventTimeNs)) {
                (key.kind().tier() == EntityKind.Tier.STATE ? held : heldHistory)
                        .compute(key, (same, state) -> (state == null ? EntityState.EMPTY : state).with(writes));
            }
        });
        if (scope.tellsStory() && Timeline.tellsOf(event)) {
            send(FoldedPart.event(event, value));
        }
        if (held.size() >= HELD_ENTITIES) {
            sendAll(held);
        }
        if (heldHistory.size() >= HELD_HISTORY) {
            sendAll(heldHistory);
        }
    }

    private void sendAll(Map<EntityKey, EntityState> entities) {
        entities.forEach((key, state) -> send(FoldedPart.entity(key, state)));
        entities.clear();
    }

    private void send(FoldedPart part) {
        output.collect(new StreamRecord<>(part));
    }

    @Override
    public void endInput() {
        sendAll(held);
        sendAll(heldHistory);
        eventsByType.forEach(
                (fabric, byType) -> byType.forEach((type, count) -> send(FoldedPart.eventCount(fabric, type, count))));
        later.forEach((fabric, count) -> send(FoldedPart.laterCount(fabric, count)));
        if (undecodable > 0) {
            send(FoldedPart.undecodableCount(undecodable));
        }
    }
}
