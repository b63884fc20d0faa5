package io.fabrictwin.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.testkit.gen.EventGenerator;
import io.fabrictwin.testkit.gen.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The law of the fold: the state after a set of events depends on the set alone. */
class FoldProperties {
    private static final int SEEDS = 100;
    private static final int EVENTS = 200;

    @Test
    void anyOrderGivesTheSameState() {
        Seeds.forAll(SEEDS, random -> {
            List<FabricEvent> events = new EventGenerator(random).events(EVENTS);
            Map<EntityKey, EntityState> inOrder = fold(events);
            Collections.shuffle(events, random);
            assertThat(fold(events)).isEqualTo(inOrder);
            assertThat(digests(fold(events))).isEqualTo(digests(inOrder));
        });
    }

    @Test
    void duplicatesChangeNothing() {
        Seeds.forAll(SEEDS, random -> {
            List<FabricEvent> events = new EventGenerator(random).events(EVENTS);
            Map<EntityKey, EntityState> once = fold(events);
            List<FabricEvent> again = new ArrayList<>(events);
            for (int i = 0; i < EVENTS; i++) {
                again.add(random.nextInt(again.size()), events.get(random.nextInt(EVENTS)));
            }
            assertThat(fold(again)).isEqualTo(once);
        });
    }

    @Test
    void anyPartitioningMergesToTheSameState() {
        Seeds.forAll(SEEDS, random -> {
            List<FabricEvent> events = new EventGenerator(random).events(EVENTS);
            int partitions = 1 + random.nextInt(7);
            List<List<FabricEvent>> parts = new ArrayList<>();
            for (int i = 0; i < partitions; i++) {
                parts.add(new ArrayList<>());
            }
            events.forEach(event -> parts.get(random.nextInt(partitions)).add(event));
            Collections.shuffle(parts, random);
            Map<EntityKey, EntityState> merged = new TreeMap<>();
            parts.forEach(part -> Fold.merge(merged, fold(part)));
            assertThat(merged).isEqualTo(fold(events));
        });
    }

    @Test
    void anyBatchSplitAndRestartGivesTheSameState() {
        Seeds.forAll(SEEDS, random -> {
            List<FabricEvent> events = new EventGenerator(random).events(EVENTS);
            Map<EntityKey, EntityState> states = new HashMap<>();
            for (int from = 0; from < events.size(); ) {
                int to = Math.min(events.size(), from + 1 + random.nextInt(20));
                Fold.applyAll(states, events.subList(from, to));
                states = stopAndStart(states);
                from = to;
            }
            assertThat(new TreeMap<>(states)).isEqualTo(fold(events));
        });
    }

    @Test
    void digestTellsDifferentStatesApart() {
        Seeds.forAll(SEEDS, random -> {
            List<FabricEvent> events = new EventGenerator(random).events(EVENTS);
            Map<EntityKey, EntityState> all = fold(events);
            Map<EntityKey, EntityState> fewer = fold(events.subList(0, EVENTS / 2));
            assertThat(digests(all).equals(digests(fewer)))
                    .isEqualTo(present(all).equals(present(fewer)));
        });
    }

    private static Map<EntityKey, EntityState> fold(List<FabricEvent> events) {
        Map<EntityKey, EntityState> states = new TreeMap<>();
        Fold.applyAll(states, events);
        return states;
    }

    /** States as a store gives them back: through their bytes. */
    private static Map<EntityKey, EntityState> stopAndStart(Map<EntityKey, EntityState> states) {
        Map<EntityKey, EntityState> restored = new HashMap<>();
        states.forEach((key, state) ->
                restored.put(EntityKey.fromBytes(key.toBytes()), EntityState.fromBytes(state.toBytes())));
        return restored;
    }

    private static Map<FabricId, String> digests(Map<EntityKey, EntityState> states) {
        Map<FabricId, String> digests = new TreeMap<>();
        FabricFrame.fabrics(states)
                .forEach(fabric -> digests.put(
                        fabric, FabricFrame.of(fabric, states, Positions.NONE).digest()));
        return digests;
    }

    private static Map<FabricId, Map<EntityKey, EntityState>> present(Map<EntityKey, EntityState> states) {
        Map<FabricId, Map<EntityKey, EntityState>> present = new TreeMap<>();
        FabricFrame.fabrics(states)
                .forEach(fabric -> present.put(
                        fabric, FabricFrame.of(fabric, states, Positions.NONE).states()));
        return present;
    }
}
