package io.fabrictwin.model.bench;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.multipath.Channel;
import io.fabrictwin.model.multipath.PathPicker;
import io.fabrictwin.model.multipath.QueuePairs;
import io.fabrictwin.model.multipath.RailFabric;
import io.fabrictwin.model.training.Batch;
import io.fabrictwin.model.training.CollectiveCost;
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
import io.fabrictwin.model.training.Span;
import io.fabrictwin.model.training.StepForecaster;
import io.fabrictwin.model.training.StepNetwork;
import io.fabrictwin.model.training.WireTime;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Whole forecasts of a mixture of experts, its nodes in random order, from the description on: pipeline sends, all-to-alls
 * over 8 nodes, rings over replicas. Run by {@link Benchmarks}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(value = 1, jvmArgs = "-Xmx1g")
@State(Scope.Benchmark)
public class StepBenchmark {
    private static final int GPUS_PER_NODE = 8;
    private static final WireTime WIRE = new WireTime(450e9, 50e9, 0, 0);
    private static final PathPicker HASH = new PathPicker.StaticHash();
    private static final PathPicker SPRAY = new PathPicker.Spray(0.95);

    /** A step of 1,024 GPUs over sprayed paths. */
    @Benchmark
    public double sprayedStep1024() {
        return forecaster(job(1024, 4, Sharding.OPTIMIZER), FlowBenchmark.GPUS_1024, SPRAY)
                .time(1)
                .seconds();
    }

    /** The same hashed, 4 queue pairs a connection, under 32 seeds. */
    @Benchmark
    public double hashedStep1024Of32Seeds() {
        StepForecaster forecaster = forecaster(job(1024, 4, Sharding.OPTIMIZER), FlowBenchmark.GPUS_1024, HASH);
        double sum = 0;
        for (int seed = 0; seed < 32; seed++) {
            sum += forecaster.time(seed).seconds();
        }
        return sum;
    }

    /** A step of 16,384 GPUs over sprayed paths. */
    @Benchmark
    public double sprayedStep16384() {
        return forecaster(job(16_384, 8, Sharding.OPTIMIZER), FlowBenchmark.GPUS_16384, SPRAY)
                .time(1)
                .seconds();
    }

    /** The same with gradients all-reduced over trees. */
    @Benchmark
    public double sprayedTreeStep16384() {
        return forecaster(job(16_384, 8, Sharding.NONE), FlowBenchmark.GPUS_16384, SPRAY)
                .time(1)
                .seconds();
    }

    private static StepForecaster forecaster(JobDescription job, RailFabric fabric, PathPicker picker) {
        List<Integer> hosts =
                Arrays.stream(Channel.shuffled(fabric.hosts(), 1)).boxed().toList();
        StepNetwork network = new StepNetwork(fabric, picker, QueuePairs.split(4), 2, GPUS_PER_NODE, hosts);
        return StepForecaster.of(job, network, new Trees());
    }

    private static JobDescription job(int gpus, int pipeline, Sharding sharding) {
        Experts experts = new Experts(32, 64, 4, 137_000_000_000L, 1);
        return new JobDescription(
                new ModelShape(142_000_000_000L, 32, 4096, 1024, 128_000, 4096, experts),
                new Parallelism(gpus, 1, 1, gpus / pipeline, pipeline, 2, 64, false),
                new Batch(1, 64),
                new Precision(2, 4),
                new Optimizer(sharding, 0, false, 0, 3.35e12),
                new Compute.Speed(350e12),
                false,
                Overlap.COMMON,
                Jitter.NONE,
                List.of(),
                null,
                0);
    }

    /** Wire time; what is all-reduced takes trees. */
    private static final class Trees implements CollectiveCost {
        @Override
        public double seconds(CollectiveOperation operation, double bytes, Span span) {
            return WIRE.seconds(operation, bytes, span);
        }

        @Override
        public boolean isTree(CollectiveOperation operation, double bytes, Span span) {
            return operation == CollectiveOperation.ALL_REDUCE;
        }
    }
}
