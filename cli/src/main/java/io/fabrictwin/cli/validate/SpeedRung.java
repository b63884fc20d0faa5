package io.fabrictwin.cli.validate;

import io.fabrictwin.model.ladder.Check;
import io.fabrictwin.model.ladder.LargeSteps;
import io.fabrictwin.model.ladder.Rung;
import io.fabrictwin.model.multipath.PathPicker;
import io.fabrictwin.model.training.Sharding;
import io.fabrictwin.model.training.StepForecaster;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * What forecasts of large steps cost, and that they are the same each time. It stands here and not with the other rungs
 * because the model has no clock. Time is that of this thread's CPU, so that other load on the machine counts little.
 */
final class SpeedRung {
    private static final int WARM_UPS = 5;
    private static final int RUNS = 5;
    private static final int REPETITIONS = 100;
    private static final PathPicker HASH = new PathPicker.StaticHash();
    private static final PathPicker SPRAY = new PathPicker.Spray(0.95);

    private SpeedRung() {}

    static Rung rung() {
        return new Rung(
                "V53",
                true,
                "large steps are forecast fast, and the same each time",
                "goals of the project; CPU time of one thread, warm, fastest of " + RUNS,
                SpeedRung::checks);
    }

    private static List<Check> checks() {
        List<Check> checks = new ArrayList<>();
        checks.add(atMost(
                "1,024 GPUs, sprayed",
                50,
                () -> LargeSteps.of1024(SPRAY).time(1).seconds()));
        checks.add(atMost("1,024 GPUs, 32 hash seeds", 500, SpeedRung::hashedSeeds));
        checks.add(atMost(
                "16,384 GPUs, sprayed, rings",
                2000,
                () -> LargeSteps.of16384(SPRAY, Sharding.OPTIMIZER).time(1).seconds()));
        checks.add(atMost(
                "16,384 GPUs, sprayed, trees",
                2000,
                () -> LargeSteps.of16384(SPRAY, Sharding.NONE).time(1).seconds()));
        long distinct = java.util.stream.IntStream.range(0, REPETITIONS)
                .mapToObj(run -> LargeSteps.of1024(HASH).time(7).seconds())
                .distinct()
                .count();
        checks.add(Check.exact("results of " + REPETITIONS + " runs", "distinct", "", 1, (double) distinct));
        return checks;
    }

    private static double hashedSeeds() {
        StepForecaster forecaster = LargeSteps.of1024(HASH);
        double sum = 0;
        for (int seed = 0; seed < 32; seed++) {
            sum += forecaster.time(seed).seconds();
        }
        return sum;
    }

    private static Check atMost(String name, double mostMs, DoubleSupplier forecast) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        double sum = 0;
        for (int run = 0; run < WARM_UPS; run++) {
            sum += forecast.getAsDouble();
        }
        double fastestMs = Double.POSITIVE_INFINITY;
        for (int run = 0; run < RUNS; run++) {
            long before = threads.getCurrentThreadCpuTime();
            sum += forecast.getAsDouble();
            fastestMs = Math.min(fastestMs, (threads.getCurrentThreadCpuTime() - before) / 1e6);
        }
        // A forecast that gave no time would be fast, too.
        return new Check(name, "CPU time", "ms", mostMs, sum > 0 ? fastestMs : Double.NaN, 0, mostMs);
    }
}
