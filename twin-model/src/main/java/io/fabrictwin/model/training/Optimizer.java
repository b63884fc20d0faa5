package io.fabrictwin.model.training;

/**
 * How parameters are kept and updated.
 *
 * @param shardRanks with {@link Sharding#FULL}: ranks that share one copy of the parameters, the copies are then
 *     all-reduced among each other (hybrid sharding); 0: all replicas share one
 * @param keepsParameters with {@link Sharding#FULL}: parameters gathered for the forward pass serve the backward pass
 *     too
 * @param bucketParameters parameters of a bucket of gradients; 0: the rule of Megatron-LM, {@code max(40e6, 1e6 x
 *     replicas)} (its {@code DistributedDataParallelConfig})
 * @param memoryBytesPerSecond memory bandwidth of a GPU as the update reaches it
 */
public record Optimizer(
        Sharding sharding,
        int shardRanks,
        boolean keepsParameters,
        long bucketParameters,
        double memoryBytesPerSecond) {
    private static final long LEAST_BUCKET_PARAMETERS = 40_000_000;
    private static final long BUCKET_PARAMETERS_PER_REPLICA = 1_000_000;
    /** Adam in fp32: master weight and two moments, read and written. */
    private static final int STATE_BYTES = 2 * 3 * 4;

    public Optimizer {
        Require.notNegative("optimizer.shardRanks", shardRanks);
        Require.notNegative("optimizer.bucketParameters", (double) bucketParameters);
        Require.positive("optimizer.memoryBytesPerSecond", memoryBytesPerSecond);
        if (sharding != Sharding.FULL && (shardRanks > 0 || keepsParameters)) {
            throw new IllegalArgumentException(
                    "optimizer.shardRanks and optimizer.keepsParameters need optimizer.sharding FULL");
        }
    }

    long bucketParameters(int replicas) {
        return bucketParameters > 0
                ? bucketParameters
                : Math.max(LEAST_BUCKET_PARAMETERS, BUCKET_PARAMETERS_PER_REPLICA * replicas);
    }

    /** Bytes that an update of one parameter moves: the gradient in, the state in and out, the parameter out. */
    static int updateBytes(Precision precision) {
        return precision.gradientBytes() + STATE_BYTES + precision.elementBytes();
    }
}
