package io.fabrictwin.cli.simulate;

import io.fabrictwin.model.congestion.Fluid;
import io.fabrictwin.model.congestion.FluidResult;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.List;

/**
 * One case, run several times by the engine.
 *
 * @param result what every run gave
 * @param fastestNs time of the fastest run, the engine alone
 * @param fastestCpuNs time of this thread's CPU in the run that took least of it: other load on the machine counts little
 */
public record RepeatedRun(FluidResult result, long fastestNs, long fastestCpuNs) {
    /**
     * Runs a case {@code runs} times, at least once; {@code file} is for messages only.
     *
     * @throws IllegalStateException if two runs differ
     */
    public static RepeatedRun of(Path file, SimulationCase simulation, int runs, long seed) {
        RepeatedRun all = once(simulation, seed);
        for (int run = 1; run < runs; run++) {
            RepeatedRun next = once(simulation, seed);
            if (!next.result.equals(all.result)) {
                throw new IllegalStateException(
                        "two runs of " + file + " differ: the engine has a bug, please report it");
            }
            all = new RepeatedRun(
                    all.result, Math.min(all.fastestNs, next.fastestNs), Math.min(all.fastestCpuNs, next.fastestCpuNs));
        }
        return all;
    }

    private static RepeatedRun once(SimulationCase simulation, long seed) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = System.nanoTime();
        long cpuBefore = threads.getCurrentThreadCpuTime();
        FluidResult result = Fluid.run(simulation.network(), simulation.transfers(), List.of(), new int[0], seed);
        long cpuNs = threads.getCurrentThreadCpuTime() - cpuBefore;
        return new RepeatedRun(result, System.nanoTime() - before, cpuNs);
    }
}
