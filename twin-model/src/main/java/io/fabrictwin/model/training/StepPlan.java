package io.fabrictwin.model.training;

import static io.fabrictwin.model.event.CollectiveOperation.ALL_GATHER;
import static io.fabrictwin.model.event.CollectiveOperation.ALL_REDUCE;
import static io.fabrictwin.model.event.CollectiveOperation.ALL_TO_ALL;
import static io.fabrictwin.model.event.CollectiveOperation.REDUCE_SCATTER;
import static io.fabrictwin.model.event.CollectiveOperation.SEND;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.training.PlannedCollective.Phase;
import java.util.ArrayList;
import java.util.List;

/**
 * The collectives of a step. Volumes: tensor and pipeline after Narayanan et al. (Megatron-LM, SC'21) and Korthikanti et
 * al. (sequence parallelism), sharding after Rajbhandari et al. (ZeRO), context after Liu et al. (ring attention).
 */
final class StepPlan {
    private final JobDescription job;
    private final int gpusPerNode;
    private final List<PlannedCollective> collectives = new ArrayList<>();

    private StepPlan(JobDescription job, int gpusPerNode) {
        this.job = job;
        this.gpusPerNode = gpusPerNode;
    }

    /**
     * The collectives of a step of a job, those of a group of one left out.
     *
     * @param gpusPerNode consecutive ranks that share a node
     */
    static List<PlannedCollective> of(JobDescription job, int gpusPerNode) {
        StepPlan plan = new StepPlan(job, gpusPerNode);
        plan.tensor();
        plan.context();
        plan.expert();
        plan.pipeline();
        if (job.optimizer().sharding() == Sharding.FULL) {
            plan.shardedLayers();
        } else {
            plan.buckets();
        }
        return List.copyOf(plan.collectives);
    }

    /** Activations of a micro-batch on a context rank: b s h x / c. */
    private double activationBytes() {
        return job.tokensPerGpu() * job.model().hidden() * job.precision().elementBytes();
    }

    private double passesOfLayers() {
        return job.layersPerGpu() * job.batch().microBatches();
    }

    private void tensor() {
        int again = job.recompute() ? 2 : 0;
        for (Phase phase : List.of(Phase.FORWARD, Phase.BACKWARD)) {
            double count = passesOfLayers() * (phase == Phase.FORWARD ? 2 : 2 + again);
            if (job.parallelism().sequenceParallel()) {
                add(Dimension.TENSOR, phase, ALL_GATHER, activationBytes(), count);
                add(Dimension.TENSOR, phase, REDUCE_SCATTER, activationBytes(), count);
            } else {
                add(Dimension.TENSOR, phase, ALL_REDUCE, activationBytes(), count);
            }
        }
    }

    private void context() {
        int ranks = job.parallelism().context();
        double blockBytes = 2.0
                * job.tokensPerGpu()
                * job.model().keyValueHidden()
                / job.parallelism().tensor()
                * job.precision().elementBytes();
        // Backward, keys and values go round again and their gradients with them.
        int again = job.recompute() ? 1 : 0;
        for (Phase phase : List.of(Phase.FORWARD, Phase.BACKWARD)) {
            double rounds = passesOfLayers() * (phase == Phase.FORWARD ? 1 : 2 + again);
            if (job.overlap().contextRing()) {
                add(Dimension.CONTEXT, phase, SEND, blockBytes, rounds * (ranks - 1));
            } else {
                add(Dimension.CONTEXT, phase, ALL_GATHER, blockBytes * ranks, rounds);
            }
        }
    }

    private void expert() {
        Experts experts = job.model().experts();
        double tokens = job.tokensPerGpu()
                / (job.parallelism().sequenceParallel() ? job.parallelism().tensor() : 1);
        double bytes = tokens
                * experts.perToken()
                * job.model().hidden()
                * job.precision().elementBytes()
                * experts.imbalance();
        double layers = (double) experts.layers() / job.parallelism().pipeline();
        double count = 2 * layers * job.batch().microBatches();
        int again = job.recompute() ? 2 : 1;
        add(Dimension.EXPERT, Phase.FORWARD, ALL_TO_ALL, bytes, count);
        add(Dimension.EXPERT, Phase.BACKWARD, ALL_TO_ALL, bytes, count * again);
    }

    private void pipeline() {
        Parallelism parallelism = job.parallelism();
        double bytes = activationBytes() / (parallelism.sequenceParallel() ? parallelism.tensor() : 1);
        double count = (double) job.batch().microBatches() * parallelism.virtualStages();
        add(Dimension.PIPELINE, Phase.FORWARD, SEND, bytes, count);
        add(Dimension.PIPELINE, Phase.BACKWARD, SEND, bytes, count);
    }

    /** Gradients, and with a sharded optimizer parameters, bucket by bucket once per step. */
    private void buckets() {
        int count = bucketCount(job);
        boolean isSharded = job.optimizer().sharding() == Sharding.OPTIMIZER;
        CollectiveOperation reduce = isSharded ? REDUCE_SCATTER : ALL_REDUCE;
        int gradientBytes = job.precision().gradientBytes();
        int elementBytes = job.precision().elementBytes();
        double dense = job.denseParametersPerGpu() / count;
        double expert = job.expertParametersPerGpu() / count;
        add(Dimension.DATA, Phase.GRADIENTS, reduce, dense * gradientBytes, count);
        add(Dimension.EXPERT_DATA, Phase.GRADIENTS, reduce, expert * gradientBytes, count);
        if (isSharded) {
            add(Dimension.DATA, Phase.PARAMETERS, ALL_GATHER, dense * elementBytes, count);
            add(Dimension.EXPERT_DATA, Phase.PARAMETERS, ALL_GATHER, expert * elementBytes, count);
        }
    }

    /** Parameters and gradients, layer by layer for each micro-batch. */
    private void shardedLayers() {
        double layers = job.layersPerGpu();
        double count = passesOfLayers();
        int elementBytes = job.precision().elementBytes();
        int gradientBytes = job.precision().gradientBytes();
        double dense = job.denseParametersPerGpu() / layers;
        double expert = job.expertParametersPerGpu() / layers;
        for (Phase phase : List.of(Phase.FORWARD, Phase.BACKWARD)) {
            if (phase == Phase.FORWARD || !job.optimizer().keepsParameters()) {
                add(Dimension.DATA, phase, ALL_GATHER, dense * elementBytes, count);
                add(Dimension.EXPERT_DATA, phase, ALL_GATHER, expert * elementBytes, count);
            }
        }
        add(Dimension.DATA, Phase.GRADIENTS, REDUCE_SCATTER, dense * gradientBytes, count);
        add(Dimension.EXPERT_DATA, Phase.GRADIENTS, REDUCE_SCATTER, expert * gradientBytes, count);
        add(Dimension.COPIES, Phase.GRADIENTS, ALL_REDUCE, dense * gradientBytes / job.shardRanks(), count);
    }

    /** Buckets into which the gradients of a GPU are cut. */
    static int bucketCount(JobDescription job) {
        double perBucket = job.optimizer().bucketParameters(job.parallelism().replicas());
        return (int) Math.max(1, Math.ceil(job.denseParametersPerGpu() / perBucket));
    }

    private void add(Dimension dimension, Phase phase, CollectiveOperation operation, double bytes, double count) {
        Span span = dimension.span(job, gpusPerNode);
        if (span.ranks() > 1 && bytes > 0 && count > 0) {
            collectives.add(new PlannedCollective(dimension, phase, operation, bytes, span, count));
        }
    }
}
