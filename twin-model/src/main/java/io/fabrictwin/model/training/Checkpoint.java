package io.fabrictwin.model.training;

/**
 * Regular checkpoints.
 *
 * @param intervalSteps steps from one to the next
 * @param bytesPerParameter what is kept of a parameter: 12 to 16 for master weight and optimizer state in fp32
 * @param storageBytesPerSecond rate at which all writers together reach storage
 * @param snapshotBytesPerSecond rate at which a GPU copies its share to its host, behind which writing goes on while
 *     steps run; 0: the job stands still until all is written
 */
public record Checkpoint(
        int intervalSteps, double bytesPerParameter, double storageBytesPerSecond, double snapshotBytesPerSecond) {
    public Checkpoint {
        Require.positive("checkpoint.intervalSteps", intervalSteps);
        Require.positive("checkpoint.bytesPerParameter", bytesPerParameter);
        Require.positive("checkpoint.storageBytesPerSecond", storageBytesPerSecond);
        Require.notNegative("checkpoint.snapshotBytesPerSecond", snapshotBytesPerSecond);
    }

    /** Seconds until all parameters are on storage. */
    public double writeSeconds(long parameters) {
        return parameters * bytesPerParameter / storageBytesPerSecond;
    }

    /**
     * Seconds that checkpoints add to a step on average. Written behind, they add the snapshot, and what of the
     * writing outlasts the interval.
     */
    double secondsPerStep(long parameters, int gpus, double stepSeconds) {
        double write = writeSeconds(parameters);
        if (snapshotBytesPerSecond == 0) {
            return write / intervalSteps;
        }
        double snapshot = parameters * bytesPerParameter / gpus / snapshotBytesPerSecond;
        return snapshot / intervalSteps + Math.max(0, write / intervalSteps - stepSeconds);
    }

    /**
     * The interval at which checkpoints and lost work together cost least, to first order: the root of twice the stall
     * times the mean time between failures (Young 1974).
     *
     * @param stallSeconds for which a checkpoint halts the job
     * @param meanSecondsBetweenFailures of the whole job
     */
    public static double bestIntervalSeconds(double stallSeconds, double meanSecondsBetweenFailures) {
        Require.positive("stallSeconds", stallSeconds);
        Require.positive("meanSecondsBetweenFailures", meanSecondsBetweenFailures);
        return Math.sqrt(2 * stallSeconds * meanSecondsBetweenFailures);
    }
}
