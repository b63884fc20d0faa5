package io.fabrictwin.streams.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.window.Thinning;
import io.fabrictwin.testkit.gen.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class WindowIndexTest {
    private static final EntityKey SERIES =
            new EntityKey(new FabricId("lab"), EntityKind.PORT_SAMPLE, List.of("leaf1", "Ethernet0", ""));

    @Test
    void whatIsKeptDependsOnTheSetAlone() {
        Seeds.forAll(40, random -> {
            List<Long> numbers = numbers(random);
            NavigableSet<Long> expected = expected(numbers);
            List<Long> arrival = new ArrayList<>(numbers);
            arrival.addAll(numbers.subList(0, numbers.size() / 4));
            Collections.shuffle(arrival, random);
            assertThat(kept(arrival)).isEqualTo(expected);
            assertThat(kept(new ArrayList<>(expected))).isEqualTo(expected);
        });
    }

    /** Every second for some hours, with bursts of milliseconds and holes. */
    private static List<Long> numbers(Random random) {
        TreeSet<Long> numbers = new TreeSet<>();
        long at = 1_790_000_000_000L;
        for (int i = 0; i < 3_000; i++) {
            at += random.nextInt(20) == 0 ? random.nextInt(300_000) : random.nextInt(2) == 0 ? 1 : 1_000;
            numbers.add(at);
        }
        return new ArrayList<>(numbers);
    }

    /** By the words of the rule: at each level the newest of each of the newest groups. */
    private static NavigableSet<Long> expected(List<Long> numbers) {
        TreeSet<Long> expected = new TreeSet<>();
        for (Thinning.Level level : Window.PORT_SAMPLES.levels()) {
            TreeMap<Long, Long> newestByGroup = new TreeMap<>();
            numbers.forEach(number -> newestByGroup.merge(number / level.groupSize(), number, Math::max));
            newestByGroup.descendingMap().values().stream()
                    .limit(level.groups())
                    .forEach(expected::add);
        }
        return expected;
    }

    private static NavigableSet<Long> kept(List<Long> arrival) {
        WindowIndex index = new WindowIndex();
        TreeSet<Long> kept = new TreeSet<>();
        for (long number : arrival) {
            WindowIndex.Added added = index.add(Window.PORT_SAMPLES, Window.PORT_SAMPLES.entryOf(SERIES, number));
            assertThat(added.isNew()).isEqualTo(!kept.contains(number));
            kept.add(number);
            added.leaving().forEach(leaving -> kept.remove(Window.PORT_SAMPLES.numberOf(leaving)));
        }
        return kept;
    }
}
