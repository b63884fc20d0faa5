package io.fabrictwin.model.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.event.CollectiveOperation;
import org.junit.jupiter.api.Test;

class JobDescriptionTest {
    @Test
    void sizesMultiplyToTheGpus() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Parallelism(1000, 8, 1, 8, 16, 1, 1, false))
                .withMessage("tensor 8 x context 1 x data 8 x pipeline 16 = 1024 GPUs, but parallelism.gpus is 1000");
    }

    @Test
    void expertsAreCutOutOfTheReplicas() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Parallelism(64, 8, 1, 8, 1, 1, 16, false))
                .withMessage("parallelism.expert 16 does not divide data 8 x context 1 = 8");
    }

    @Test
    void everyChunkHasALayer() {
        Parallelism parallelism = new Parallelism(8, 1, 1, 1, 8, 3, 1, false);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Jobs.of(parallelism, new Batch(1, 8), Sharding.NONE, Overlap.COMMON))
                .withMessage("parallelism.pipeline 8 x virtualStages 3 = 24 chunks, but model.layers is only 16");
    }

    @Test
    void theLargestOfAFewNormalsIsKnown() {
        double rootOfPi = Math.sqrt(Math.PI);

        assertThat(LargestOfNormals.of(1).mean()).isCloseTo(0, within(1e-9));
        assertThat(LargestOfNormals.of(1).deviation()).isCloseTo(1, within(1e-9));
        assertThat(LargestOfNormals.of(2).mean()).isCloseTo(1 / rootOfPi, within(1e-9));
        assertThat(LargestOfNormals.of(2).deviation()).isCloseTo(Math.sqrt(1 - 1 / Math.PI), within(1e-9));
        assertThat(LargestOfNormals.of(3).mean()).isCloseTo(1.5 / rootOfPi, within(1e-9));
    }

    @Test
    void jitterOfStepsIsLargerThanTheirVariation() {
        Jitter jitter = Jitter.ofSteps(0.018, 256);

        assertThat(jitter.sigmaSeconds() * LargestOfNormals.of(256).deviation()).isCloseTo(0.018, within(1e-12));
        assertThat(jitter.sigmaSeconds()).isGreaterThan(0.036);
    }

    @Test
    void wireTimeIsVolumeOverTheNarrowerWay() {
        WireTime wire = new WireTime(400e9, 50e9, 0, 0);

        assertThat(wire.seconds(CollectiveOperation.ALL_REDUCE, 1e9, new Span(8, 8)))
                .isCloseTo(1.75e9 / 400e9, within(1e-12));
        assertThat(wire.seconds(CollectiveOperation.ALL_REDUCE, 1e9, new Span(16, 1)))
                .isCloseTo(1.875e9 / 50e9, within(1e-12));
        assertThat(wire.seconds(CollectiveOperation.REDUCE_SCATTER, 1e9, new Span(16, 2)))
                .isCloseTo(0.9375e9 / 100e9, within(1e-12));
        // 7 of 15 peers are in the node, 8 of 16 parts leave it
        assertThat(wire.seconds(CollectiveOperation.ALL_TO_ALL, 1e9, new Span(16, 8)))
                .isCloseTo(0.5e9 / 50e9, within(1e-12));
        assertThat(wire.seconds(CollectiveOperation.SEND, 1e9, new Span(4, 1))).isCloseTo(1e9 / 50e9, within(1e-12));
    }
}
