package io.fabrictwin.model.ladder;

import io.fabrictwin.model.cluster.ClusterDescription;
import io.fabrictwin.model.cluster.CpuVendor;
import io.fabrictwin.model.cluster.GpuDistance;
import io.fabrictwin.model.cluster.GpuGeneration;
import io.fabrictwin.model.cluster.LibrarySettings;
import io.fabrictwin.model.cluster.NetworkDescription;
import io.fabrictwin.model.cluster.NodeDescription;
import io.fabrictwin.model.cluster.RoutingMode;
import io.fabrictwin.model.multipath.PathPicker;
import io.fabrictwin.model.multipath.QueuePairs;
import io.fabrictwin.model.multipath.RailFabric;
import io.fabrictwin.model.training.Batch;
import io.fabrictwin.model.training.CollectiveCost;
import io.fabrictwin.model.training.Compute;
import io.fabrictwin.model.training.Jitter;
import io.fabrictwin.model.training.JobDescription;
import io.fabrictwin.model.training.NcclCost;
import io.fabrictwin.model.training.Optimizer;
import io.fabrictwin.model.training.Overlap;
import io.fabrictwin.model.training.Parallelism;
import io.fabrictwin.model.training.Part;
import io.fabrictwin.model.training.Sharding;
import io.fabrictwin.model.training.StepFit;
import io.fabrictwin.model.training.StepForecaster;
import io.fabrictwin.model.training.StepModel;
import io.fabrictwin.model.training.StepNetwork;
import io.fabrictwin.model.training.StepTime;
import io.fabrictwin.model.training.WireTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Rungs of the training step. */
final class StepRungs {
    private static final int GPUS_PER_NODE = 8;
    /** Nominal rates of an H100 node: NVLink 450 GB/s per GPU and direction, one 400 Gb/s NIC per GPU. */
    private static final WireTime H100 = new WireTime(450e9, 50e9, 0, 0);
    /** The same nodes as NCCL sees them, in its version of the time; the network never binds. */
    private static final ClusterDescription H100_CLUSTER = new ClusterDescription(
            "H100",
            2048,
            new NodeDescription(
                    GPUS_PER_NODE,
                    GpuGeneration.HOPPER,
                    CpuVendor.INTEL,
                    18,
                    true,
                    52,
                    List.of(new NodeDescription.NicGroup(8, 400e9, GpuDistance.PIX))),
            new NetworkDescription("infiniband", 2048, 0, 0, RoutingMode.ADAPTIVE),
            new LibrarySettings("2.23.4", Set.of(), Set.of(), null, false, null),
            null);

    /** Nominal rates of an A100 node: NVLink 300 GB/s, one 200 Gb/s NIC per GPU. */
    private static final WireTime A100 = new WireTime(300e9, 25e9, 0, 0);

    /** How much steps of one job vary: 0.018 s of 9.479 s on 256 GPUs (NVIDIA/dgxc-benchmarking v25.05). */
    private static final double STEP_VARIATION = 0.018 / 9.479;

    private static final int GPUS_OF_VARIATION = 256;

    private StepRungs() {}

    static List<Rung> all() {
        return List.of(
                new Rung(
                        "V44",
                        true,
                        "a step fitted at the smallest size grows by 0 to 6 % up to 2,048 GPUs at the same work per GPU",
                        "published weak-scaling steps of five jobs on H100, NVIDIA/dgxc-benchmarking v24.11.1",
                        StepRungs::weakScaling),
                new Rung(
                        "V45",
                        false,
                        "work and host seconds fitted at two sizes predict the next one at the same batch",
                        "published iterations of a 175B model, MegaScale (NSDI'24)",
                        StepRungs::strongScaling),
                new Rung(
                        "V46",
                        false,
                        "twice the data-parallel ranks at the same batch cost two points of utilization",
                        "The Llama 3 Herd of Models, training configurations",
                        StepRungs::llama3),
                new Rung("V47", true, "bubble of 1F1B, plain and interleaved", "closed form", StepRungs::bubbles),
                new Rung(
                        "V48",
                        true,
                        "a slower fabric costs nothing while gradients hide, and second for second once they do not",
                        "closed form",
                        StepRungs::hinge),
                new Rung(
                        "V49",
                        false,
                        "one of 16 NIC ports down in a dual-ToR job",
                        "Alibaba HPN (SIGCOMM'24)",
                        StepRungs::halfNic),
                new Rung(
                        "V50",
                        false,
                        "expected wait for the last of n ranks, in standard deviations of one",
                        "independent numerical integration",
                        StepRungs::expectedMaxima));
    }

