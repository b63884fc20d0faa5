package io.fabrictwin.model.training;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a job before it has run.
 *
 * @param recompute activations of the layers are computed once more in the backward pass
 * @param slowMembers GPUs that always compute slowly, each at most once
 * @param hostSeconds of a step in which neither GPUs nor network work for it: reading of data, logging, launch
 */
public record JobDescription(
        ModelShape model,
        Parallelism parallelism,
        Batch batch,
        Precision precision,
        Optimizer optimizer,
        Compute compute,
        boolean recompute,
        Overlap overlap,
        Jitter jitter,
        List<SlowMember> slowMembers,
        @Nullable Checkpoint checkpoint,
        double hostSeconds) {
    /** Embedding and logits may take the place of a layer each at the ends of a pipeline, as in Llama 3. */
    private static final int LAYERS_OF_ENDS = 2;

    public JobDescription {
        slowMembers = List.copyOf(slowMembers);
        Require.notNegative("hostSeconds", hostSeconds);
        int chunks = parallelism.pipeline() * parallelism.virtualStages();
        if (model.layers() + LAYERS_OF_ENDS < chunks) {
            throw new IllegalArgumentException("parallelism.pipeline " + parallelism.pipeline() + " x virtualStages "
                    + parallelism.virtualStages() + " = " + chunks + " chunks, but model.layers is only "
                    + model.layers());
        }
        if (model.sequence() % parallelism.context() != 0) {
            throw new IllegalArgumentException("parallelism.context " + parallelism.context()
                    + " does not divide model.sequence " + model.sequence());
        }
        if (model.hidden() % parallelism.tensor() != 0) {
            throw new IllegalArgumentException(
                    "parallelism.tensor " + parallelism.tensor() + " does not divide model.hidden " + model.hidden());
        }
        if (parallelism.expert() > 1 && model.experts().count() % parallelism.expert() != 0) {
            throw new IllegalArgumentException("parallelism.expert " + parallelism.expert()
                    + " does not divide experts.count " + model.experts().count());
        }
        if (optimizer.shardRanks() > 0 && parallelism.replicas() % optimizer.shardRanks() != 0) {
            throw new IllegalArgumentException("optimizer.shardRanks " + optimizer.shardRanks()
                    + " does not divide data x context = " + parallelism.replicas());
        }
        Set<Integer> seen = new HashSet<>();
        for (SlowMember member : slowMembers) {
            if (member.rank() >= parallelism.gpus()) {
                throw new IllegalArgumentException(
                        "slowMembers.rank " + member.rank() + ": the job has ranks 0 to " + (parallelism.gpus() - 1));
            }
            if (!seen.add(member.rank())) {
                throw new IllegalArgumentException("slowMembers.rank " + member.rank() + " is given twice");
            }
        }
    }

    /** The same with another speed of computing. */
    public JobDescription withCompute(Compute compute) {
        return new JobDescription(
                model,
                parallelism,
                batch,
                precision,
                optimizer,
                compute,
                recompute,
                overlap,
                jitter,
                slowMembers,
                checkpoint,
                hostSeconds);
    }

    /** The same with other differences between ranks. */
    public JobDescription withJitter(Jitter jitter) {
        return new JobDescription(
                model,
                parallelism,
                batch,
                precision,
                optimizer,
                compute,
                recompute,
                overlap,
                jitter,
                slowMembers,
                checkpoint,
                hostSeconds);
    }

    /** The same with another fixed part. */
    public JobDescription withHostSeconds(double hostSeconds) {
        return new JobDescription(
                model,
                parallelism,
                batch,
                precision,
                optimizer,
                compute,
                recompute,
                overlap,
                jitter,
                slowMembers,
                checkpoint,
                hostSeconds);
    }

    /** The same on other GPUs: what scaling runs change. */
    public JobDescription withParallelism(Parallelism parallelism, Batch batch) {
        return new JobDescription(
                model,
                parallelism,
                batch,
                precision,
                optimizer,
                compute,
                recompute,
                overlap,
                jitter,
                slowMembers,
                checkpoint,
                hostSeconds);
    }

    /** Tokens of a step on all GPUs together. */
    public double tokensPerStep() {
        return (double) model.sequence() * batch.microBatch() * batch.microBatches() * parallelism.data();
    }

    /** Operations of the model in a step, nothing counted twice: what utilization is told by. */
    public double modelFlopsPerStep() {
        return tokensPerStep() * model.flopsPerToken(false);
    }

    /** Ranks that share one copy of the dense parameters under full sharding; otherwise all replicas. */
    int shardRanks() {
        return optimizer.shardRanks() > 0 ? optimizer.shardRanks() : parallelism.replicas();
    }

    /** Layers of a GPU, on average: embedding and logits are taken to be spread over the stages. */
    double layersPerGpu() {
        return (double) model.layers() / parallelism.pipeline();
    }

    /** Dense parameters of a GPU before any sharding over replicas. */
    double denseParametersPerGpu() {
        return (double) model.denseParameters() / parallelism.modelGpus();
    }

    /** Parameters of experts on a GPU before any sharding over replicas. */
    double expertParametersPerGpu() {
        return (double) model.experts().parameters() / parallelism.modelGpus() / parallelism.expert();
    }

    /** Seconds in which a GPU computes the forward pass of a micro-batch. */
    double forwardSeconds() {
        if (compute instanceof Compute.Speed speed) {
            return tokensPerGpu() * model.forwardFlopsPerToken() / parallelism.modelGpus() / speed.flopsPerSecond();
        }
        return ((Compute.LayerTime) compute).forwardSeconds() * layersPerGpu();
    }

    /** Seconds in which a GPU computes the backward pass of a micro-batch, with what is computed once more. */
    double backwardSeconds() {
        if (compute instanceof Compute.Speed speed) {
            double flops = 2 * model.forwardFlopsPerToken() + (recompute ? model.recomputedFlopsPerToken() : 0);
            return tokensPerGpu() * flops / parallelism.modelGpus() / speed.flopsPerSecond();
        }
        return ((Compute.LayerTime) compute).backwardSeconds() * layersPerGpu();
    }

    /** Tokens of a micro-batch that a context rank has. */
    double tokensPerGpu() {
        return (double) batch.microBatch() * model.sequence() / parallelism.context();
    }
}
