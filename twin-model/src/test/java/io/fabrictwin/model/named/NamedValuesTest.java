package io.fabrictwin.model.named;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class NamedValuesTest {
    /** What is put one by one, shared now and then, is what a tree holds. */
    @Test
    void holdsWhatATreeHolds() {
        Random random = new Random(3);
        for (int run = 0; run < 200; run++) {
            TreeMap<String, Integer> tree = new TreeMap<>();
            NamedValues<Integer> values = NamedValues.none();
            for (int put = 0; put < 12; put++) {
                String name = "name" + random.nextInt(8);
                tree.put(name, put);
                NamedValues<Integer> next = values.with(name, put);
                assertThat(values.getOrDefault(name, -1))
                        .as("what was there stays")
                        .isNotEqualTo(put);
                values = random.nextBoolean() ? next : next.sharingNames();
            }
            assertThat(values).isEqualTo(tree).isEqualTo(NamedValues.copyOf(tree));
            assertThat(values.keySet()).containsExactlyElementsOf(tree.keySet());
        }
    }

    @Test
    void sharesTheNamesOfOthersThatBearTheSame() {
        NamedValues<Integer> one = NamedValues.<Integer>none().with("speed", 1).with("state", 2);
        NamedValues<Integer> other =
                NamedValues.<Integer>none().with("state", 3).with("speed", 4);
        assertThat(other.sharingNames().names).isSameAs(one.sharingNames().sharingNames().names);
        assertThat(other.sharingNames()).isEqualTo(other).isNotEqualTo(one);
    }
}
