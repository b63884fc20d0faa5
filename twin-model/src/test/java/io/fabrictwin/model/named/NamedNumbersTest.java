package io.fabrictwin.model.named;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

@SuppressWarnings("JdkObsolete") // what is tested is a SortedMap
class NamedNumbersTest {
    @Test
    void isTheMapItWasMadeOf() {
        Random random = new Random(1);
        for (int round = 0; round < 200; round++) {
            SortedMap<String, Long> tree = tree(random);
            NamedNumbers numbers = NamedNumbers.copyOf(tree);
            assertThat(numbers).isEqualTo(tree).hasSameHashCodeAs(tree).hasSize(tree.size());
            assertThat(numbers.keySet()).containsExactlyElementsOf(tree.keySet());
            assertThat(numbers.get("b")).isEqualTo(tree.get("b"));
            assertThat(numbers.containsKey("c")).isEqualTo(tree.containsKey("c"));
            assertThat(numbers.headMap("c")).isEqualTo(tree.headMap("c"));
            assertThat(numbers.tailMap("c")).isEqualTo(tree.tailMap("c"));
            assertThat(numbers.subMap("b", "d")).isEqualTo(tree.subMap("b", "d"));
            SortedMap<String, Long> seen = new TreeMap<>();
            numbers.forEach(seen::put);
            assertThat(seen).isEqualTo(tree);
            if (!tree.isEmpty()) {
                assertThat(numbers.firstKey()).isEqualTo(tree.firstKey());
                assertThat(numbers.lastKey()).isEqualTo(tree.lastKey());
            }
        }
    }

    @Test
    void increasesAreOfNumbersThatBothHaveAndThatDidNotGoDown() {
        Random random = new Random(2);
        for (int round = 0; round < 200; round++) {
            SortedMap<String, Long> before = tree(random);
            SortedMap<String, Long> after = tree(random);
            SortedMap<String, Long> expected = new TreeMap<>();
            after.forEach((name, number) -> {
                Long earlier = before.get(name);
                if (earlier != null && number >= earlier) {
                    expected.put(name, number - earlier);
                }
            });
            NamedNumbers old = NamedNumbers.copyOf(before);
            NamedNumbers now = NamedNumbers.copyOf(after).sharingNamesOf(old);
            assertThat(now).isEqualTo(after);
            assertThat(now.increaseSince(old)).isEqualTo(expected);
        }
    }

    @Test
    void gathersNumbersInAnyOrder() {
        Random random = new Random(3);
        for (int round = 0; round < 200; round++) {
            SortedMap<String, Long> expected = new TreeMap<>();
            NamedNumbers.Builder gathered = new NamedNumbers.Builder(random.nextInt(3));
            for (int i = random.nextInt(12); i > 0; i--) {
                String name = String.valueOf((char) ('a' + random.nextInt(6)));
                long number = random.nextInt(100);
                expected.put(name, number);
                gathered.put(name, number);
            }
            assertThat(gathered.isEmpty()).isEqualTo(expected.isEmpty());
            assertThat(gathered.build()).isEqualTo(expected);
            assertThat(gathered.build().keySet()).containsExactlyElementsOf(expected.keySet());
        }
    }

    private static SortedMap<String, Long> tree(Random random) {
        SortedMap<String, Long> tree = new TreeMap<>();
        for (String name : new String[] {"a", "b", "c", "d", "e"}) {
            if (random.nextInt(3) > 0) {
                tree.put(name, (long) random.nextInt(10));
            }
        }
        return new TreeMap<>(Map.copyOf(tree));
    }
}