    private static List<Check> weakScaling() {
        List<Check> checks = new ArrayList<>();
        grow(checks, "Llama 3.1 70B", PublishedJobs::llama70b, 64, 14.72, 2048, 14.98);
        grow(checks, "GPT-3 175B", PublishedJobs::gpt175b, 128, 8.91, 2048, 9.02);
        grow(checks, "Llama 3.1 405B", PublishedJobs::llama405b, 576, 17.20, 2304, 17.62);
        grow(checks, "Nemotron 340B", PublishedJobs::nemotron340b, 128, 4.61, 2048, 4.84);
        grow(checks, "Llama 2 70B sharded in full", PublishedJobs::llama2Sharded, 64, 6.999, 2048, 7.066);
        return checks;
    }

    private static void grow(
            List<Check> checks,
            String name,
            IntFunction<JobDescription> job,
            int small,
            double smallSeconds,
            int large,
            double largeSeconds) {
        Jitter jitter = Jitter.ofSteps(STEP_VARIATION * smallSeconds, GPUS_OF_VARIATION);
        NcclCost cost = new NcclCost(H100_CLUSTER);
        JobDescription fitted = StepFit.toStep(job.apply(small).withJitter(jitter), smallSeconds, GPUS_PER_NODE, cost);
        JobDescription grown = job.apply(large).withCompute(fitted.compute()).withJitter(jitter);
        double predicted = StepModel.of(grown, GPUS_PER_NODE).time(cost).seconds();
        checks.add(new Check(
                name,
                "step at " + large + " over step at " + small + " GPUs, less 1",
                "%",
                100 * (largeSeconds / smallSeconds - 1),
                100 * (predicted / smallSeconds - 1),
                0,
                6));
    }

    private static List<Check> strongScaling() {
        return List.of(
                predict(768, new int[] {256, 512, 1024}, new double[] {32.0, 16.5, 8.9}),
                predict(6144, new int[] {3072, 6144, 12_288}, new double[] {23.66, 12.21, 6.34}));
    }

    private static Check predict(int batch, int[] gpus, double[] seconds) {
        JobDescription fitted = StepFit.toSteps(
                PublishedJobs.megascale175b(gpus[0], batch),
                seconds[0],
                PublishedJobs.megascale175b(gpus[1], batch),
                seconds[1],
                GPUS_PER_NODE,
                A100);
        JobDescription last = PublishedJobs.megascale175b(gpus[2], batch)
                .withCompute(fitted.compute())
                .withHostSeconds(fitted.hostSeconds());
        return Check.relative(
                "batch " + batch + ", " + gpus[2] + " GPUs",
                "step, fitted at " + gpus[0] + " and " + gpus[1] + " GPUs",
                "s",
                seconds[2],
                StepModel.of(last, GPUS_PER_NODE).time(A100).seconds(),
                0.05);
    }

    private static List<Check> llama3() {
        NcclCost cost = new NcclCost(H100_CLUSTER);
        JobDescription small = PublishedJobs.llama405bTraining(8192);
        double smallSeconds = small.modelFlopsPerStep() / 8192 / 430e12;
        JobDescription fitted = StepFit.toStep(small, smallSeconds, GPUS_PER_NODE, cost);
        JobDescription large = PublishedJobs.llama405bTraining(16_384).withCompute(fitted.compute());
        double largeSeconds = StepModel.of(large, GPUS_PER_NODE).time(cost).seconds();
        double utilization = 43 * (smallSeconds / 2) / largeSeconds;
        return List.of(
                Check.absolute("16,384 GPUs", "43 % x step at 8,192 / 2 / step at 16,384", "%", 41, utilization, 1.5));
    }

    private static List<Check> bubbles() {
        return List.of(
                bubble(16, 16, 1, 15.0 / 16),
                bubble(16, 128, 1, 15.0 / 128),
                bubble(8, 64, 12, 7.0 / 768),
                bubble(4, 64, 5, 3.0 / 320));
    }

