package io.fabrictwin.model.training;

import java.util.function.DoubleUnaryOperator;

/** What observed steps tell of a job's speed of computing. */
public final class StepFit {
    private static final int HALVINGS = 100;
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
        double factor = root(
                f -> time(job, f, gpusPerNode, cost) - observedSeconds,
                "the observed step of " + observedSeconds + " s does not fit: without computing the model gives "
                        + time(job, 1 / LARGEST_FACTOR, gpusPerNode, cost) + " s");
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
        double difference = firstSeconds - secondSeconds;
        double sign = Math.signum(difference);
        double factor = root(
                f -> sign * (time(first, f, gpusPerNode, cost) - time(second, f, gpusPerNode, cost) - difference),
                "steps of " + firstSeconds + " s and " + secondSeconds
                        + " s do not fit: no speed of computing gives their difference");
        JobDescription fitted = first.withCompute(first.compute().slowedBy(factor));
        double host = first.hostSeconds()
                + firstSeconds
                - StepModel.of(fitted, gpusPerNode).time(cost).seconds();
        return fitted.withHostSeconds(host);
    }

    private static double time(JobDescription job, double factor, int gpusPerNode, CollectiveCost cost) {
        return StepModel.of(job.withCompute(job.compute().slowedBy(factor)), gpusPerNode)
                .time(cost)
                .seconds();
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
