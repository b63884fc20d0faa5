package io.fabrictwin.model.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.detection.CounterSample;
import io.fabrictwin.model.detection.StepSample;
import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.incident.SlowSteps.Found;
import io.fabrictwin.model.incident.SlowSteps.Question;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlowStepsTest {
    private static final long MS = 1_000_000;
    private static final JobId JOB = new JobId("job");
    private static final Question ANY = new Question(null, null, null);
    private static final FabricFrame NOTHING = FabricFrame.of(new FabricId("f"), Map.of(), Positions.NONE);

    /** Steps one after the other; a negative time is a break of so long. */
    private static Windows steps(double... milliseconds) {
        List<StepSample> steps = new ArrayList<>();
        long atNs = 1_000 * MS;
        for (double ms : milliseconds) {
            long endNs = atNs + Math.round(Math.abs(ms) * MS);
            if (ms > 0) {
                long number = steps.size();
                steps.add(new StepSample(
                        number, atNs, atNs + 2 * MS, endNs, new TreeMap<>(Map.of(0, 2 * MS, 1, 2 * MS)), List.of()));
            }
            atNs = endNs;
        }
        return new Windows(Collections.emptySortedMap(), new TreeMap<>(Map.of(JOB, steps)));
    }

    private static Found find(Windows windows) {
        return SlowSteps.find(NOTHING, windows, ANY);
    }

    @Test
    void theStretchInWhichMostTimeIsLostIsFound() {
        SlowSpan span = find(steps(10, 10.1, 9.9, 10, 12, 12, 10, 10, 10, 10.1, 15, 16, 10, 14, 10, 10))
                .span();

        assertThat(span).isNotNull();
        assertThat(span.slow()).extracting(Lap::step).containsExactly(10L, 11L, 13L);
        assertThat(span.healthyStepNs()).isBetween(9_900_000L, 10_000_000L);
        assertThat(span.lostNs()).isCloseTo(15 * MS, within(MS));
    }

    @Test
    void slowStepsUpToThreeQuartersDoNotPassForHealthyOnes() {
        SlowSpan span = find(steps(10, 10.1, 9.95, 10, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14))
                .span();

        assertThat(span).isNotNull();
        assertThat(span.slow()).hasSize(10);
    }

    @Test
    void oneStepThatIsALittleLongIsNoIncident() {
        Found found = find(steps(10, 10.1, 9.9, 10, 11.5, 10, 10.1, 9.9));

        assertThat(found.span()).isNull();
        assertThat(found.why()).startsWith("no step of job is slow there: 8 took at most 11.500 ms");
    }

    @Test
    void aBreakBetweenStepsIsAStandstill() {
        SlowSpan span = find(steps(10, 10, 10.1, 9.9, -30, 10, 10)).span();

        assertThat(span).isNotNull();
        assertThat(span.slow()).singleElement().satisfies(lap -> {
            assertThat(lap.isStandstill()).isTrue();
            assertThat(lap.durationNs()).isEqualTo(30 * MS);
            assertThat(lap.parts()).isNull();
        });
    }

    @Test
    void aStepThatNeverEndsIsAStandstillUpToTheRecordsEnd() {
        Windows windows = steps(10, 10, 10.1, 9.9);
        List<StepSample> steps = new ArrayList<>(windows.steps().get(JOB));
        steps.add(new StepSample(4, null, null, null, new TreeMap<>(Map.of(0, 2 * MS)), List.of()));
        long reachNs = 1_100 * MS;
        Windows cut = new Windows(
                new TreeMap<>(Map.of(
                        PortId.of("leaf", "1"), List.of(new CounterSample(reachNs, Collections.emptySortedMap())))),
                new TreeMap<>(Map.of(JOB, steps)));

        SlowSpan span = find(cut).span();

        assertThat(span).isNotNull();
        assertThat(span.toNs()).isEqualTo(reachNs);
    }

    @Test
    void aJobThatStartedInTheSpanHasTooFewStepsToTell() {
        Found found = find(steps(10, 20, 20));

        assertThat(found.span()).isNull();
        assertThat(found.why())
                .isEqualTo(
                        "cannot tell: 3 steps of job were recorded, and fewer than 4 do not tell how long a healthy one"
                                + " takes");
    }

    @Test
    void aSpanWithoutStepsSaysSo() {
        Found found = SlowSteps.find(NOTHING, steps(10, 10, 10, 10, -100, 10), new Question(JOB, 1L, 2L));

        assertThat(found.why()).isEqualTo("no step of job was recorded in that span");
    }

    @Test
    void onlyWhatIsAskedAboutIsFound() {
        Windows windows = steps(10, 10, 10, 10, 20, 20, 10, 10, 10, 10, 30, 30, 10);
        long firstSlowNs = 1_045 * MS;

        SlowSpan span = SlowSteps.find(NOTHING, windows, new Question(JOB, firstSlowNs, firstSlowNs))
                .span();

        assertThat(span).isNotNull();
        assertThat(span.slow()).extracting(Lap::step).containsExactly(4L, 5L);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void stepsThatVaryByTwoPercentAreNoIncident(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] times = DoubleStream.generate(() -> random.nextGaussian(10, 0.2))
                .limit(200)
                .toArray();

        assertThat(find(steps(times)).span()).isNull();
    }

    @Test
    void partsAddUpToTheStep() {
        SlowSpan span = find(steps(10, 10, 10, 10, 15, 15)).span();

        assertThat(span).isNotNull();
        assertThat(span.laps())
                .extracting(Lap::parts)
                .extracting(Parts.class::cast)
                .allSatisfy(parts -> assertThat(parts.computeNs()).isEqualTo(2.0 * MS));
        assertThat(span.laps()).allSatisfy(lap -> {
            assertThat(lap.parts()).isNotNull();
            assertThat(lap.parts().totalNs()).isCloseTo((double) lap.durationNs(), within(1e-6));
        });
        assertThat(span.slowParts().networkShareBeyond(span.healthyParts())).isEqualTo(1);
    }
}
