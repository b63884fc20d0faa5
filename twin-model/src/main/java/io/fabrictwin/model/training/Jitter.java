package io.fabrictwin.model.training;

/**
 * Random differences between ranks, taken for independent and normal.
 *
 * @param sigmaSeconds standard deviation of a rank's own time between two synchronizations of all ranks
 * @param synchronizations how often per step all ranks wait for each other
 */
public record Jitter(double sigmaSeconds, int synchronizations) {
    /** Every rank is as fast as the others, always. */
    public static final Jitter NONE = new Jitter(0, 0);

    public Jitter {
        Require.notNegative("jitter.sigmaSeconds", sigmaSeconds);
        Require.notNegative("jitter.synchronizations", synchronizations);
    }

    /**
     * The jitter of ranks that synchronize once per step, from how much their steps vary: the largest of n normals
     * varies less than each of them.
     *
     * @param stepDeviationSeconds standard deviation of steps of a job
     * @param ranks of that job
     */
    public static Jitter ofSteps(double stepDeviationSeconds, int ranks) {
        return new Jitter(stepDeviationSeconds / LargestOfNormals.of(ranks).deviation(), 1);
    }

    /** Expected wait per step for the last of {@code ranks}: sigma times E[M_n] at each synchronization. */
    public double seconds(int ranks) {
        return synchronizations == 0
                ? 0
                : synchronizations * sigmaSeconds * LargestOfNormals.of(ranks).mean();
    }
}
