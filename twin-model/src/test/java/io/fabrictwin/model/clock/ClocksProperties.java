package io.fabrictwin.model.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.ClockOffsetObserved;
import io.fabrictwin.model.event.CollectiveMeasured;
import io.fabrictwin.model.event.CollectiveObserved;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of clocks that are off and drift, against what they were made to be. */
class ClocksProperties {
    private static final FabricId FABRIC = new FabricId("f");
    private static final JobId JOB = new JobId("train");
    private static final long BEGIN_NS = 1_800_000_000_000_000_000L;
    private static final long STEP_NS = 2_000_000_000L;

    private final List<FabricEvent> events = new ArrayList<>();
    private long record;

    /** A clock that is off by so much at the begin and gains so much. */
    private record Made(double offsetNs, double skew) {
        long timeNs(long trueNs) {
            return BEGIN_NS + Math.round(offsetNs + (1 + skew) * (trueNs - BEGIN_NS));
        }

        /** How far it is ahead of another at an instant. */
        double aheadNs(Made other, long trueNs) {
            return (double) (timeNs(trueNs) - other.timeNs(trueNs));
        }
    }

    private EventMeta meta(long timeNs) {
        return new EventMeta(FABRIC, new SourceId("test", "a"), record++, 0, timeNs, timeNs, Clock.SOURCE);
    }

    private static DeviceId host(int rank) {
        return new DeviceId("h" + rank);
    }

    private void placed(JobId job, int... hosts) {
        events.add(new JobStarted(meta(BEGIN_NS), job, hosts.length, null));
        for (int rank = 0; rank < hosts.length; rank++) {
            events.add(new RankPlaced(meta(BEGIN_NS), job, rank, host(hosts[rank]), null, null, 0L));
        }
    }

    /** All ranks come at times of their own, and leave some time after the last has come. */
    private void steps(JobId job, List<Made> clocks, int steps, CollectiveOperation operation, Random random) {
        for (int step = 0; step < steps; step++) {
            long beginNs = BEGIN_NS + step * STEP_NS;
            long[] comingNs = new long[clocks.size()];
            long lastNs = 0;
            for (int rank = 0; rank < comingNs.length; rank++) {
                comingNs[rank] = beginNs + 1_000_000_000L + random.nextInt(20_000_000);
                lastNs = Math.max(lastNs, comingNs[rank]);
            }
            for (int rank = 0; rank < comingNs.length; rank++) {
                long leavingNs = lastNs + 30_000 + random.nextInt(200_000);
                Made clock = clocks.get(rank);
                events.add(new CollectiveObserved(
                        meta(clock.timeNs(leavingNs)),
                        job,
                        step,
                        0,
                        rank,
                        operation,
                        1_000_000,
                        clock.timeNs(comingNs[rank]),
                        clock.timeNs(leavingNs)));
            }
        }
    }

    private Clocks clocks() {
        Map<EntityKey, EntityState> states = new HashMap<>();
        Fold.applyAll(states, events);
        return Clocks.of(
                FabricFrame.of(FABRIC, states, Positions.NONE),
                History.of(FABRIC, states).jobs());
    }

    private static List<Made> made(int count, Random random) {
        List<Made> clocks = new ArrayList<>();
        for (int rank = 0; rank < count; rank++) {
            clocks.add(new Made(20_000_000 * (random.nextDouble() - 0.5), 200e-6 * (random.nextDouble() - 0.5)));
        }
        return clocks;
    }

