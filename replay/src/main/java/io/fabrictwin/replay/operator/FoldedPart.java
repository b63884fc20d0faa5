package io.fabrictwin.replay.operator;

import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.timeline.PausedTime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A part of a replay's outcome. Parts of one kind and name merge to one, in any order; of an entity and an event a
 * duplicate changes nothing, nor one of a paused time; counts add up.
 *
 * @param name of what it tells, as bytes: a text goes through Flink one character after the other
 * @param bytes entity state, encoded event, paused time, times of the first and the last, or the reason in UTF-8
 * @param count of records, or an offset; 0 where nothing is counted
 */
@SuppressWarnings("ArrayRecordComponent") // Flink reads the fields; nobody compares such records.
public record FoldedPart(Kind kind, byte[] name, byte[] bytes, long count) {
    /** What a part tells of. */
    public enum Kind {
        /** The state of an entity. */
        ENTITY,
        /** An event that a timeline tells of. */
        EVENT,
        /** Paused times of one port or priority of one. */
        PAUSED_TIME,
        /** Events of one type in one fabric. */
        EVENT_COUNT,
        /** Events of one fabric after the asked time, with the times of the first and the last of them. */
        LATER,
        /** Of one partition the offset of the first event after the asked time: from there on a later fold has to read. */
        FIRST_LATER,
        /** Records that could not be decoded. */
        UNDECODABLE_COUNT,
        /** One record that could not be decoded, by its place. */
        UNDECODABLE
    }

    private static final byte[] NO_BYTES = {};
    static final String SEPARATOR = "\n";

    static FoldedPart entity(EntityKey key, EntityState state) {
        return new FoldedPart(Kind.ENTITY, key.toBytes(), state.toBytes(), 0);
    }

    static FoldedPart event(FabricEvent event, byte[] encoded) {
        EventMeta meta = event.meta();
        String identity = String.join(
                SEPARATOR,
                meta.fabric().value(),
                meta.source().toString(),
                Long.toString(meta.record()),
                Integer.toString(meta.index()));
        return event(identity, encoded);
    }

    static FoldedPart event(String identity, byte[] encoded) {
        return of(Kind.EVENT, identity, encoded, 0);
    }

    static FoldedPart pausedTime(FabricId fabric, String port, PausedTime paused) {
        return of(Kind.PAUSED_TIME, fabric + SEPARATOR + port, paused.toBytes(), 0);
    }

    static FoldedPart eventCount(FabricId fabric, String type, long count) {
        return of(Kind.EVENT_COUNT, fabric + SEPARATOR + type, NO_BYTES, count);
    }

    static FoldedPart later(FabricId fabric, Later events) {
        return of(
                Kind.LATER,
                fabric.value(),
                ByteBuffer.allocate(2 * Long.BYTES)
                        .putLong(events.firstNs())
                        .putLong(events.lastNs())
                        .array(),
                events.count());
    }

    static FoldedPart firstLater(Positions.Partition partition, long offset) {
        return of(Kind.FIRST_LATER, partition.topic() + SEPARATOR + partition.number(), NO_BYTES, offset);
    }

    static FoldedPart undecodableCount(long count) {
        return of(Kind.UNDECODABLE_COUNT, "", NO_BYTES, count);
    }

    static FoldedPart undecodable(String topic, int partition, long offset, String reason) {
        return of(
                Kind.UNDECODABLE,
                topic + SEPARATOR + partition + SEPARATOR + offset,
                reason.getBytes(StandardCharsets.UTF_8),
                0);
    }

    private static FoldedPart of(Kind kind, String name, byte[] bytes, long count) {
        return new FoldedPart(kind, name.getBytes(StandardCharsets.UTF_8), bytes, count);
    }

    /** What of it lies within a scope that keeps less of history; empty where nothing does. */
    public Optional<FoldedPart> within(FoldScope scope) {
        if (kind == Kind.EVENT && !scope.tellsStory()) {
            return Optional.empty();
        }
        if (kind != Kind.ENTITY || scope.keepsAllOf(entityKey().kind())) {
            return Optional.of(this);
        }
        EntityState kept = EntityState.fromBytes(bytes).since(scope.historyFromNs());
        if (kept.attributes().isEmpty()) {
            return Optional.empty();
        }
        return scope.keepsPausedTimes() ? pausedTime(entityKey(), kept) : Optional.of(entity(entityKey(), kept));
    }

    private static Optional<FoldedPart> pausedTime(EntityKey key, EntityState state) {
        PausedTime paused = new PausedTime();
        if (key.kind() == EntityKind.PORT_SAMPLE) {
            paused.add(state);
        }
        return paused.isEmpty()
                ? Optional.empty()
                : Optional.of(pausedTime(key.fabric(), PausedTime.portOf(key), paused));
    }

    EntityKey entityKey() {
        return EntityKey.fromBytes(name);
    }

    String text() {
        return new String(name, StandardCharsets.UTF_8);
    }

    /** The elements of the name. */
    String[] texts() {
        return text().split(SEPARATOR, -1);
    }
}
