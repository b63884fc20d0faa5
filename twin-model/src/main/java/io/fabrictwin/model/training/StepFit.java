package io.fabrictwin.model.training;

import java.util.function.DoubleUnaryOperator;

/** What observed steps tell of a job's speed of computing. */
public final class StepFit {
    private static final int HALVINGS = 60;
    private static final double LARGEST_FACTOR = 1e6;

    private StepFit() {}

    /**
     * The job with its computing times scaled so that the model gives the observed step.
     *
     * @throws IllegalArgumentException if the parts other than computing are already longer than the step
     */
    public static JobDescription toStep(
            JobDescription job, double observedSeconds, int gpusPerNode, CollectiveCost cost) {
        Require.positive("observedSeconds", observedSeconds);
        DoubleUnaryOperator seconds = seconds(job, gpusPerNode, cost);
        double factor = root(
                f -> seconds.applyAsDouble(f) - observedSeconds,
                "the observed step of " + observedSeconds + " s does not fit: without computing the model gives "
                        + seconds.applyAsDouble(1 / LARGEST_FACTOR) + " s");
        return job.withCompute(job.compute().slowedBy(factor));
    }

    /**
     * The first job with its computing times scaled and its host seconds set so that the model gives both observed
     * steps. The jobs differ in their sizes alone.
     *
     * @throws IllegalArgumentException if no scale gives the observed difference, or the host seconds come out negative
     */
    public static JobDescription toSteps(
            JobDescription first,
            double firstSeconds,
            JobDescription second,
            double secondSeconds,
            int gpusPerNode,
            CollectiveCost cost) {
        DoubleUnaryOperator ofFirst = seconds(first, gpusPerNode, cost);
        DoubleUnaryOperator ofSecond = seconds(second, gpusPerNode, cost);
        double difference = firstSeconds - secondSeconds;
        double factor = root(
                f -> Math.signum(difference) * (ofFirst.applyAsDouble(f) - ofSecond.applyAsDouble(f) - difference),
                "steps of " + firstSeconds + " s and " + secondSeconds
                        + " s do not fit: no speed of computing gives their difference");
        double host = first.hostSeconds() + firstSeconds - ofFirst.applyAsDouble(factor);
        return first.withCompute(first.compute().slowedBy(factor)).withHostSeconds(host);
    }

    /** The time of a step by the factor on its computing times. */
    private static DoubleUnaryOperator seconds(JobDescription job, int gpusPerNode, CollectiveCost cost) {
        StepModel model = StepModel.of(job, gpusPerNode);
        double[] secondsOfOne = model.secondsOfOne(cost);
        return factor -> model.slowedBy(factor).time(secondsOfOne).seconds();
    }

    /** Where a function that rises with the factor is zero, by halving the ratio of the bounds. */
    private static double root(DoubleUnaryOperator rising, String message) {
        double low = 1 / LARGEST_FACTOR;
        double high = LARGEST_FACTOR;
        if (rising.applyAsDouble(low) > 0 || rising.applyAsDouble(high) < 0) {
            throw new IllegalArgumentException(message);
        }
        for (int i = 0; i < HALVINGS; i++) {
            double middle = StrictMath.sqrt(low * high);
            if (rising.applyAsDouble(middle) < 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }
}
