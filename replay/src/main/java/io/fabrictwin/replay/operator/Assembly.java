package io.fabrictwin.replay.operator;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.schemas.codec.EventCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Gathers the merged parts of a fold, in any order, into what is asked of them. */
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

    private final EventCodec codec = new EventCodec();
    private final SortedMap<EntityKey, EntityState> states = new TreeMap<>();
    private final SortedMap<FabricId, List<FabricEvent>> story = new TreeMap<>();
    private final SortedMap<FabricId, SortedMap<String, Long>> eventsByType = new TreeMap<>();
    private final SortedMap<FabricId, Long> later = new TreeMap<>();
    private final SortedSet<Undecodable> undecodable = new TreeSet<>();
    private long undecodableCount;

    /** Takes one merged part; parts of one key must have been merged before. */
    public void add(FoldedPart part) {
        switch (part.kind()) {
            case ENTITY -> states.put(part.entityKey(), EntityState.fromBytes(part.bytes()));
            case EVENT -> {
                FabricEvent event = codec.decode(part.bytes());
                story.computeIfAbsent(event.meta().fabric(), fabric -> new ArrayList<>())
                        .add(event);
            }
            case EVENT_COUNT -> {
                String[] names = part.names();
                eventsByType
                        .computeIfAbsent(new FabricId(names[0]), fabric -> new TreeMap<>())
                        .put(names[1], part.count());
            }
            case LATER_COUNT -> later.put(new FabricId(part.name()), part.count());
            case UNDECODABLE_COUNT -> undecodableCount = part.count();
            case UNDECODABLE -> {
                String[] names = part.names();
                undecodable.add(new Undecodable(
                        names[0],
                        Integer.parseInt(names[1]),
                        Long.parseLong(names[2]),
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
        return story.getOrDefault(fabric, List.of());
    }

    /** Events of a fabric that were within the scope, by type; duplicates count each. */
    public SortedMap<String, Long> eventsByType(FabricId fabric) {
        return Collections.unmodifiableSortedMap(eventsByType.getOrDefault(fabric, new TreeMap<>()));
    }

    /** Events of a fabric that were read, but are after the scope. */
    public long laterEvents(FabricId fabric) {
        return later.getOrDefault(fabric, 0L);
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
