package io.fabrictwin.cli.simulate;

import io.fabrictwin.model.congestion.FluidResult;
import io.fabrictwin.model.congestion.Streams;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;

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
     * @param streams streams of marks in each run; the answer is the most typical one's
     * @throws IllegalStateException if two runs differ
     */
    public static RepeatedRun of(Path file, SimulationCase simulation, int runs, int streams, long seed) {
        RepeatedRun all = once(simulation, streams, seed);
        for (int run = 1; run < runs; run++) {
            all = all.and(file, once(simulation, streams, seed));
        }
        return all;
    }

    /**
     * This and more runs of the same case; {@code file} is for messages only.
     *
     * @throws IllegalStateException if they differ
     */
    public RepeatedRun and(Path file, RepeatedRun more) {
        if (!more.result.equals(result)) {
            throw new IllegalStateException("two runs of " + file + " differ: the engine has a bug, please report it");
        }
        return new RepeatedRun(result, Math.min(fastestNs, more.fastestNs), Math.min(fastestCpuNs, more.fastestCpuNs));
    }

    private static RepeatedRun once(SimulationCase simulation, int streams, long seed) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = System.nanoTime();
        long cpuBefore = threads.getCurrentThreadCpuTime();
        FluidResult result = Streams.typical(simulation.network(), simulation.transfers(), streams, seed);
        long cpuNs = threads.getCurrentThreadCpuTime() - cpuBefore;
        return new RepeatedRun(result, System.nanoTime() - before, cpuNs);
    }
}
