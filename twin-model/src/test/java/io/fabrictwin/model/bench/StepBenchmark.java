package io.fabrictwin.model.bench;

import io.fabrictwin.model.ladder.LargeSteps;
import io.fabrictwin.model.multipath.PathPicker;
import io.fabrictwin.model.training.Sharding;
import io.fabrictwin.model.training.StepForecaster;
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

/** Whole forecasts of {@link LargeSteps}. Run by {@link Benchmarks}. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(value = 1, jvmArgs = "-Xmx1g")
@State(Scope.Benchmark)
public class StepBenchmark {
    private static final PathPicker HASH = new PathPicker.StaticHash();
    private static final PathPicker SPRAY = new PathPicker.Spray(0.95);

    /** A step of 1,024 GPUs over sprayed paths. */
    @Benchmark
    public double sprayedStep1024() {
        return LargeSteps.of1024(SPRAY).time(1).seconds();
    }

    /** The same hashed, 4 queue pairs a connection, under 32 seeds. */
    @Benchmark
    public double hashedStep1024Of32Seeds() {
        StepForecaster forecaster = LargeSteps.of1024(HASH);
        double sum = 0;
        for (int seed = 0; seed < 32; seed++) {
            sum += forecaster.time(seed).seconds();
        }
        return sum;
    }

    /** A step of 16,384 GPUs over sprayed paths. */
    @Benchmark
    public double sprayedStep16384() {
        return LargeSteps.of16384(SPRAY, Sharding.OPTIMIZER).time(1).seconds();
    }

    /** The same with gradients all-reduced over trees. */
    @Benchmark
    public double sprayedTreeStep16384() {
        return LargeSteps.of16384(SPRAY, Sharding.NONE).time(1).seconds();
    }
}
