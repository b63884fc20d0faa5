package io.fabrictwin.streams.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.model.state.Write;
import io.fabrictwin.testkit.gen.Seeds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whatever is committed in between, store and memory together hold what the windows keep, and a restart finds it. */
class WindowStoreTest {
    private static final FabricId FABRIC = new FabricId("lab");
    private static final long BEGIN_MS = 1_790_000_000_000L;

    @Test
    void storeAndMemoryTogetherHoldWhatIsKept() {
        Seeds.forAll(8, random -> {
            SortedStore store = new SortedStore();
            WindowStore windows = new WindowStore(store);
            Map<EntityKey, EntityState> expected = new HashMap<>();
            WindowIndex index = new WindowIndex();
            for (int i = 0; i < 600; i++) {
                EntityKey entry = add(windows, expected, index, sample(random, i));
                assertThat(entry.kind()).isEqualTo(EntityKind.PORT_SAMPLE);
                if (random.nextInt(40) == 0) {
                    windows.flush();
                }
            }
            assertThat(expected).hasSizeBetween(200, 600);
            assertThat(read(store, windows.unwritten())).isEqualTo(expected);
            windows.flush();
            assertThat(windows.unwritten()).isEmpty();
            assertThat(read(store, Map.of())).isEqualTo(expected);

            WindowStore restarted = new WindowStore(store);
            Map<EntityKey, EntityState> restored = new HashMap<>();
            restarted.restore(restored::put);
            assertThat(restored).isEqualTo(expected);
            add(restarted, expected, index, sample(random, 600));
            assertThat(read(store, restarted.unwritten())).isEqualTo(expected);
        });
    }

    /** Adds what an event says of its port's samples. */
    private static EntityKey add(
            WindowStore windows, Map<EntityKey, EntityState> expected, WindowIndex index, PortCountersObserved event) {
        Map.Entry<EntityKey, List<Write>> told = Fold.writesByEntity(event).entrySet().stream()
                .filter(entry -> entry.getKey().kind() == EntityKind.PORT_SAMPLE)
                .findFirst()
                .orElseThrow();
        EntityKey entry = told.getKey();
        Map<EntityKey, @Nullable EntityState> changed = new HashMap<>();
        boolean isKept = windows.write(Window.PORT_SAMPLES, entry, told.getValue(), changed);
        WindowIndex.Added added = index.add(Window.PORT_SAMPLES, entry);
        assertThat(isKept).isEqualTo(!added.leaving().contains(entry));
        if (isKept) {
            EntityState before = expected.getOrDefault(entry, EntityState.EMPTY);
            EntityState after = before.with(told.getValue());
            expected.put(entry, after);
            assertThat(changed.get(entry)).isEqualTo(after.equals(before) ? null : after);
            added.leaving().forEach(expected::remove);
            added.leaving().forEach(leaving -> assertThat(changed).containsEntry(leaving, null));
        }
        return entry;
    }

    /** Two sources, in no order, at times that come again. */
    private static PortCountersObserved sample(Random random, int sequence) {
        long timeMs = BEGIN_MS + (random.nextInt(4) == 0 ? random.nextInt(7_200_000) : random.nextInt(2_000));
        EventMeta meta = new EventMeta(
                FABRIC,
                new SourceId("test", random.nextBoolean() ? "a" : "b"),
                sequence,
                0,
                timeMs * 1_000_000,
                0,
                Clock.SOURCE);
        return new PortCountersObserved(
                meta, PortId.of("leaf1", "1"), null, new TreeMap<>(Map.of(CounterName.TX_BYTES, (long) sequence)));
    }

    private static Map<EntityKey, EntityState> read(SortedStore store, Map<EntityKey, byte @Nullable []> unwritten) {
        Map<EntityKey, EntityState> read = new HashMap<>();
        WindowStore.forEach(
                store,
                unwritten,
                (entry, state) -> assertThat(read.put(entry, EntityState.fromBytes(state)))
                        .as("%s once", entry)
                        .isNull());
        return read;
    }
}