    /** Taken from the parts of a whole step: fill and drain over the computing of all micro-batches. */
    private static Check bubble(int stages, int microBatches, int chunks, double expected) {
        JobDescription job = PublishedJobs.megascale175b(256, 768)
                .withParallelism(
                        new Parallelism(stages, 1, 1, 1, stages, chunks, 1, false), new Batch(1, microBatches));
        StepTime time = StepModel.of(job, GPUS_PER_NODE).time(H100);
        return Check.relative(
                stages + " stages, " + microBatches + " micro-batches, " + chunks + " chunks",
                "(p - 1) / (v m)",
                "",
                expected,
                time.seconds(Part.BUBBLE) / time.seconds(Part.COMPUTE),
                1e-12);
    }

    /** Data parallelism alone; the only gradients that always show are those of the last bucket. */
    private static List<Check> hinge() {
        List<Check> checks = new ArrayList<>();
        JobDescription hidden = dataParallel(10);
        JobDescription shown = dataParallel(1e-5);
        for (double slowdown : new double[] {1.2, 1.5, 2}) {
            checks.add(slope("below the hinge, fabric " + slowdown + " times slower", hidden, slowdown, 0));
            checks.add(slope("past the hinge, fabric " + slowdown + " times slower", shown, slowdown, 1));
        }
        return checks;
    }

    private static JobDescription dataParallel(double forwardSecondsOfLayer) {
        JobDescription job = PublishedJobs.llama7b();
        return new JobDescription(
                job.model(),
                job.parallelism(),
                new Batch(1, 1),
                job.precision(),
                new Optimizer(Sharding.NONE, 0, false, 0, job.optimizer().memoryBytesPerSecond()),
                new Compute.LayerTime(forwardSecondsOfLayer, 2 * forwardSecondsOfLayer),
                false,
                Overlap.COMMON,
                Jitter.NONE,
                List.of(),
                null,
                0);
    }

    /** Seconds that the step gains per second that the gradients gain, those of the last bucket apart. */
    private static Check slope(String name, JobDescription job, double slowdown, double expected) {
        StepTime before = StepModel.of(job, GPUS_PER_NODE).time(H100);
        CollectiveCost slower = (operation, bytes, span) -> slowdown * H100.seconds(operation, bytes, span);
        StepTime after = StepModel.of(job, GPUS_PER_NODE).time(slower);
        double gradients = before.exposures().get(0).totalSeconds();
        double buckets = StepModel.of(job, GPUS_PER_NODE).plan().get(0).count();
        double lastBucket = expected == 0 ? (slowdown - 1) * gradients / buckets : 0;
        double gained = after.seconds() - before.seconds() - lastBucket;
        return Check.absolute(
                name,
                "growth of the step over growth of the gradients",
                "",
                expected,
                gained / ((slowdown - 1) * gradients),
                1e-9);
    }

    /** 32 nodes, a port of one NIC's two down. */
    private static List<Check> halfNic() {
        JobDescription job = PublishedJobs.llama7b();
        RailFabric fabric = RailFabric.of(8, 1, 32, 1, 50, 1);
        double whole = seconds(job, fabric);
        double degraded = seconds(job, fabric.with(25, fabric.hostUp(0, 0), fabric.hostDown(0, 0)));
        return List.of(new Check(
                "LLaMa-7B on 256 GPUs, one NIC at half its rate",
                "loss of throughput: 1 - step before / step after",
                "%",
                6.25,
                100 * (1 - whole / degraded),
                2,
                12));
    }

    private static double seconds(JobDescription job, RailFabric fabric) {
        List<Integer> hosts = IntStream.range(0, fabric.hosts()).boxed().toList();
        StepNetwork network = new StepNetwork(fabric, new PathPicker.Spray(1), QueuePairs.ONE, 1, GPUS_PER_NODE, hosts);
        return StepForecaster.of(job, network, H100).time(0).seconds();
    }

    private static List<Check> expectedMaxima() {
        double[] expected = {
            0.564, 1.029, 1.424, 1.766, 2.070, 2.344, 2.595, 2.827, 3.044, 3.248, 3.442, 3.626, 3.802, 3.971
        };
        List<Check> checks = new ArrayList<>();
        for (int i = 0; i < expected.length; i++) {
            int ranks = 2 << i;
            double wait = new Jitter(1, 1).seconds(ranks);
            checks.add(Check.relative(ranks + " ranks", "E[max of n normals]", "sigma", expected[i], wait, 0.005));
        }
        return checks;
    }
}
