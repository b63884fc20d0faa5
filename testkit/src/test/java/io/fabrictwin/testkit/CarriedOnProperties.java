package io.fabrictwin.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.model.state.StateMap;
import io.fabrictwin.testkit.gen.EventGenerator;
import io.fabrictwin.testkit.gen.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is carried on batch by batch, at the cost of what is new, equals what is made of all at once. */
class CarriedOnProperties {
    private static final int SEEDS = 60;
    private static final int EVENTS = 200;

    @Test
    void aFrameCarriedOnIsTheFrameOfAll() {
        Seeds.forAll(SEEDS, random -> {
            List<FabricEvent> events = new EventGenerator(random).events(EVENTS);
            Map<EntityKey, EntityState> states = new TreeMap<>();
            Map<FabricId, FabricFrame> frames = new HashMap<>();
            for (List<FabricEvent> batch : batches(events, random)) {
                Map<EntityKey, EntityState> own = new HashMap<>();
                Fold.applyAll(own, batch);
                Fold.merge(states, own);
                for (FabricId fabric : FabricFrame.fabrics(own)) {
                    Map<EntityKey, EntityState> more = new HashMap<>(own);
                    more.keySet()
                            .removeIf(key ->
                                    !key.fabric().equals(fabric) || key.kind().tier() == EntityKind.Tier.HISTORY);
                    frames.compute(
                            fabric,
                            (id, frame) -> frame == null
                                    ? FabricFrame.of(id, more, Positions.NONE)
                                    : frame.with(more, Positions.NONE));
                    assertEqual(frames.get(fabric), FabricFrame.of(fabric, states, Positions.NONE));
                }
            }
        });
    }

    private static void assertEqual(FabricFrame carried, FabricFrame whole) {
        assertThat(carried.digest()).isEqualTo(whole.digest());
        assertThat(carried.states()).isEqualTo(whole.states());
        assertThat(carried.identities().joined()).isEqualTo(whole.identities().joined());
        assertThat(carried.devices()).isEqualTo(whole.devices());
        assertThat(carried.links()).isEqualTo(whole.links());
        assertThat(carried.ports()).isEqualTo(whole.ports());
        assertThat(carried.queues()).isEqualTo(whole.queues());
        assertThat(carried.jobs()).isEqualTo(whole.jobs());
    }

    @Test
    void aHistoryCarriedOnTellsWhatAllStatesTell() {
        Seeds.forAll(SEEDS, random -> {
            List<FabricEvent> events = new EventGenerator(random).events(EVENTS);
            Map<EntityKey, EntityState> kept = new TreeMap<>();
            Map<FabricId, History> histories = Map.of();
            for (List<FabricEvent> batch : batches(events, random)) {
                Map<EntityKey, EntityState> changes = new HashMap<>();
                for (FabricEvent event : batch) {
                    Fold.apply(kept, event);
                    Fold.writesByEntity(event).keySet().forEach(key -> changes.put(key, kept.get(key)));
                }
                if (random.nextInt(3) == 0) {
                    EntityKey leaving = List.copyOf(kept.keySet()).get(random.nextInt(kept.size()));
                    kept.remove(leaving);
                    changes.put(leaving, null);
                }
                changes.keySet().removeIf(key -> key.kind().tier() == EntityKind.Tier.STATE);
                histories = History.with(histories, changes);
            }
            for (Map.Entry<FabricId, History> history : histories.entrySet()) {
                assertThat(history.getValue().windows(history.getKey())).isEqualTo(Windows.of(history.getKey(), kept));
            }
        });
    }

    @Test
    void aStateMapIsASortedMapWithOneDigestWhateverMadeIt() {
        Seeds.forAll(SEEDS, random -> {
            TreeMap<EntityKey, EntityState> expected = new TreeMap<>();
            StateMap map = StateMap.EMPTY;
            for (List<FabricEvent> batch : batches(new EventGenerator(random).events(EVENTS), random)) {
                Map<EntityKey, EntityState> changes = new HashMap<>();
                Fold.applyAll(changes, batch);
                if (!expected.isEmpty() && random.nextBoolean()) {
                    EntityKey leaving = List.copyOf(expected.keySet()).get(random.nextInt(expected.size()));
                    changes.put(leaving, null);
                }
                changes.forEach((key, state) -> {
                    if (state == null) {
                        expected.remove(key);
                    } else {
                        expected.put(key, state);
                    }
                });
                map = map.with(changes);
                // Asked for in between, so that what is handed on is put to the test.
                assertThat(map.digest()).isEqualTo(StateMap.copyOf(expected).digest());
            }
            assertThat(map).isEqualTo(expected);
            assertThat(List.copyOf(map.keySet())).isEqualTo(List.copyOf(expected.keySet()));
            assertThat(map.firstKey()).isEqualTo(expected.firstKey());
            assertThat(map.lastKey()).isEqualTo(expected.lastKey());
            List<EntityKey> keys = List.copyOf(expected.keySet());
            EntityKey one = keys.get(random.nextInt(keys.size()));
            EntityKey other = keys.get(random.nextInt(keys.size()));
            EntityKey from = one.compareTo(other) < 0 ? one : other;
            EntityKey to = one.compareTo(other) < 0 ? other : one;
            EntityKey kind = new EntityKey(from.fabric(), from.kind(), List.of());
            assertThat(map.subMap(from, to)).isEqualTo(expected.subMap(from, to));
            assertThat(map.headMap(to)).isEqualTo(expected.headMap(to));
            assertThat(map.tailMap(kind).headMap(to))
                    .isEqualTo(expected.tailMap(kind).headMap(to));
            assertThat(map.tailMap(from).get(one))
                    .isEqualTo(expected.tailMap(from).get(one));
        });
    }

    private static List<List<FabricEvent>> batches(List<FabricEvent> events, Random random) {
        List<FabricEvent> arrival = new ArrayList<>(events);
        Collections.shuffle(arrival, random);
        List<List<FabricEvent>> batches = new ArrayList<>();
        for (int at = 0; at < arrival.size(); ) {
            int end = Math.min(arrival.size(), at + 1 + random.nextInt(60));
            batches.add(arrival.subList(at, end));
            at = end;
        }
        return batches;
    }
}
