package io.fabrictwin.model.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class PlaceSetTest {
    private static final int BOUND = 200;

    /** Against the library's sorted set, over random changes. */
    @Test
    void isWalkedInAscendingOrder() {
        SplittableRandom random = new SplittableRandom(1);
        PlaceSet set = new PlaceSet(BOUND);
        TreeSet<Integer> expected = new TreeSet<>();
        for (int change = 0; change < 2_000; change++) {
            int place = random.nextInt(BOUND);
            if (random.nextBoolean()) {
                set.add(place);
                expected.add(place);
            } else {
                set.remove(place);
                expected.remove(place);
            }
            assertThat(members(set)).containsExactlyElementsOf(expected);
        }
    }

    @Test
    void whatIsAddedAheadDuringAWalkIsMet() {
        PlaceSet set = new PlaceSet(BOUND);
        set.add(3);
        assertThat(set.next(0)).isEqualTo(3);
        set.add(64);
        set.remove(3);
        assertThat(set.next(4)).isEqualTo(64);
        assertThat(set.next(65)).isEqualTo(-1);
    }

    @Test
    void nothingLiesBeyondTheBound() {
        PlaceSet set = new PlaceSet(64);
        set.add(63);
        assertThat(set.next(63)).isEqualTo(63);
        assertThat(set.next(64)).isEqualTo(-1);
        assertThat(new PlaceSet(0).next(0)).isEqualTo(-1);
    }

    private static List<Integer> members(PlaceSet set) {
        List<Integer> members = new ArrayList<>();
        for (int place = set.next(0); place >= 0; place = set.next(place + 1)) {
            members.add(place);
        }
        return members;
    }
}
