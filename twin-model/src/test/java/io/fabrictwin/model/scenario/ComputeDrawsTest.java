package io.fabrictwin.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.scenario.WorkloadWindow.RecordedStep;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ComputeDrawsTest {
    private static final int RANKS = 8;

    /** Steps whose ranks compute their level, give or take 2 %. */
    private static SortedMap<Long, RecordedStep> steps(int count, IntToDoubleFunction slowFactorOfLastRank) {
        SplittableRandom random = new SplittableRandom(3);
        SortedMap<Long, RecordedStep> steps = new TreeMap<>();
        for (int step = 0; step < count; step++) {
            SortedMap<Integer, Long> times = new TreeMap<>();
            for (int rank = 0; rank < RANKS; rank++) {
                double factor = rank == RANKS - 1 ? slowFactorOfLastRank.applyAsDouble(step) : 1;
                times.put(rank, Math.round(1e6 * factor * (0.98 + 0.04 * random.nextDouble())));
            }
            steps.put((long) step, new RecordedStep(0L, 1L, times, Collections.emptySortedMap()));
        }
        return steps;
    }

    private static double meanOfSlowest(SortedMap<Long, RecordedStep> steps) {
        return steps.values().stream()
                .mapToLong(step -> Collections.max(step.computeNs().values()))
                .average()
                .orElseThrow();
    }

    private static double meanOfSlowest(ComputeDraws draws) {
        return LongStream.range(0, 2_000)
                .map(step -> Collections.max(draws.drawn(step, 11).values()))
                .average()
                .orElseThrow();
    }

    @Test
    void theSlowestRankComesOutAsSlowAsItWas() {
        SortedMap<Long, RecordedStep> steps = steps(40, step -> 1);

        assertThat(meanOfSlowest(ComputeDraws.of(steps, RANKS))).isCloseTo(meanOfSlowest(steps), within(3e3));
    }

    @Test
    void aRankKeepsTheLevelItHasNow() {
        ComputeDraws slowed = ComputeDraws.of(steps(10, step -> step < 6 ? 1 : 3), RANKS);
        ComputeDraws cured = ComputeDraws.of(steps(10, step -> step < 6 ? 3 : 1), RANKS);

        assertThat(meanOfSlowest(slowed)).isCloseTo(3e6, within(0.1e6));
        assertThat(meanOfSlowest(cured)).isCloseTo(1.015e6, within(0.01e6));
    }

    @Test
    void theSameSeedDrawsTheSame() {
        ComputeDraws draws = ComputeDraws.of(steps(5, step -> 1), RANKS);

        assertThat(draws.drawn(9, 1)).isEqualTo(draws.drawn(9, 1)).isNotEqualTo(draws.drawn(9, 2));
        assertThat(draws.drawn(9, 1)).isNotEqualTo(draws.drawn(10, 1)).hasSize(RANKS);
    }

    @Test
    void stepsThatDoNotTellOfAllRanksAreLeftOut() {
        assertThat(ComputeDraws.of(steps(5, step -> 1), RANKS + 1)).isNull();
        assertThat(ComputeDraws.of(new TreeMap<>(), RANKS)).isNull();
    }
}
