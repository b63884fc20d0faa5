package io.fabrictwin.cli.step;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.form.Fields;
import io.fabrictwin.cli.form.Yaml;
import io.fabrictwin.model.multipath.Channel;
import io.fabrictwin.model.training.Batch;
import io.fabrictwin.model.training.Checkpoint;
import io.fabrictwin.model.training.Compute;
import io.fabrictwin.model.training.Experts;
import io.fabrictwin.model.training.Jitter;
import io.fabrictwin.model.training.JobDescription;
import io.fabrictwin.model.training.ModelShape;
import io.fabrictwin.model.training.Optimizer;
import io.fabrictwin.model.training.Overlap;
import io.fabrictwin.model.training.Parallelism;
import io.fabrictwin.model.training.Precision;
import io.fabrictwin.model.training.Sharding;
import io.fabrictwin.model.training.SlowMember;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The job form of {@code docs/step.md}, read strictly.
 *
 * @param observedStepSeconds of a step that has been seen, to which the speed of computing is to be fitted; null if the
 *     form tells the speed
 * @param hosts on which the nodes of the job are; null: packed, in order
 * @param scatterSeed where they are scattered over the cluster: the seed of their order
 */
record JobForm(
        JobDescription job,
        @Nullable Double observedStepSeconds,
        @Nullable List<Integer> hosts,
        @Nullable Integer scatterSeed) {
    /** Where a fit to an observed step starts; it does not matter. */
    private static final Compute GUESS = new Compute.Speed(500e12);

    static JobForm read(Path file) {
        return Yaml.read(file, JobForm::form);
    }

    /**
     * Hosts of the job's nodes on a cluster of {@code clusterNodes}.
     *
     * @throws IllegalArgumentException if they do not fit
     */
    List<Integer> hostOfNode(int gpusPerNode, int clusterNodes) {
        int nodes = job.parallelism().gpus() / gpusPerNode;
        if (job.parallelism().gpus() % gpusPerNode != 0 || nodes > clusterNodes) {
            throw new IllegalArgumentException(
                    "parallelism.gpus " + job.parallelism().gpus() + " must fill whole nodes of " + gpusPerNode
                            + " GPUs, of which the cluster has " + clusterNodes);
        }
        List<Integer> given = hosts;
        if (given != null) {
            if (given.size() != nodes) {
                throw new IllegalArgumentException("hosts names " + given.size() + " nodes, the job needs " + nodes);
            }
            return given;
        }
        Integer seed = scatterSeed;
        return seed == null
                ? IntStream.range(0, nodes).boxed().toList()
                : Arrays.stream(Channel.shuffled(clusterNodes, seed))
                        .limit(nodes)
                        .boxed()
                        .toList();
    }

    private static JobForm form(Fields top) {
        Fields compute = top.object("compute");
        Double observed = compute.has("observedStepSeconds") ? (Double) compute.number("observedStepSeconds") : null;
        List<SlowMember> slowMembers = new ArrayList<>();
        if (top.has("slowMembers")) {
            for (JsonNode each : top.array("slowMembers")) {
                Fields member = new Fields("slowMembers[" + slowMembers.size() + "]", each);
                slowMembers.add(member.build(() -> new SlowMember(member.small("rank"), member.number("slowdown"))));
            }
        }
        JobDescription job = new JobDescription(
                model(top.object("model")),
                parallelism(top.object("parallelism")),
                batch(top.object("batch")),
                precision(top.object("precision")),
                optimizer(top.object("optimizer")),
                observed == null ? compute(compute) : compute.build(() -> GUESS),
                top.flag("recompute", false),
                top.has("overlap") ? overlap(top.object("overlap")) : Overlap.COMMON,
                top.has("jitter") ? jitter(top.object("jitter")) : Jitter.NONE,
                slowMembers,
                top.has("checkpoint") ? checkpoint(top.object("checkpoint")) : null,
                top.number("hostSeconds", 0));
        List<Integer> hosts = null;
        if (top.has("hosts")) {
            hosts = new ArrayList<>();
            for (JsonNode each : top.array("hosts")) {
                hosts.add((int) Fields.whole("hosts[" + hosts.size() + "]", each));
            }
        }
        Integer scatterSeed = top.has("scatterSeed") ? (Integer) top.small("scatterSeed") : null;
        if (hosts != null && scatterSeed != null) {
            throw new BadDataException("hosts and scatterSeed both say where the job is: give one");
        }
        return new JobForm(job, observed, hosts, scatterSeed);
    }

    private static ModelShape model(Fields fields) {
        return fields.build(() -> new ModelShape(
                fields.whole("parameters"),
                fields.small("layers"),
                fields.small("hidden"),
                fields.small("keyValueHidden"),
                fields.small("vocabulary"),
                fields.small("sequence"),
                fields.has("experts") ? experts(fields.object("experts")) : Experts.NONE));
    }

    private static Experts experts(Fields fields) {
        return fields.build(() -> new Experts(
                fields.small("layers"),
                fields.small("count"),
                fields.small("perToken"),
                fields.whole("parameters"),
                fields.number("imbalance", 1)));
    }

    private static Parallelism parallelism(Fields fields) {
        return fields.build(() -> new Parallelism(
                fields.small("gpus"),
                fields.small("tensor", 1),
                fields.small("context", 1),
                fields.small("data", 1),
                fields.small("pipeline", 1),
                fields.small("virtualStages", 1),
                fields.small("expert", 1),
                fields.flag("sequenceParallel", false)));
    }

    private static Batch batch(Fields fields) {
        return fields.build(() -> new Batch(fields.small("microBatch"), fields.small("microBatches")));
    }

    private static Precision precision(Fields fields) {
        return fields.build(() -> new Precision(fields.small("elementBytes"), fields.small("gradientBytes")));
    }

    private static Optimizer optimizer(Fields fields) {
        return fields.build(() -> new Optimizer(
                fields.choice("sharding", Sharding.class),
                fields.small("shardRanks", 0),
                fields.flag("keepsParameters", false),
                fields.has("bucketParameters") ? fields.whole("bucketParameters") : 0,
                fields.number("memoryGBps") * 1e9));
    }

    private static Compute compute(Fields fields) {
        return fields.build(() -> fields.has("forwardSeconds")
                ? new Compute.LayerTime(fields.number("forwardSeconds"), fields.number("backwardSeconds"))
                : new Compute.Speed(fields.number("teraflopsPerSecond") * 1e12));
    }

    private static Overlap overlap(Fields fields) {
        Overlap common = Overlap.COMMON;
        return fields.build(() -> new Overlap(
                fields.flag("tensor", common.tensor()),
                fields.flag("contextRing", common.contextRing()),
                fields.flag("expert", common.expert()),
                fields.flag("sends", common.sends()),
                fields.flag("gradients", common.gradients()),
                fields.flag("parameters", common.parameters())));
    }

    private static Jitter jitter(Fields fields) {
        return fields.build(() -> fields.has("stepDeviationSeconds")
                ? Jitter.ofSteps(fields.number("stepDeviationSeconds"), fields.small("ranks"))
                : new Jitter(fields.number("sigmaSeconds"), fields.small("synchronizations")));
    }

    private static Checkpoint checkpoint(Fields fields) {
        return fields.build(() -> new Checkpoint(
                fields.small("intervalSteps"),
                fields.number("bytesPerParameter"),
                fields.number("storageGBps") * 1e9,
                fields.number("snapshotGBps", 0) * 1e9));
    }
}
