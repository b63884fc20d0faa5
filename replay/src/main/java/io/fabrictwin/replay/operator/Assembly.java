package io.fabrictwin.replay.operator;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.timeline.PausedTime;
import io.fabrictwin.schemas.codec.EventCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Gathers the parts of a fold, in any order, and merges them into what is asked of them. */
public final class Assembly {
    /** The place of a record that could not be decoded, and why. */
    public record Undecodable(String topic, int partition, long offset, String reason)
            implements Comparable<Undecodable> {
        @Override
        public int compareTo(Undecodable other) {
            int order = topic.compareTo(other.topic);
            if (order == 0) {
                order = Integer.compare(partition, other.partition);
            }
            return order == 0 ? Long.compare(offset, other.offset) : order;
        }
    }

    private final Map<EntityKey, EntityState> states = new HashMap<>();
    /** Encoded, by a name that begins with the fabric. */
    private final SortedMap<String, byte[]> story = new TreeMap<>();

    private final SortedMap<FabricId, SortedMap<String, PausedTime>> pausedTimes = new TreeMap<>();
    private final SortedMap<FabricId, SortedMap<String, Long>> eventsByType = new TreeMap<>();
    private final SortedMap<FabricId, Later> later = new TreeMap<>();
    private final SortedSet<Undecodable> undecodable = new TreeSet<>();
    private final SortedMap<Positions.Partition, Long> firstLater = new TreeMap<>();
    private long undecodableCount;

    /** Takes one part. */
    public void add(FoldedPart part) {
        switch (part.kind()) {
            case ENTITY -> states.merge(part.entityKey(), EntityState.fromBytes(part.bytes()), EntityState::mergedWith);
            // Copies differ at most in when they were taken in; any one will do, but always the same.
            case EVENT ->
                story.merge(part.text(), part.bytes(), (one, two) -> Arrays.compareUnsigned(one, two) <= 0 ? one : two);
            case PAUSED_TIME -> {
                String[] texts = part.texts();
                pausedTimes
                        .computeIfAbsent(new FabricId(texts[0]), fabric -> new TreeMap<>())
                        .computeIfAbsent(texts[1], port -> new PausedTime())
                        .addAll(PausedTime.fromBytes(part.bytes()));
            }
            case EVENT_COUNT -> {
                String[] texts = part.texts();
                eventsByType
                        .computeIfAbsent(new FabricId(texts[0]), fabric -> new TreeMap<>())
                        .merge(texts[1], part.count(), Long::sum);
            }
            case LATER -> {
                ByteBuffer times = ByteBuffer.wrap(part.bytes());
                later.merge(
                        new FabricId(part.text()),
                        new Later(part.count(), times.getLong(), times.getLong()),
                        Later::and);
            }
            case FIRST_LATER -> {
                String[] texts = part.texts();
                firstLater.merge(
                        new Positions.Partition(texts[0], Integer.parseInt(texts[1])), part.count(), Math::min);
            }
            case UNDECODABLE_COUNT -> undecodableCount += part.count();
            case UNDECODABLE -> {
                String[] texts = part.texts();
                undecodable.add(new Undecodable(
                        texts[0],
                        Integer.parseInt(texts[1]),
                        Long.parseLong(texts[2]),
                        new String(part.bytes(), StandardCharsets.UTF_8)));
            }
        }
    }

    /** Fabrics that any event told of, in order. */
    public SortedSet<FabricId> fabrics() {
        SortedSet<FabricId> fabrics = new TreeSet<>(eventsByType.keySet());
        fabrics.addAll(later.keySet());
        return fabrics;
    }

    public FabricFrame frame(FabricId fabric, Positions positions) {
        return FabricFrame.of(fabric, states, positions);
    }

    /** Steps and samples of a fabric. */
    public SortedMap<EntityKey, EntityState> history(FabricId fabric) {
        SortedMap<EntityKey, EntityState> history = new TreeMap<>();
        states.forEach((key, state) -> {
            if (key.fabric().equals(fabric) && key.kind().tier() == EntityKind.Tier.HISTORY) {
                history.put(key, state);
            }
        });
        return history;
    }

    /** Events of a fabric that a timeline tells of. */
    public List<FabricEvent> story(FabricId fabric) {
        EventCodec codec = new EventCodec();
        String prefix = fabric.value() + FoldedPart.SEPARATOR;
        return story.tailMap(prefix).entrySet().stream()
                .takeWhile(entry -> entry.getKey().startsWith(prefix))
                .map(entry -> codec.decode(entry.getValue()))
                .toList();
    }

    /** Paused times of a fabric's ports, by what a timeline calls the port; kept for timelines alone. */
    public SortedMap<String, PausedTime> pausedTimes(FabricId fabric) {
        return Collections.unmodifiableSortedMap(pausedTimes.getOrDefault(fabric, new TreeMap<>()));
    }

    /** Events of a fabric that were within the scope, by type; duplicates count each. */
    public SortedMap<String, Long> eventsByType(FabricId fabric) {
        return Collections.unmodifiableSortedMap(eventsByType.getOrDefault(fabric, new TreeMap<>()));
    }

    /** Events of a fabric that were read, but are after the scope. */
    public long laterEvents(FabricId fabric) {
        Later events = later.get(fabric);
        return events == null ? 0 : events.count();
    }

    /** By fabric the events that were read, but are after the scope. */
    public SortedMap<FabricId, Later> later() {
        return Collections.unmodifiableSortedMap(later);
    }

    /** When the first event after the scope was, ns since 1970; empty where none is. */
    public OptionalLong firstLaterNs() {
        return later.values().stream().mapToLong(Later::firstNs).min();
    }

    /** Of each partition the offset of the first event after the scope; where there is none, what was the end. */
    public Positions laterFrom(Positions end) {
        SortedMap<Positions.Partition, Long> from = new TreeMap<>(end.nextOffsets());
        from.putAll(firstLater);
        return new Positions(from);
    }

    /** Folded states of all fabrics, of the present and of history. */
    public Map<EntityKey, EntityState> states() {
        return Collections.unmodifiableMap(states);
    }

    /** What is in the scope, as parts of which another assembly makes the same. */
    public List<FoldedPart> parts() {
        List<FoldedPart> parts = new ArrayList<>();
        states.forEach((key, state) -> parts.add(FoldedPart.entity(key, state)));
        story.forEach((name, encoded) -> parts.add(FoldedPart.event(name, encoded)));
        eventsByType.forEach((fabric, byType) ->
                byType.forEach((type, count) -> parts.add(FoldedPart.eventCount(fabric, type, count))));
        undecodable.forEach(place ->
                parts.add(FoldedPart.undecodable(place.topic(), place.partition(), place.offset(), place.reason())));
        if (undecodableCount > 0) {
            parts.add(FoldedPart.undecodableCount(undecodableCount));
        }
        return parts;
    }

    /** Records that could not be decoded: all are counted. */
    public long undecodableCount() {
        return undecodableCount;
    }

    /** Records that could not be decoded, by place; of very many, not all. */
    public SortedSet<Undecodable> undecodable() {
        return Collections.unmodifiableSortedSet(undecodable);
    }
}