    private static ClockEstimate of(Clocks clocks, int rank) {
        return clocks.of(host(rank)).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void offsetAndSkewAreWithinWhatIsSaidToBeUncertain(long seed) {
        Random random = new Random(seed);
        List<Made> made = made(6, random);
        placed(JOB, 0, 1, 2, 3, 4, 5);
        int steps = 100 + random.nextInt(300);
        steps(JOB, made, steps, CollectiveOperation.ALL_REDUCE, random);
        Clocks clocks = clocks();
        DeviceId reference = Objects.requireNonNull(of(clocks, 0).reference());
        Made against = made.get(Integer.parseInt(reference.value().substring(1)));
        long lastNs = BEGIN_NS + (steps - 1) * STEP_NS + 1_000_000_000L;
        for (int rank = 0; rank < made.size(); rank++) {
            ClockEstimate clock = of(clocks, rank);
            double uncertaintyNs = Objects.requireNonNull(clock.uncertaintyNs());
            double skewUncertainty = 1e-6 * Objects.requireNonNull(clock.skewUncertaintyPpm());
            assertThat((double) Objects.requireNonNull(clock.offsetNs()))
                    .isBetween(
                            // the begin of the last collective is known to some 20 ms, in which a clock drifts by 4 us
                            made.get(rank).aheadNs(against, lastNs) - uncertaintyNs - 5_000,
                            made.get(rank).aheadNs(against, lastNs) + uncertaintyNs + 5_000);
            double skew = (1 + made.get(rank).skew()) / (1 + against.skew()) - 1;
            assertThat(1e-6 * Objects.requireNonNull(clock.skewPpm()))
                    .isBetween(skew - skewUncertainty, skew + skewUncertainty);
            assertThat(uncertaintyNs).as("less than ranks come apart").isLessThan(10_000_000);
            assertThat(skewUncertainty).as("less than clocks may drift").isLessThan(PairFit.MOST_SKEW / 5);
        }

        Collections.shuffle(events, random);
        assertThat(clocks()).isEqualTo(clocks);
        events.addAll(List.copyOf(events.subList(0, events.size() / 2)));
        assertThat(clocks()).as("doubled").isEqualTo(clocks);
    }

    @Test
    void aClockThatWasSetIsToldFromThenOn() {
        placed(JOB, 0, 1, 2);
        Random random = new Random(1);
        List<Made> before = List.of(new Made(0, 0), new Made(90_000_000, 0), new Made(0, 0));
        steps(JOB, before, 40, CollectiveOperation.ALL_GATHER, random);
        List<FabricEvent> until = List.copyOf(events);
        events.clear();
        steps(JOB, List.of(new Made(0, 0), new Made(0, 0), new Made(0, 0)), 60, CollectiveOperation.ALL_GATHER, random);
        // The first 40 steps by the old clock, 20 more by the new one.
        events.removeIf(event -> event instanceof CollectiveObserved observed && observed.step() < 40);
        events.addAll(until);
        ClockEstimate clock = of(clocks(), 1);
        assertThat((double) Objects.requireNonNull(clock.offsetNs())).isBetween(-300_000.0, 300_000.0);
    }

    @Test
    void anInstantOfThePastIsToldByWhatWasOverThen() {
        placed(JOB, 0, 1, 2);
        List<Made> made = List.of(new Made(0, 0), new Made(0, 100e-6), new Made(1_000, 0));
        steps(JOB, made, 1_000, CollectiveOperation.ALL_REDUCE, new Random(5));
        Map<EntityKey, EntityState> states = new HashMap<>();
        Fold.applyAll(states, events);
        long thenNs = BEGIN_NS + 300 * STEP_NS;
        ClockEstimate clock = of(
                Clocks.of(
                        FabricFrame.of(FABRIC, states, Positions.NONE),
                        History.of(FABRIC, states).jobs(),
                        thenNs),
                1);
        double aheadNs = 100e-6 * 300 * STEP_NS;
        double uncertaintyNs = Objects.requireNonNull(clock.uncertaintyNs());
        assertThat((double) Objects.requireNonNull(clock.offsetNs()))
                .isBetween(aheadNs - uncertaintyNs - 300_000, aheadNs + uncertaintyNs);
        assertThat(uncertaintyNs).isLessThan(aheadNs / 2);
    }

    @Test
    void ofTooFewFactsNothingIsSaid() {
        placed(JOB, 0, 1);
        steps(JOB, made(2, new Random(1)), PairFit.LEAST_FACTS - 1, CollectiveOperation.ALL_REDUCE, new Random(1));
        ClockEstimate clock = of(clocks(), 1);
        assertThat(clock.offsetNs()).isNull();
        assertThat(clock.reference()).isNull();
        assertThat(clock.facts()).isEqualTo(PairFit.LEAST_FACTS - 1);
        assertThat(clock.unknown()).contains("fewer than " + PairFit.LEAST_FACTS);
        assertThat(clocks().unknown()).isEqualTo(2);
        assertThat(clocks().greatestOffsetNs()).isEmpty();
    }

    /** In a broadcast some may be done before the last has come. */
    @Test
    void onlyCollectivesInWhichAllWaitForAllCount() {
        placed(JOB, 0, 1);
        steps(JOB, made(2, new Random(1)), 50, CollectiveOperation.BROADCAST, new Random(1));
        assertThat(of(clocks(), 1).facts()).isZero();
        assertThat(of(clocks(), 1).unknown()).contains("no collective");
    }

    @Test
    void clocksThatNeverMetAreToldOverThoseThatDid() {
        JobId other = new JobId("other");
        placed(JOB, 0, 1, 2);
        placed(other, 2, 3, 4);
        List<Made> made = List.of(
                new Made(0, 0),
                new Made(5_000_000, 0),
                new Made(1_000, 0),
                new Made(-4_000_000, 0),
                new Made(2_000, 0));
        Random random = new Random(3);
        steps(JOB, made.subList(0, 3), 100, CollectiveOperation.ALL_REDUCE, random);
        steps(other, made.subList(2, 5), 100, CollectiveOperation.ALL_TO_ALL, random);
        Clocks clocks = clocks();
        ClockEstimate far = of(clocks, 3);
        ClockEstimate near = of(clocks, 1);
        assertThat(far.reference()).isEqualTo(near.reference());
        double apartNs = (double) Objects.requireNonNull(near.offsetNs()) - Objects.requireNonNull(far.offsetNs());
        assertThat(apartNs).isBetween(8_000_000.0, 10_000_000.0);
        OptionalLong most = clocks.mostApartNs(List.of(host(1), host(3)));
        assertThat(most.orElseThrow()).isGreaterThan(9_000_000);
        assertThat(clocks.mostApartNs(List.of(host(1), new DeviceId("nobody")))).isEmpty();
    }

    /** As profilers tell: counted by communicator, each rank with its host. */
    @Test
    void measuredCollectivesOfACommunicatorCountToo() {
        Made late = new Made(-700_000, 0);
        for (int sequence = 0; sequence < 20; sequence++) {
            for (int rank = 0; rank < 2; rank++) {
                Made clock = rank == 0 ? new Made(0, 0) : late;
                long startNs = clock.timeNs(BEGIN_NS + sequence * STEP_NS);
                events.add(new CollectiveMeasured(
                        meta(startNs),
                        JOB,
                        host(rank),
                        "0xabc",
                        rank,
                        sequence,
                        CollectiveOperation.ALL_REDUCE,
                        8,
                        startNs,
                        25_000L,
                        null,
                        null,
                        null));
            }
        }
        ClockEstimate clock = of(clocks(), 0);
        assertThat(clock.reference()).as("of two the one behind").isEqualTo(host(1));
        assertThat(clock.offsetNs()).isEqualTo(700_000);
        assertThat(clock.uncertaintyNs()).isBetween(25_000L, 60_000L);
    }

    @Test
    void whatATimeServiceTellsIsCarriedBesideIt() {
        events.add(new ClockOffsetObserved(meta(BEGIN_NS), host(7), -1_500, 200L));
        ClockEstimate clock = of(clocks(), 7);
        assertThat(clock.toldOffsetNs()).isEqualTo(-1_500);
        assertThat(clock.toldUncertaintyNs()).isEqualTo(200);
        assertThat(clock.offsetNs()).as("nothing is estimated of it").isNull();
    }
}
