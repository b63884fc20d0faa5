package io.fabrictwin.model.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.training.PlannedCollective.Phase;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StepModelTest {
    private static final WireTime WIRE = new WireTime(450e9, 50e9, 0, 0);
    private static final CollectiveCost FREE = (operation, bytes, span) -> 0;

    private static StepTime time(JobDescription job, CollectiveCost cost) {
        return StepModel.of(job, 8).time(cost);
    }

    @Test
    void computesSixOperationsPerParameterAndTokenAndTheScores() {
        JobDescription job = Jobs.of(Jobs.data(1), new Batch(1, 1), Sharding.NONE, Overlap.COMMON);
        double flops = 4096 * (6e9 + 12.0 * 16 * 2048 * 4096);

        assertThat(job.modelFlopsPerStep()).isEqualTo(flops);
        assertThat(time(job, FREE).seconds(Part.COMPUTE)).isCloseTo(flops / 400e12, within(1e-12));
    }

    /** 96 B s L h^2 (1 + s / 6h + V / 16 L h), for a model whose parameters are 12 L h^2 + V h. */
    @Test
    void recomputingRunsTheLayersButNotTheLogitsOnceMore() {
        double layers = 24;
        double hidden = 1024;
        double vocabulary = 51_200;
        double sequence = 2048;
        ModelShape model = new ModelShape(
                (long) (12 * layers * hidden * hidden + vocabulary * hidden),
                24,
                1024,
                1024,
                51_200,
                2048,
                Experts.NONE);

        assertThat(model.flopsPerToken(true))
                .isCloseTo(
                        96
                                * layers
                                * hidden
                                * hidden
                                * (1 + sequence / (6 * hidden) + vocabulary / (16 * layers * hidden)),
                        within(1.0));
    }

    @Test
    void observedLayerTimesCountForTheLayersOfAGpu() {
        Parallelism parallelism = new Parallelism(4, 1, 1, 1, 4, 1, 1, false);
        JobDescription job = Jobs.of(parallelism, new Batch(1, 8), Sharding.NONE, Overlap.COMMON)
                .withCompute(new Compute.LayerTime(0.001, 0.003));
        StepTime time = time(job, FREE);

        assertThat(time.seconds(Part.COMPUTE)).isCloseTo(8 * 4 * 0.004, within(1e-12));
        assertThat(time.seconds(Part.BUBBLE)).isCloseTo(3 * 4 * 0.004, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void partsAddUpAndASlowerFabricNeverHelps(long seed) {
        SplittableRandom draws = new SplittableRandom(seed);
        for (int i = 0; i < 50; i++) {
            JobDescription job = RandomJobs.draw(draws);
            StepTime before = time(job, WIRE);
            double slowdown = 1 + draws.nextDouble();
            StepTime after = time(job, (operation, bytes, span) -> slowdown * WIRE.seconds(operation, bytes, span));

            assertThat(before.parts()).containsOnlyKeys(Part.values());
            assertThat(before.parts().values().stream()
                            .mapToDouble(Double::doubleValue)
                            .sum())
                    .isCloseTo(before.seconds(), within(1e-9 * before.seconds()));
            assertThat(before.parts().values())
                    .allSatisfy(seconds -> assertThat(seconds).isNotNegative().isFinite());
            assertThat(after.seconds()).isGreaterThanOrEqualTo(before.seconds());
            double communication = before.exposures().stream()
                    .mapToDouble(Exposure::totalSeconds)
                    .sum();
            double repeats = 1
                    + StepModel.bubbleShare(
                            job.parallelism().pipeline(),
                            job.batch().microBatches(),
                            job.parallelism().virtualStages());
            assertThat(after.seconds() - before.seconds())
                    .isLessThanOrEqualTo((slowdown - 1) * communication * repeats + 1e-9);
            assertThat(before.exposures())
                    .allSatisfy(exposure -> assertThat(exposure.exposedSeconds())
                            .isGreaterThanOrEqualTo(exposure.totalSeconds() - exposure.windowSeconds() - 1e-9));
        }
    }

    /** Buckets one after the other, each when it is ready, against max(last bucket, total - window). */
    @ParameterizedTest
    @CsvSource({"0.001, 1", "0.004, 1", "0.05, 1", "0.001, 2", "0.01, 2", "0.2, 2"})
    void gradientsHideBehindTheLastBackwardPasses(double bucketSeconds, int chunks) {
        int stages = chunks == 1 ? 1 : 4;
        Parallelism parallelism = new Parallelism(8 * stages, 1, 1, 8, stages, chunks, 1, false);
        JobDescription job = Jobs.of(parallelism, new Batch(1, 8), Sharding.NONE, Overlap.COMMON)
                .withCompute(new Compute.LayerTime(0.001, 0.002));
        StepModel model = StepModel.of(job, 8);
        int buckets = (int) model.plan().stream()
                .filter(planned -> planned.phase() == Phase.GRADIENTS)
                .findFirst()
                .orElseThrow()
                .count();
        StepTime time =
                model.time((operation, bytes, span) -> operation == CollectiveOperation.ALL_REDUCE ? bucketSeconds : 0);

        double backward = 16.0 / stages * 0.002;
        double finished = -1e9;
        for (int bucket = 1; bucket <= buckets; bucket++) {
            // the share of parameters, counted backwards from the end, that are still to come
            double left = (double) (buckets - bucket) / buckets * chunks;
            double ready = -(Math.floor(left) * stages + left % 1) * backward / chunks;
            finished = Math.max(finished, ready) + bucketSeconds;
        }
        assertThat(time.seconds(Part.DATA)).isCloseTo(Math.max(0, finished), within(1e-9));
        assertThat(time.gates().contains(Part.DATA)).isEqualTo(finished > bucketSeconds * (1 + 1e-9));
    }

    @Test
    void withoutOverlapGradientsAndParametersAreWaitedFor() {
        JobDescription job = Jobs.of(Jobs.data(16), new Batch(1, 4), Sharding.OPTIMIZER, Overlap.NONE);
        StepTime time = time(job, WIRE);

        // 8 ranks per node, so 8 NICs for each ring; 4 B per gradient and 2 B per parameter
        assertThat(time.seconds(Part.DATA)).isCloseTo(15 / 16.0 * 1e9 * 6 / 400e9, within(1e-9));
        assertThat(time.gates()).containsExactly(Part.DATA);
    }

    @Test
    void sendsShowOnlyInFillAndDrainWhileTheyAreShort() {
        Parallelism parallelism = new Parallelism(32, 1, 1, 8, 4, 1, 1, false);
        JobDescription job = Jobs.of(parallelism, new Batch(1, 8), Sharding.NONE, Overlap.COMMON)
                .withCompute(new Compute.LayerTime(0.001, 0.002));
        CollectiveCost sends = (operation, bytes, span) -> span.ranks() == 4 ? 0.003 : 0;
        CollectiveCost longSends = (operation, bytes, span) -> span.ranks() == 4 ? 0.005 : 0;

        assertThat(time(job, sends).seconds(Part.PIPELINE)).isCloseTo(2 * 3 * 0.003, within(1e-12));
        assertThat(time(job, sends).gates()).isEmpty();
        // forward passes last 4 ms, backward passes 8 ms
        assertThat(time(job, longSends).seconds(Part.PIPELINE)).isCloseTo(2 * 3 * 0.005 + 8 * 0.001, within(1e-12));
        assertThat(time(job, longSends).gates()).containsExactly(Part.PIPELINE);
    }

    @Test
    void aSlowGpuHoldsUpItsStageForEveryMicroBatch() {
        Parallelism parallelism = new Parallelism(32, 2, 1, 4, 4, 1, 1, false);
        JobDescription job = Jobs.of(parallelism, new Batch(1, 8), Sharding.NONE, Overlap.COMMON)
                .withCompute(new Compute.LayerTime(0.001, 0.002));
        double pass = 4 * 0.003;
        // ranks 8 to 15 are stage 1; 8 and 9 its replica 0, 10 and 11 its replica 1
        StepTime one = time(Jobs.with(job, List.of(new SlowMember(8, 1.1)), null), FREE);
        StepTime sameStage = time(Jobs.with(job, List.of(new SlowMember(8, 1.1), new SlowMember(9, 1.1)), null), FREE);
        StepTime otherReplica =
                time(Jobs.with(job, List.of(new SlowMember(8, 1.1), new SlowMember(10, 1.1)), null), FREE);
        StepTime otherStage = time(Jobs.with(job, List.of(new SlowMember(8, 1.1), new SlowMember(0, 1.1)), null), FREE);

        assertThat(one.seconds(Part.SLOW_MEMBERS)).isCloseTo(8 * 0.1 * pass, within(1e-12));
        assertThat(sameStage.seconds()).isEqualTo(one.seconds());
        assertThat(otherReplica.seconds()).isEqualTo(one.seconds());
        assertThat(otherStage.seconds(Part.SLOW_MEMBERS)).isCloseTo(9 * 0.1 * pass, within(1e-12));
    }

    @Test
    void checkpointsStallOrHideBehindTheSteps() {
        JobDescription job = Jobs.of(Jobs.data(8), new Batch(1, 4), Sharding.OPTIMIZER, Overlap.COMMON);
        double step = time(job, WIRE).seconds();
        Checkpoint waiting = new Checkpoint(100, 14, 1e9, 0);
        Checkpoint behind = new Checkpoint(1000, 14, 1e9, 20e9);
        Checkpoint tooOften = new Checkpoint(10, 14, 1e9, 20e9);

        assertThat(time(Jobs.with(job, List.of(), waiting), WIRE).seconds(Part.CHECKPOINT))
                .isCloseTo(0.14, within(1e-12));
        assertThat(time(Jobs.with(job, List.of(), behind), WIRE).seconds(Part.CHECKPOINT))
                .isCloseTo(14e9 / 8 / 20e9 / 1000, within(1e-12));
        assertThat(time(Jobs.with(job, List.of(), tooOften), WIRE).seconds(Part.CHECKPOINT))
                .isCloseTo(14e9 / 8 / 20e9 / 10 + 1.4 - step, within(1e-12));
        assertThat(Checkpoint.bestIntervalSeconds(100, 10_000)).isCloseTo(1414.2, within(0.1));
    }

    @Test
    void fullShardingHidesAllButTheFirstGatheringAndTheLastReduction() {
        JobDescription job = Jobs.of(Jobs.data(64), new Batch(1, 2), Sharding.FULL, Overlap.COMMON)
                .withCompute(new Compute.LayerTime(0.010, 0.020));
        CollectiveCost cheap = (operation, bytes, span) -> 0.001;
        CollectiveCost costly = (operation, bytes, span) -> 0.012;

        // per micro-batch: a gathering forward; a gathering and a reduction backward
        assertThat(time(job, cheap).seconds(Part.DATA)).isCloseTo(2 * 3 * 0.001, within(1e-12));
        assertThat(time(job, costly).seconds(Part.DATA))
                .isCloseTo(2 * (0.012 + 15 * 0.002 + 0.024 + 15 * 0.004), within(1e-12));
    }
}
