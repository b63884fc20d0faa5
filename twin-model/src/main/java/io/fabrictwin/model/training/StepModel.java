package io.fabrictwin.model.training;

import io.fabrictwin.model.training.PlannedCollective.Phase;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The time of a step from its plan and the cost of each collective.
 *
 * <p>Pipeline: {@code (m + (p - 1) / v) (t_f + t_b)} for m micro-batches, p stages and v chunks per GPU (Narayanan et al.,
 * SC'21), where forward time t_f and backward time t_b contain what of tensor, context, expert and layer-sharded
 * communication nothing hides. Gradients: buckets in backward order on one channel of communication, {@code F_i =
 * max(F_{i-1}, r_i) + c_i} with r_i when bucket i is ready; what lies beyond the end of the backward pass is exposed.
 * Parameters of the next step: the same mirrored, each bucket before the forward pass that needs it. The first stage is
 * looked at: it ends last, and it starts at once.
 *
 * <p>Each kind of communication hides for itself; what they take from each other on shared links is for the cost to
 * tell. Ignores uneven stages and that computing is slower beside communication.
 */
public final class StepModel {
    private final JobDescription job;
    private final List<PlannedCollective> plan;
    private final double jitterSeconds;

    private StepModel(JobDescription job, List<PlannedCollective> plan, double jitterSeconds) {
        this.job = job;
        this.plan = plan;
        this.jitterSeconds = jitterSeconds;
    }

    /**
     * The model of a job's steps.
     *
     * @param gpusPerNode consecutive ranks that share a node
     */
    public static StepModel of(JobDescription job, int gpusPerNode) {
        Require.positive("gpusPerNode", gpusPerNode);
        return new StepModel(
                job,
                StepPlan.of(job, gpusPerNode),
                job.jitter().seconds(job.parallelism().gpus()));
    }

    /** The same with all computing times multiplied, on which neither plan nor jitter depend. */
    StepModel slowedBy(double factor) {
        return new StepModel(job.withCompute(job.compute().slowedBy(factor)), plan, jitterSeconds);
    }

    /** The collectives of a step, those of a group of one left out. */
    public List<PlannedCollective> plan() {
        return plan;
    }

    /**
     * The time of a step.
     *
     * @throws IllegalArgumentException if a cost is negative or no number
     */
    public StepTime time(CollectiveCost cost) {
        return time(secondsOfOne(cost));
    }

    /** What each collective of the plan costs once, in the order of the plan. */
    double[] secondsOfOne(CollectiveCost cost) {
        double[] secondsOfOne = new double[plan.size()];
        for (int i = 0; i < secondsOfOne.length; i++) {
            PlannedCollective planned = plan.get(i);
            secondsOfOne[i] = cost.seconds(planned.operation(), planned.bytes(), planned.span());
        }
        return secondsOfOne;
    }

    /**
     * The time of a step.
     *
     * @param secondsOfOne what each collective of the plan costs once, in the order of the plan
     * @throws IllegalArgumentException if a cost is negative or no number
     */
    public StepTime time(double[] secondsOfOne) {
        return new Sum(secondsOfOne).time();
    }

    /** Share of a step's ideal time by which the fill and the drain of the pipeline lengthen it: (p - 1) / (v m). */
    public static double bubbleShare(int stages, int microBatches, int virtualStages) {
        Require.positive("stages", stages);
        Require.positive("microBatches", microBatches);
        Require.positive("virtualStages", virtualStages);
        return (stages - 1) / ((double) virtualStages * microBatches);
    }

    /** One addition of the parts. */
    private final class Sum {
        private final double[] secondsOfOne;
        private final Map<Part, Double> parts = new EnumMap<>(Part.class);
        private final List<Exposure> exposures = new ArrayList<>();
        private final int microBatches = job.batch().microBatches();
        private final int stages = job.parallelism().pipeline();
        private final int chunks = job.parallelism().virtualStages();

        Sum(double[] secondsOfOne) {
            this.secondsOfOne = secondsOfOne;
            for (int i = 0; i < secondsOfOne.length; i++) {
                PlannedCollective planned = plan.get(i);
                Require.notNegative(
                        "seconds of " + planned.operation() + " over " + planned.dimension(), secondsOfOne[i]);
            }
            for (Part part : Part.values()) {
                parts.put(part, 0.0);
            }
        }

        StepTime time() {
            double computeForward = job.forwardSeconds();
            double computeBackward = job.backwardSeconds();
            double forward = computeForward + exposedOfMicroBatch(Phase.FORWARD, computeForward);
            double backward = computeBackward + exposedOfMicroBatch(Phase.BACKWARD, computeBackward);
            if (job.optimizer().sharding() == Sharding.FULL) {
                forward += shardedForward(computeForward);
                backward += shardedBackward(computeBackward);
            }
            add(Part.COMPUTE, microBatches * (computeForward + computeBackward));
            add(Part.BUBBLE, microBatches * bubbleShare(stages, microBatches, chunks) * (forward + backward));
            add(Part.SLOW_MEMBERS, slowMembers(computeForward + computeBackward));
            sends(forward, backward);
            if (job.optimizer().sharding() != Sharding.FULL) {
                gradients(backward);
                parameters(forward);
            }
            add(Part.OPTIMIZER, update());
            add(Part.JITTER, jitterSeconds);
            add(Part.HOST, job.hostSeconds());
            double step = total();
            Checkpoint checkpoint = job.checkpoint();
            if (checkpoint != null) {
                add(
                        Part.CHECKPOINT,
                        checkpoint.secondsPerStep(
                                job.model().parameters(), job.parallelism().gpus(), step));
            }
            return new StepTime(total(), parts, exposures);
        }

        private double total() {
            double sum = 0;
            for (double seconds : parts.values()) {
                sum += seconds;
            }
            return sum;
        }

        private void add(Part part, double seconds) {
            parts.merge(part, seconds, Double::sum);
        }

        /** Records communication of a step and what is exposed of it. */
        private void expose(Part part, Phase phase, double total, double window, double exposed) {
            exposures.add(new Exposure(part, phase, total, window, exposed));
            add(part, exposed);
        }

        /** Seconds of a step's collectives of one kind. */
        private double secondsOf(Dimension dimension, Phase phase) {
            double sum = 0;
            for (int i = 0; i < secondsOfOne.length; i++) {
                PlannedCollective planned = plan.get(i);
                if (planned.dimension() == dimension && planned.phase() == phase) {
                    sum += planned.count() * secondsOfOne[i];
                }
            }
            return sum;
        }

        /** Seconds of replicas' collectives, dense and expert, which share the NICs and so follow each other. */
        private double secondsOfReplicas(Phase phase) {
            return secondsOf(Dimension.DATA, phase)
                    + secondsOf(Dimension.EXPERT_DATA, phase)
                    + secondsOf(Dimension.COPIES, phase);
        }

        /** What tensor, context and expert collectives add to a pass of a micro-batch that computes for so long. */
        private double exposedOfMicroBatch(Phase phase, double computeSeconds) {
            double exposed = 0;
            double tensor = secondsOf(Dimension.TENSOR, phase) / microBatches;
            if (tensor > 0) {
                double window = job.overlap().tensor() ? computeSeconds : 0;
                double firstChunk = tensor / job.parallelism().tensor();
                exposed += exposeEach(Part.TENSOR, phase, tensor, window, window > 0 ? firstChunk : 0);
            }
            double context = secondsOf(Dimension.CONTEXT, phase) / microBatches;
            if (context > 0) {
                int ranks = job.parallelism().context();
                double attention = computeSeconds
                        * job.model().attentionFlopsPerToken()
                        / job.model().forwardFlopsPerToken();
                // While the last block is attended to, none is on its way.
                double window = job.overlap().contextRing() ? attention * (ranks - 1) / ranks : 0;
                exposed += exposeEach(Part.CONTEXT, phase, context, window, 0);
            }
            double expert = secondsOf(Dimension.EXPERT, phase) / microBatches;
            if (expert > 0) {
                double window = job.overlap().expert() ? computeSeconds : 0;
                exposed += exposeEach(Part.EXPERT, phase, expert, window, 0);
            }
            return exposed;
        }

        /** Records what each micro-batch shows of its communication; returns it for one. */
        private double exposeEach(Part part, Phase phase, double total, double window, double least) {
            double exposed = Math.max(least, total - window);
            expose(part, phase, microBatches * total, microBatches * window, microBatches * exposed);
            return exposed;
        }

        /** Parameters are gathered layer by layer one ahead of computing; the first layer's are waited for. */
        private double shardedForward(double computeSeconds) {
            double gather = secondsOfReplicas(Phase.FORWARD) / microBatches;
            double layers = Math.max(1, job.layersPerGpu());
            if (!job.overlap().parameters()) {
                return exposeEach(Part.DATA, Phase.FORWARD, gather, 0, 0);
            }
            return exposeEach(
                    Part.DATA, Phase.FORWARD, gather, computeSeconds * (layers - 1) / layers, gather / layers);
        }

        /** Backward, the gathering of the next layer and the reduction of the last one share the time of a layer. */
        private double shardedBackward(double computeSeconds) {
            double gather = secondsOfReplicas(Phase.BACKWARD) / microBatches;
            double reduce = secondsOfReplicas(Phase.GRADIENTS) / microBatches;
            double layers = Math.max(1, job.layersPerGpu());
            double hidden =
                    (job.overlap().parameters() ? gather : 0) + (job.overlap().gradients() ? reduce : 0);
            double window = hidden > 0 ? computeSeconds * (layers - 1) / layers : 0;
            double waitedFor = gather + reduce - hidden;
            return exposeEach(Part.DATA, Phase.BACKWARD, gather + reduce, window, waitedFor + hidden / layers);
        }

        /** Sends hide behind the chunk that runs meanwhile, except while the pipeline fills and drains. */
        private void sends(double forward, double backward) {
            for (Phase phase : List.of(Phase.FORWARD, Phase.BACKWARD)) {
                double all = secondsOf(Dimension.PIPELINE, phase);
                if (all == 0) {
                    continue;
                }
                double each = all / microBatches / chunks;
                double fill = (stages - 1) * each;
                double window =
                        job.overlap().sends() ? (phase == Phase.FORWARD ? forward : backward) * microBatches : 0;
                expose(Part.PIPELINE, phase, all, window, fill + Math.max(0, all - window));
            }
        }

        /**
         * Gradients of a chunk are ready when its last micro-batch has gone back. Interleaved, the GPU works through its
         * chunks in groups of as many micro-batches as there are stages, so that only the last chunk's gradients come at the
         * very end.
         */
        private void gradients(double backward) {
            double total = secondsOfReplicas(Phase.GRADIENTS);
            if (total == 0) {
                return;
            }
            if (!job.overlap().gradients()) {
                expose(Part.DATA, Phase.GRADIENTS, total, 0, total);
                return;
            }
            int count = StepPlan.bucketCount(job);
            double each = total / count;
            double first = 0;
            double finished = Double.NEGATIVE_INFINITY;
            for (int bucket = 1; bucket <= count; bucket++) {
                double ready = -fromEnd((double) (count - bucket) / count, backward);
                first = bucket == 1 ? ready : first;
                finished = Math.max(finished, ready) + each;
            }
            expose(Part.DATA, Phase.GRADIENTS, total, -first, Math.max(0, finished));
        }

        /** Parameters are gathered in the order in which the forward pass of the first micro-batches needs them. */
        private void parameters(double forward) {
            double total = secondsOfReplicas(Phase.PARAMETERS);
            if (total == 0) {
                return;
            }
            if (!job.overlap().parameters()) {
                expose(Part.DATA, Phase.PARAMETERS, total, 0, total);
                return;
            }
            int count = StepPlan.bucketCount(job);
            double each = total / count;
            double late = 0;
            for (int bucket = 0; bucket < count; bucket++) {
                late = Math.max(late, (bucket + 1) * each - fromEnd((double) bucket / count, forward));
            }
            expose(Part.DATA, Phase.PARAMETERS, total, fromEnd((count - 1.0) / count, forward), late);
        }

        /**
         * Seconds between the end of a pass on the first stage (its start, seen forward) and the moment when a share of its
         * parameters, counted from there, is met.
         */
        private double fromEnd(double share, double passSeconds) {
            double ofChunks = share * chunks;
            double chunk = Math.min(chunks - 1, Math.floor(ofChunks));
            int group = Math.min(stages, microBatches);
            return (chunk * group + (ofChunks - chunk)) * passSeconds / chunks;
        }

        /** The update, bound by memory; every parameter of the shard once. */
        private double update() {
            Parallelism parallelism = job.parallelism();
            double dense = job.denseParametersPerGpu();
            double expert = job.expertParametersPerGpu();
            switch (job.optimizer().sharding()) {
                case NONE -> {}
                case OPTIMIZER -> {
                    dense /= parallelism.replicas();
                    expert /= Dimension.EXPERT_DATA.size(job);
                }
                case FULL -> {
                    dense /= job.shardRanks();
                    expert /= Dimension.EXPERT_DATA.size(job);
                }
            }
            return (dense + expert)
                    * Optimizer.updateBytes(job.precision())
                    / job.optimizer().memoryBytesPerSecond();
        }

        /**
         * What slow GPUs add: a stage is as fast as the slowest of its tensor and context ranks, a pipeline runs at the pace
         * of its slowest stage and passes the others while it fills and drains, and the replicas wait for the slowest of
         * them.
         */
        private double slowMembers(double computeSeconds) {
            Parallelism parallelism = job.parallelism();
            int stageRanks = parallelism.tensor() * parallelism.context();
            Map<Integer, double[]> slowdownsByReplica = new HashMap<>();
            for (SlowMember member : job.slowMembers()) {
                int replica = member.rank() / stageRanks % parallelism.data();
                int stage = member.rank() / (stageRanks * parallelism.data());
                double[] slowdowns = slowdownsByReplica.computeIfAbsent(replica, r -> new double[stages]);
                slowdowns[stage] = Math.max(slowdowns[stage], member.slowdown() - 1);
            }
            double added = 0;
            for (double[] slowdowns : slowdownsByReplica.values()) {
                double most = 0;
                double sum = 0;
                for (double slowdown : slowdowns) {
                    most = Math.max(most, slowdown);
                    sum += slowdown;
                }
                added = Math.max(added, (microBatches * most + (sum - most) / chunks) * computeSeconds);
            }
            return added;
        }
    }
}
