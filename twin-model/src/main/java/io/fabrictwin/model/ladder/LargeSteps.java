package io.fabrictwin.model.ladder;

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

/**
 * Steps of a mixture of experts over whole rail fabrics, to measure what forecasts of them cost: nodes in random order,
 * pipeline sends, all-to-alls over 8 nodes, gradients by rings over replicas, or all-reduced over trees.
 */
public final class LargeSteps {
    private static final int GPUS_PER_NODE = 8;
    private static final WireTime WIRE = new WireTime(450e9, 50e9, 0, 0);
    /** 4 leaves of 32 nodes, 32 spines, 8 rails. */
    private static final RailFabric RAILS_1024 = RailFabric.of(8, 4, 32, 32, 50, 1);
    /** 64 such leaves. */
    private static final RailFabric RAILS_16384 = RailFabric.of(8, 64, 32, 32, 50, 1);

    private LargeSteps() {}

    /** A step of 1,024 GPUs, from the description on. */
    public static StepForecaster of1024(PathPicker picker) {
        return forecaster(job(1024, 4, Sharding.OPTIMIZER), RAILS_1024, picker);
    }

    /** A step of 16,384 GPUs, from the description on. */
    public static StepForecaster of16384(PathPicker picker, Sharding sharding) {
        return forecaster(job(16_384, 8, sharding), RAILS_16384, picker);
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
