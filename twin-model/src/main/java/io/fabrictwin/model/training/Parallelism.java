package io.fabrictwin.model.training;

/**
 * How the work is cut over GPUs. Ranks count through tensor first, then context, data and pipeline last, which is the
 * order of Megatron-LM; expert groups are cut out of the data and context ranks.
 *
 * @param gpus GPUs of the job: tensor x context x data x pipeline
 * @param virtualStages model chunks per GPU of the interleaved schedule; 1: plain 1F1B
 * @param expert ranks that share the experts of a layer; divides data x context
 * @param sequenceParallel activations between the tensor-parallel blocks are cut along the sequence
 */
public record Parallelism(
        int gpus,
        int tensor,
        int context,
        int data,
        int pipeline,
        int virtualStages,
        int expert,
        boolean sequenceParallel) {
    public Parallelism {
        Require.positive("parallelism.gpus", gpus);
        Require.positive("parallelism.tensor", tensor);
        Require.positive("parallelism.context", context);
        Require.positive("parallelism.data", data);
        Require.positive("parallelism.pipeline", pipeline);
        Require.positive("parallelism.virtualStages", virtualStages);
        Require.positive("parallelism.expert", expert);
        long product = (long) tensor * context * data * pipeline;
        if (product != gpus) {
            throw new IllegalArgumentException("tensor " + tensor + " x context " + context + " x data " + data
                    + " x pipeline " + pipeline + " = " + product + " GPUs, but parallelism.gpus is " + gpus);
        }
        if ((long) data * context % expert != 0) {
            throw new IllegalArgumentException("parallelism.expert " + expert + " does not divide data " + data
                    + " x context " + context + " = " + (long) data * context);
        }
        if (virtualStages > 1 && pipeline == 1) {
            throw new IllegalArgumentException(
                    "parallelism.virtualStages " + virtualStages + " need a pipeline of at least 2 stages");
        }
        if (sequenceParallel && tensor == 1) {
            throw new IllegalArgumentException("parallelism.sequenceParallel needs tensor of at least 2");
        }
    }

    /** GPUs that hold a full copy of the model, but for context: tensor x pipeline. */
    public int modelGpus() {
        return tensor * pipeline;
    }

    /** Ranks that hold the same dense parameters: data x context. */
    public int replicas() {
        return data * context;
    }
}
