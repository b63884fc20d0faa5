package io.fabrictwin.streams.peer;

import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.streams.query.TwinCut;
import io.fabrictwin.streams.store.Window;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Folds some partitions of a {@link SampleLog} in memory, and tells of them through the bytes that go over the network. */
final class SampleInstance {
    final PartJournal journal;
    private final SampleLog log;
    private final SortedMap<Integer, Folded> partitions = new TreeMap<>();
    private long generation;

    private static final class Folded {
        private final Map<EntityKey, EntityState> states = new HashMap<>();
        private final Map<EntityKey, EntityState> windows = new HashMap<>();
        private int next;
    }

    SampleInstance(String run, SampleLog log) {
        this.journal = new PartJournal(run);
        this.log = log;
    }

    /** Takes a partition over, restored up to an offset. */
    void takeOver(int partition, int restoredTo) {
        Folded folded = new Folded();
        partitions.put(partition, folded);
        fold(folded, log.partition(partition).subList(0, restoredTo));
        generation++;
        tell(List.of());
    }

    void giveUp(int partition) {
        partitions.remove(partition);
        generation++;
        tell(List.of());
    }

    /** Folds the next events of a partition. */
    void fold(int partition, int events) {
        Folded folded = partitions.get(partition);
        List<FabricEvent> all = log.partition(partition);
        tell(List.of(change(
                partition, fold(folded, all.subList(folded.next, Math.min(all.size(), folded.next + events))))));
    }

    private static Map<EntityKey, @Nullable EntityState> fold(Folded folded, List<FabricEvent> events) {
        Map<EntityKey, @Nullable EntityState> changed = new HashMap<>();
        for (FabricEvent event : events) {
            Fold.writesByEntity(event).forEach((key, writes) -> {
                boolean isState = key.kind().tier() == EntityKind.Tier.STATE;
                if (isState || Window.of(key.kind()).isPresent()) {
                    Map<EntityKey, EntityState> all = isState ? folded.states : folded.windows;
                    all.put(key, all.getOrDefault(key, EntityState.EMPTY).with(writes));
                    changed.put(key, all.get(key));
                }
            });
            folded.next++;
        }
        return changed;
    }

    /** No longer keeps an entry of history, if it has any. */
    void forgetOne(int partition) {
        Folded folded = partitions.get(partition);
        folded.windows.keySet().stream().sorted().findFirst().ifPresent(entry -> {
            folded.windows.remove(entry);
            Map<EntityKey, @Nullable EntityState> gone = new HashMap<>();
            gone.put(entry, null);
            tell(List.of(change(partition, gone)));
        });
    }

    private static PartJournal.TaskChange change(int partition, Map<EntityKey, @Nullable EntityState> changed) {
        Map<EntityKey, EntityState> states = new HashMap<>();
        Map<EntityKey, @Nullable EntityState> history = new HashMap<>();
        changed.forEach((key, state) -> {
            if (key.kind().tier() == EntityKind.Tier.STATE) {
                states.put(key, state);
            } else {
                history.put(key, state);
            }
        });
        return new PartJournal.TaskChange(partition, states, history);
    }

    private void tell(List<PartJournal.TaskChange> changes) {
        List<Map<EntityKey, EntityState>> states = new ArrayList<>();
        SortedMap<Integer, Map<FabricId, History>> histories = new TreeMap<>();
        SortedMap<Positions.Partition, Long> positions = new TreeMap<>();
        partitions.forEach((partition, folded) -> {
            states.add(folded.states);
            histories.put(partition, History.with(Map.of(), folded.windows));
            positions.put(SampleLog.name(partition), (long) folded.next);
        });
        journal.add(
                generation,
                new TreeSet<>(partitions.keySet()),
                changes,
                TwinCut.EMPTY.with(states, histories, new Positions(positions)));
    }

    boolean folds(int partition) {
        return partitions.containsKey(partition);
    }

    int next(int partition) {
        return partitions.get(partition).next;
    }

    /** All history that it keeps. */
    Map<EntityKey, EntityState> windows() {
        Map<EntityKey, EntityState> all = new HashMap<>();
        partitions.values().forEach(folded -> all.putAll(folded.windows));
        return all;
    }

    /** What another gets who asks it; empty: nothing new. */
    Optional<Part> answer(@Nullable Part before) throws IOException {
        return bytes(before).isEmpty()
                ? Optional.empty()
                : Optional.of(
                        PartFile.read(new ByteArrayInputStream(bytes(before).get()), before));
    }

    Optional<byte[]> bytes(@Nullable Part before) throws IOException {
        var body = journal.body(
                before == null ? null : before.token(),
                (partition, taker) -> partitions
                        .get(partition)
                        .windows
                        .forEach((key, state) -> taker.accept(key.toBytes(), state.toBytes())));
        if (body.isEmpty()) {
            return Optional.empty();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        body.get().writeTo(out);
        return Optional.of(out.toByteArray());
    }
}
