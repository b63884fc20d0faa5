package io.fabrictwin.model.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StepFitTest {
    private static final WireTime WIRE = new WireTime(450e9, 50e9, 0, 0);

    private static JobDescription job(int data) {
        return Jobs.of(Jobs.data(data), new Batch(1, 1024 / data), Sharding.OPTIMIZER, Overlap.COMMON);
    }

    @Test
    void oneStepTellsTheSpeed() {
        JobDescription fitted = StepFit.toStep(job(64), 1.5, 8, WIRE);

        assertThat(StepModel.of(fitted, 8).time(WIRE).seconds()).isCloseTo(1.5, within(1e-9));
    }

    @Test
    void twoStepsTellTheSpeedAndTheFixedPart() {
        JobDescription truth = job(64).withCompute(new Compute.Speed(123e12)).withHostSeconds(0.05);
        double first = StepModel.of(truth, 8).time(WIRE).seconds();
        double second = StepModel.of(truth.withParallelism(job(128).parallelism(), job(128).batch()), 8)
                .time(WIRE)
                .seconds();

        JobDescription fitted = StepFit.toSteps(job(64), first, job(128), second, 8, WIRE);

        assertThat(((Compute.Speed) fitted.compute()).flopsPerSecond()).isCloseTo(123e12, within(1e6));
        assertThat(fitted.hostSeconds()).isCloseTo(0.05, within(1e-6));
    }

    @Test
    void aStepShorterThanItsCommunicationIsRefused() {
        JobDescription waiting = Jobs.of(Jobs.data(64), new Batch(1, 4), Sharding.OPTIMIZER, Overlap.NONE);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> StepFit.toStep(waiting, 0.001, 8, WIRE))
                .withMessageContaining("without computing");
    }
}
