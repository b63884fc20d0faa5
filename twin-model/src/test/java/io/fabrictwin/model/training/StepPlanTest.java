package io.fabrictwin.model.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.training.PlannedCollective.Phase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepPlanTest {
    private static final double TOKENS = 2 * 4096;
    private static final double ACTIVATIONS = TOKENS * 2048 * 2;

    private static List<PlannedCollective> plan(JobDescription job) {
        return StepModel.of(job, 8).plan();
    }

    private static double wireBytes(JobDescription job, Dimension dimension) {
        return plan(job).stream()
                .filter(planned -> planned.dimension() == dimension)
                .mapToDouble(PlannedCollective::wireBytes)
                .sum();
    }

    /** Reduce-scatter of gradients and all-gather of parameters in bf16, seconds at 50 GB/s. */
    @ParameterizedTest
    @CsvSource({
        // P in billions, tensor, pipeline, context, data, seconds
        "70.55, 4, 4, 2, 2, 0.265",
        "70.55, 4, 4, 2, 64, 0.350",
        "175, 4, 8, 1, 4, 0.328",
        "175, 4, 8, 1, 64, 0.431",
        "340, 8, 8, 1, 2, 0.213",
        "340, 8, 8, 1, 32, 0.413",
        "405, 8, 9, 2, 4, 0.395",
        "405, 8, 9, 2, 16, 0.437",
    })
    void wireTimeOfReplicas(double billions, int tensor, int pipeline, int context, int data, double seconds) {
        ModelShape model = new ModelShape((long) (billions * 1e9), 96, 8192, 1024, 50_000, 8192, Experts.NONE);
        JobDescription job = new JobDescription(
                model,
                new Parallelism(tensor * pipeline * context * data, tensor, context, data, pipeline, 1, 1, true),
                new Batch(1, 16),
                new Precision(2, 2),
                Jobs.optimizer(Sharding.OPTIMIZER),
                Jobs.SPEED,
                false,
                Overlap.COMMON,
                Jitter.NONE,
                List.of(),
                null,
                0);

        assertThat(wireBytes(job, Dimension.DATA) / 50e9).isCloseTo(seconds, within(0.0015));
    }

    @Test
    void tensorRanksReduceFourTimesPerLayerAndMicroBatch() {
        Parallelism plain = new Parallelism(8, 8, 1, 1, 1, 1, 1, false);
        Parallelism cut = new Parallelism(8, 8, 1, 1, 1, 1, 1, true);
        JobDescription job = Jobs.of(plain, new Batch(2, 3), Sharding.NONE, Overlap.COMMON);
        double expected = 4 * 16 * 3 * 2 * 7 / 8.0 * ACTIVATIONS;

        assertThat(wireBytes(job, Dimension.TENSOR)).isCloseTo(expected, within(1.0));
        assertThat(wireBytes(job.withParallelism(cut, job.batch()), Dimension.TENSOR))
                .isCloseTo(expected, within(1.0));
    }

    @Test
    void recomputingReducesTwiceMore() {
        Parallelism parallelism = new Parallelism(8, 8, 1, 1, 1, 1, 1, false);
        JobDescription job = Jobs.of(
                Jobs.dense(), parallelism, new Batch(2, 3), Jobs.optimizer(Sharding.NONE), Overlap.COMMON, true);

        assertThat(wireBytes(job, Dimension.TENSOR)).isCloseTo(6 * 16 * 3 * 2 * 7 / 8.0 * ACTIVATIONS, within(1.0));
    }

    @Test
    void stagesSendEachChunkOnwardsAndCutTheMessageOverTensorRanks() {
        Parallelism parallelism = new Parallelism(32, 4, 1, 2, 4, 2, 1, true);
        JobDescription job = Jobs.of(parallelism, new Batch(2, 8), Sharding.NONE, Overlap.COMMON);

        assertThat(wireBytes(job, Dimension.PIPELINE)).isCloseTo(2 * 8 * 2 * ACTIVATIONS / 4, within(1.0));
        assertThat(plan(job))
                .filteredOn(planned -> planned.dimension() == Dimension.PIPELINE)
                .allSatisfy(planned -> {
                    assertThat(planned.operation()).isEqualTo(CollectiveOperation.SEND);
                    assertThat(planned.span().kind()).isEqualTo(Span.Kind.RAIL);
                });
    }

    @Test
    void keysAndValuesGoRoundOnceForwardAndTwiceBack() {
        Parallelism parallelism = new Parallelism(4, 1, 4, 1, 1, 1, 1, false);
        JobDescription ring = Jobs.of(parallelism, new Batch(2, 1), Sharding.NONE, Overlap.COMMON);
        JobDescription gather = Jobs.of(parallelism, new Batch(2, 1), Sharding.NONE, Overlap.NONE);
        double expected = 3 * 16 * 2 * 3 / 4.0 * TOKENS * 512 * 2;

        assertThat(wireBytes(ring, Dimension.CONTEXT)).isCloseTo(expected, within(1.0));
        assertThat(wireBytes(gather, Dimension.CONTEXT)).isCloseTo(expected, within(1.0));
    }

    @Test
    void expertsSendEveryTokenOutAndBackBothWays() {
        Experts experts = new Experts(8, 16, 2, 600_000_000L, 1.25);
        ModelShape model = new ModelShape(1_000_000_000L, 16, 2048, 512, 32_000, 4096, experts);
        Parallelism parallelism = new Parallelism(32, 1, 1, 32, 1, 1, 8, false);
        JobDescription job =
                Jobs.of(model, parallelism, new Batch(2, 3), Jobs.optimizer(Sharding.OPTIMIZER), Overlap.COMMON, false);

        assertThat(wireBytes(job, Dimension.EXPERT))
                .isCloseTo(8 * 3 * 4 * TOKENS * 2 * 2048 * 2 * 1.25 * 7 / 8, within(1.0));
        // a GPU has all 0.4 B dense parameters and an eighth of the experts'
        assertThat(wireBytes(job, Dimension.DATA)).isCloseTo(31 / 32.0 * 0.4e9 * 6, within(1.0));
        assertThat(wireBytes(job, Dimension.EXPERT_DATA)).isCloseTo(3 / 4.0 * 0.075e9 * 6, within(1.0));
    }

    @ParameterizedTest
    @CsvSource({"false, 2", "true, 1"})
    void fullShardingGathersForEachPassAndReducesOnce(boolean keepsParameters, int gathers) {
        Optimizer optimizer = new Optimizer(Sharding.FULL, 0, keepsParameters, 0, Jobs.MEMORY);
        JobDescription job = Jobs.of(Jobs.dense(), Jobs.data(16), new Batch(2, 3), optimizer, Overlap.COMMON, false);

        assertThat(wireBytes(job, Dimension.DATA)).isCloseTo(3 * 15 / 16.0 * 1e9 * (gathers * 2 + 4), within(10.0));
    }

    @Test
    void copiesOfHybridShardingReduceTheirShare() {
        Optimizer optimizer = new Optimizer(Sharding.FULL, 8, false, 0, Jobs.MEMORY);
        JobDescription job = Jobs.of(Jobs.dense(), Jobs.data(32), new Batch(2, 1), optimizer, Overlap.COMMON, false);

        assertThat(wireBytes(job, Dimension.COPIES)).isCloseTo(2 * 3 / 4.0 * 1e9 / 8 * 4, within(10.0));
        assertThat(Dimension.DATA.span(job, 8).kind()).isEqualTo(Span.Kind.IN_NODE);
        assertThat(Dimension.COPIES.span(job, 8)).isEqualTo(new Span(4, 1));
    }

    @Test
    void plainDataParallelismReducesEverything() {
        JobDescription job = Jobs.of(Jobs.data(16), new Batch(2, 3), Sharding.NONE, Overlap.COMMON);

        assertThat(wireBytes(job, Dimension.DATA)).isCloseTo(2 * 15 / 16.0 * 1e9 * 4, within(10.0));
        assertThat(plan(job)).hasSize(1).first().satisfies(planned -> {
            assertThat(planned.phase()).isEqualTo(Phase.GRADIENTS);
            assertThat(planned.count()).isEqualTo(25); // buckets of 40 M parameters
        });
    }

    @ParameterizedTest
    @CsvSource({
        // ranks, stride, GPUs per node, ranks per node, kind
        "8, 1, 8, 8, IN_NODE",
        "2, 4, 8, 2, IN_NODE",
        "16, 8, 8, 1, RAIL",
        "16, 4, 8, 2, ACROSS",
        "16, 1, 8, 8, ACROSS",
        "4, 16, 8, 1, RAIL",
    })
    void placementFollowsFromTheOrderOfRanks(int ranks, int stride, int gpusPerNode, int ranksPerNode, Span.Kind kind) {
        Span span = Span.of(ranks, stride, gpusPerNode);

        assertThat(span).isEqualTo(new Span(ranks, ranksPerNode));
        assertThat(span.kind()).isEqualTo(kind);
        assertThat(span.nodes()).isEqualTo(ranks / ranksPerNode);
    }
}
