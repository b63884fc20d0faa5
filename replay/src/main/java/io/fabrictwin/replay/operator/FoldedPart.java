package io.fabrictwin.replay.operator;

import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.replay.source.LogRecord;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A part of a replay's outcome. Parts of one key merge to one part, in any order; a duplicate changes nothing but counts.
 *
 * @param key unique within the kind; starts with the kind, so that parts can be keyed by it alone
 * @param bytes entity state, encoded event, or the reason in UTF-8
 * @param count of records; 0 where nothing is counted
 */
@SuppressWarnings("ArrayRecordComponent") // Flink reads the fields; nobody compares such records.
public record FoldedPart(Kind kind, String key, byte[] bytes, long count) {
    /** What a part tells of. */
    public enum Kind {
        /** The state of an entity. */
        ENTITY,
        /** An event that a timeline tells of. */
        EVENT,
        /** Events of one type in one fabric. */
        EVENT_COUNT,
        /** Events of one fabric after the asked time. */
        LATER_COUNT,
        /** Records that could not be decoded. */
        UNDECODABLE_COUNT,
        /** One record that could not be decoded, by its place. */
        UNDECODABLE
    }

    private static final byte[] NO_BYTES = {};
    private static final String SEPARATOR = "\n";

    static FoldedPart entity(EntityKey key, EntityState state) {
        // One character a byte: Flink does not key by arrays.
        return of(Kind.ENTITY, new String(key.toBytes(), StandardCharsets.ISO_8859_1), state.toBytes(), 0);
    }

    static FoldedPart event(FabricEvent event, byte[] encoded) {
        EventMeta meta = event.meta();
        String identity = String.join(
                SEPARATOR,
                meta.fabric().value(),
                meta.source().toString(),
                Long.toString(meta.record()),
                Integer.toString(meta.index()));
        return of(Kind.EVENT, identity, encoded, 0);
    }

    static FoldedPart eventCount(FabricId fabric, String type, long count) {
        return of(Kind.EVENT_COUNT, fabric + SEPARATOR + type, NO_BYTES, count);
    }

    static FoldedPart laterCount(FabricId fabric, long count) {
        return of(Kind.LATER_COUNT, fabric.value(), NO_BYTES, count);
    }

    static FoldedPart undecodableCount(long count) {
        return of(Kind.UNDECODABLE_COUNT, "", NO_BYTES, count);
    }

    static FoldedPart undecodable(LogRecord place, String reason) {
        return of(
                Kind.UNDECODABLE,
                place.topic() + SEPARATOR + place.partition() + SEPARATOR + place.offset(),
                reason.getBytes(StandardCharsets.UTF_8),
                0);
    }

    private static FoldedPart of(Kind kind, String name, byte[] bytes, long count) {
        return new FoldedPart(kind, kind.name() + SEPARATOR + name, bytes, count);
    }

    /** The key without the kind. */
    String name() {
        return key.substring(kind.name().length() + SEPARATOR.length());
    }

    /** The parts of the name. */
    String[] names() {
        return name().split(SEPARATOR, -1);
    }

    EntityKey entityKey() {
        return EntityKey.fromBytes(name().getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Both as one. */
    FoldedPart mergedWith(FoldedPart other) {
        byte[] merged = switch (kind) {
            case ENTITY ->
                EntityState.fromBytes(bytes)
                        .mergedWith(EntityState.fromBytes(other.bytes))
                        .toBytes();
            // Copies differ at most in when they were taken in; any one will do, but always the same.
            case EVENT -> Arrays.compareUnsigned(bytes, other.bytes) <= 0 ? bytes : other.bytes;
            case EVENT_COUNT, LATER_COUNT, UNDECODABLE_COUNT, UNDECODABLE -> bytes;
        };
        return new FoldedPart(kind, key, merged, count + other.count);
    }
}
