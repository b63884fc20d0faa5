package io.fabrictwin.model.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fabrictwin.model.pause.Watchdog.Action;
import io.fabrictwin.model.pause.Watchdog.Fate;
import io.fabrictwin.model.pause.Watchdog.Phase;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    private static final long MS = 1_000_000;
    private final Watchdog dropping = Watchdog.ofPorts(32);

    @Test
    void actsOnceTheIntervalsOfTheDetectionWereHeld() {
        assertThat(dropping.phases(0, 1000 * MS, 50 * MS))
                .containsExactly(new Phase(Fate.HELD, 0, 250 * MS), new Phase(Fate.DROPPED, 250 * MS, 1250 * MS));
        assertThat(dropping.phases(0, 1000 * MS, 0))
                .containsExactly(new Phase(Fate.HELD, 0, 200 * MS), new Phase(Fate.DROPPED, 200 * MS, 1200 * MS));
    }

    @Test
    void countsWholeIntervals() {
        Watchdog watchdog = new Watchdog(Action.FORWARD, 300 * MS, 250 * MS, 100 * MS);
        assertThat(watchdog.phases(30 * MS, 2000 * MS, 0))
                .containsExactly(new Phase(Fate.HELD, 30 * MS, 400 * MS), new Phase(Fate.SENT, 400 * MS, 2300 * MS));
    }

    @Test
    void aShortStormIsNotFound() {
        assertThat(dropping.phases(0, 150 * MS, 0)).containsExactly(new Phase(Fate.HELD, 0, 150 * MS));
        // 300 ms are found or not, as the polls fall.
        assertThat(dropping.phases(0, 300 * MS, 100 * MS)).hasSize(2);
        assertThat(dropping.phases(0, 300 * MS, 101 * MS)).hasSize(1);
    }

    @Test
    void whoOnlyTellsLeavesTheQueueHeld() {
        Watchdog telling = new Watchdog(Action.ALERT, 200 * MS, 200 * MS, 200 * MS);
        assertThat(telling.phases(0, 5000 * MS, 0)).containsExactly(new Phase(Fate.HELD, 0, 5000 * MS));
    }

    @Test
    void phasesFollowEachOtherAndDetectionIsInItsBounds() {
        SplittableRandom random = new SplittableRandom(5);
        for (int run = 0; run < 2000; run++) {
            Watchdog watchdog = new Watchdog(
                    Action.DROP,
                    random.nextLong(100, 5001) * MS,
                    random.nextLong(100, 60_001) * MS,
                    random.nextLong(1, 1000) * MS);
            long start = random.nextLong(5000 * MS);
            long length = random.nextLong(10_000 * MS);
            List<Phase> phases = watchdog.phases(start, start + length, random.nextLong(1000 * MS));
            assertThat(phases.get(0).fate()).isEqualTo(Fate.HELD);
            assertThat(phases.get(0).fromNs()).isEqualTo(start);
            long heldNs = phases.get(0).untilNs() - start;
            if (phases.size() == 1) {
                assertThat(heldNs).isEqualTo(length);
                assertThat(watchdog.alwaysDetects(length)).isFalse();
            } else {
                assertThat(heldNs)
                        .isBetween(watchdog.detectionNs(), watchdog.detectionNs() + 2 * watchdog.pollNs())
                        .isLessThanOrEqualTo(length);
                assertThat(phases.get(1).fromNs()).isEqualTo(start + heldNs);
                assertThat(phases.get(1).untilNs() - start - length)
                        .isBetween(watchdog.restorationNs(), watchdog.restorationNs() + 2 * watchdog.pollNs());
            }
        }
    }

    @Test
    void defaultsGrowWithThePorts() {
        assertThat(Watchdog.ofPorts(1).detectionNs()).isEqualTo(200 * MS);
        assertThat(Watchdog.ofPorts(33).detectionNs()).isEqualTo(400 * MS);
        assertThat(Watchdog.ofPorts(64).restorationNs()).isEqualTo(400 * MS);
        assertThat(Watchdog.ofPorts(65).pollNs()).isEqualTo(600 * MS);
    }

    @Test
    void refusesTimesThatTheSwitchDoes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Watchdog(Action.DROP, 99 * MS, 200 * MS, 200 * MS))
                .withMessageContaining("detectionNs");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Watchdog(Action.DROP, 200 * MS, 61_000 * MS, 200 * MS))
                .withMessageContaining("restorationNs");
    }
}
