package io.fabrictwin.model.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.multipath.Channel;
import io.fabrictwin.model.multipath.ChannelRates;
import io.fabrictwin.model.multipath.PathPicker;
import io.fabrictwin.model.multipath.QueuePairs;
import io.fabrictwin.model.multipath.RailFabric;
import io.fabrictwin.model.multipath.SeedDistribution;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StepForecasterTest {
    private static final WireTime WIRE = new WireTime(450e9, 50e9, 0, 0);
    private static final PathPicker HASH = new PathPicker.StaticHash();
    private static final PathPicker SPRAY = new PathPicker.Spray(1);
    /** 128 nodes on 8 rails, 4 leaves of 32 nodes and 32 spines a rail. */
    private static final RailFabric FABRIC = RailFabric.of(8, 4, 32, 32, 50, 1);

    private static List<Integer> byLeaf() {
        return IntStream.range(0, 128).boxed().toList();
    }

    private static List<Integer> shuffled(int seed) {
        return Arrays.stream(Channel.shuffled(128, seed)).boxed().toList();
    }

    private static StepNetwork network(RailFabric fabric, PathPicker picker, int queuePairs, List<Integer> hosts) {
        return new StepNetwork(fabric, picker, QueuePairs.split(queuePairs), 2, 8, hosts);
    }

    /** 1,024 GPUs, 8 tensor ranks in each node: 8 rings over all 128 nodes. */
    private static JobDescription rings(Overlap overlap) {
        Parallelism parallelism = new Parallelism(1024, 8, 1, 128, 1, 1, 1, true);
        return Jobs.of(parallelism, new Batch(1, 1), Sharding.OPTIMIZER, overlap);
    }

    private static JobDescription mixed() {
        Experts experts = new Experts(8, 64, 2, 600_000_000L, 1);
        ModelShape model = new ModelShape(1_000_000_000L, 16, 2048, 512, 32_000, 4096, experts);
        Parallelism parallelism = new Parallelism(1024, 1, 1, 256, 4, 2, 64, false);
        return Jobs.of(model, parallelism, new Batch(1, 16), Jobs.optimizer(Sharding.NONE), Overlap.COMMON, false);
    }

    @Test
    void ringsThatKeepToTheirLeavesAreNominal() {
        StepForecast forecast = StepForecaster.of(rings(Overlap.NONE), network(FABRIC, HASH, 1, byLeaf()), WIRE)
                .forecast(1);

        assertThat(forecast.seconds().mean()).isCloseTo(forecast.nominal().seconds(), within(1e-9));
        assertThat(forecast.seconds().p95()).isEqualTo(forecast.seconds().p5());
        assertThat(forecast.collectives())
                .allSatisfy(each -> assertThat(each.slowdown()).isCloseTo(1, within(1e-9)));
    }

    /** The known slowdown of rings over nodes in random order, one queue pair a connection: 3.53 in the mean. */
    @Test
    void ringsInRandomOrderMeetOnUplinks() {
        double sum = 0;
        for (int seed = 0; seed < 40; seed++) {
            StepForecaster forecaster =
                    StepForecaster.of(rings(Overlap.NONE), network(FABRIC, HASH, 1, shuffled(seed)), WIRE);
            double nominal = StepModel.of(rings(Overlap.NONE), 8).time(WIRE).seconds(Part.DATA);
            sum += forecaster.time(seed).seconds(Part.DATA) / nominal;
        }

        assertThat(sum / 40).isCloseTo(3.53, within(0.11));
    }

    /** Each ring as a variable of its own in a max-min solve, the same ports hashed. */
    @Test
    void theSlowestRingIsTheOneThatMaxMinGives() {
        ChannelRates rates = new ChannelRates(FABRIC, HASH, QueuePairs.split(4));
        int[] order = Channel.shuffled(128, 11);
        List<Channel> rings = IntStream.range(0, 16)
                .mapToObj(channel -> Channel.ring(channel / 2, order))
                .toList();
        StepForecaster forecaster =
                StepForecaster.of(rings(Overlap.NONE), network(FABRIC, HASH, 4, shuffled(11)), WIRE);
        double nominal = StepModel.of(rings(Overlap.NONE), 8).time(WIRE).seconds(Part.DATA);

        for (int seed = 0; seed < 10; seed++) {
            double slowdown = ChannelRates.nominal(FABRIC, rings) / rates.slowest(rings, seed);
            assertThat(forecaster.time(seed).seconds(Part.DATA) / nominal).isCloseTo(slowdown, within(1e-9));
        }
    }

    @Test
    void hiddenGradientsDoNotMindTheHash() {
        Optimizer smallBuckets = new Optimizer(Sharding.OPTIMIZER, 0, false, 4_000_000, Jobs.MEMORY);
        JobDescription slowCompute = Jobs.of(
                        Jobs.dense(),
                        rings(Overlap.COMMON).parallelism(),
                        new Batch(1, 1),
                        smallBuckets,
                        Overlap.COMMON,
                        false)
                .withCompute(new Compute.LayerTime(0.1, 0.2));
        StepForecast forecast = StepForecaster.of(slowCompute, network(FABRIC, HASH, 1, shuffled(7)), WIRE)
                .forecast(1);

        assertThat(forecast.collectives().get(0).slowdown()).isGreaterThan(2);
        assertThat(forecast.seconds().mean() / forecast.nominal().seconds()).isLessThan(1.01);
        assertThat(forecast.gates()).doesNotContain(Part.DATA);
    }

    @Test
    void sprayingNeedsNoSeedsAndOversubscriptionStretchesWhatCrosses() {
        RailFabric half = RailFabric.of(8, 4, 32, 32, 50, 2);
        List<Integer> alternating = IntStream.range(0, 128)
                .map(node -> node % 4 * 32 + node / 4)
                .boxed()
                .toList();
        StepForecast forecast = StepForecaster.of(rings(Overlap.NONE), network(half, SPRAY, 1, alternating), WIRE)
                .forecast(1);

        assertThat(forecast.collectives())
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.slowdown()).isCloseTo(2, within(1e-9)));
        assertThat(forecast.seconds().p95()).isEqualTo(forecast.seconds().p5());
    }

    @Test
    void oneSlowNicHalvesItsRailAndSoAllRings() {
        RailFabric slow = FABRIC.with(25, FABRIC.hostUp(3, 17));
        StepForecast forecast = StepForecaster.of(rings(Overlap.NONE), network(slow, SPRAY, 1, byLeaf()), WIRE)
                .forecast(1);

        assertThat(forecast.collectives())
                .allSatisfy(each -> assertThat(each.slowdown()).isCloseTo(2, within(1e-9)));
    }

    /** Groups of 64 ranks fill 8 of the 32 nodes of a leaf. */
    @Test
    void allToAllWithinALeafIsNominal() {
        StepForecast forecast = StepForecaster.of(mixed(), network(FABRIC, SPRAY, 1, byLeaf()), WIRE)
                .forecast(1);

        assertThat(forecast.collectives())
                .filteredOn(each -> each.planned().dimension() == Dimension.EXPERT)
                .hasSize(2)
                // sends of the pipeline take a little of the NICs beside it
                .allSatisfy(each -> assertThat(each.slowdown()).isBetween(1.0, 1.2));
    }

    @Test
    void changesAreComparedUnderTheSameHash() {
        StepForecaster before = StepForecaster.of(mixed(), network(FABRIC, HASH, 1, shuffled(3)), WIRE);
        StepForecaster after = StepForecaster.of(mixed(), network(FABRIC, HASH, 16, shuffled(3)), WIRE);
        SeedDistribution same = StepForecaster.ratio(before, before, 5);
        SeedDistribution ratio = StepForecaster.ratio(before, after, 5);

        assertThat(same.p5()).isEqualTo(1);
        assertThat(same.p95()).isEqualTo(1);
        assertThat(ratio.mean()).isLessThan(0.98);
        assertThat(ratio.p95()).isLessThan(1.01);
    }

    @Test
    void thePartsOfAForecastAddUp() {
        StepForecast forecast = StepForecaster.of(mixed(), network(FABRIC, HASH, 4, shuffled(3)), WIRE)
                .forecast(9);
        double sum = forecast.meanParts().values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();

        assertThat(sum).isCloseTo(forecast.seconds().mean(), within(1e-9));
        assertThat(forecast)
                .isEqualTo(StepForecaster.of(mixed(), network(FABRIC, HASH, 4, shuffled(3)), WIRE)
                        .forecast(9));
    }

    @Test
    void theJobFillsItsNodes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        StepForecaster.of(rings(Overlap.NONE), network(FABRIC, HASH, 1, byLeaf().subList(0, 64)), WIRE))
                .withMessage("the job has 1024 GPUs, its 64 nodes have 512");
    }
}
