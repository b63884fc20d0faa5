package io.fabrictwin.cli.validate;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.simulate.CaseReader;
import io.fabrictwin.cli.simulate.RepeatedRun;
import io.fabrictwin.cli.simulate.SimulationCase;
import io.fabrictwin.cli.simulate.StreamsOption;
import io.fabrictwin.model.congestion.FluidResult;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The engine on one case, against the truth. Errors are absolute logarithms of a ratio of times: 0.05 is 5 percent.
 *
 * @param id id of the case
 * @param set set that it belongs to
 * @param settings what the case sets, to find pairs that differ in one thing
 * @param flowError mean over the flows, of the time from start to end
 * @param makespanError of the end of the last flow
 * @param makespanNs end of the last flow, by the engine
 * @param truthMakespanNs end of the last flow, in truth
 * @param engineSeconds CPU time of the engine alone, of all streams, least of the runs
 * @param truthCpuSeconds cost of the truth; null: not told
 */
record CaseScore(
        String id,
        String set,
        Settings settings,
        double flowError,
        double makespanError,
        long makespanNs,
        long truthMakespanNs,
        double engineSeconds,
        @Nullable Double truthCpuSeconds) {

    /** The first of a few runs in a row finds its data in no cache. */
    private static final int RUNS = 2;

    static CaseScore of(String id, Path file, Truth truth, StreamsOption streams, long seed) {
        JsonNode form = CaseReader.tree(file);
        SimulationCase simulation = CaseReader.read(file, form, seed);
        RepeatedRun run = RepeatedRun.of(file, simulation, RUNS, streams.of(simulation), seed);
        FluidResult result = run.result();
        double sum = 0;
        long makespanNs = 0;
        for (int place = 0; place < simulation.flowIds().size(); place++) {
            Truth.Flow flow = truth.flows().get(simulation.flowIds().get(place));
            if (flow == null) {
                throw new BadDataException(file + ": the truth does not know flow "
                        + simulation.flowIds().get(place));
            }
            sum += error(result.endNs(place) - result.startNs(place), flow.endNs() - flow.startNs());
            makespanNs = Math.max(makespanNs, result.endNs(place));
        }
        return new CaseScore(
                id,
                truth.set(),
                Settings.of(form),
                sum / simulation.flowIds().size(),
                error(makespanNs, truth.makespanNs()),
                makespanNs,
                truth.makespanNs(),
                run.fastestCpuNs() / 1e9,
                truth.cpuSeconds());
    }

    /**
     * Of two scores of one case the one whose run took less.
     *
     * @throws IllegalStateException if the runs differ
     */
    CaseScore faster(CaseScore other) {
        if (makespanNs != other.makespanNs || flowError != other.flowError) {
            throw new IllegalStateException("two runs of " + id + " differ: the engine has a bug, please report it");
        }
        return other.engineSeconds < engineSeconds ? other : this;
    }

    /** Times faster than the truth was found; null where its cost is not told. */
    @Nullable
    Double speedUp() {
        return truthCpuSeconds == null ? null : truthCpuSeconds / engineSeconds;
    }

    private static double error(long modelNs, long truthNs) {
        return Math.abs(Math.log((double) Math.max(modelNs, 1) / Math.max(truthNs, 1)));
    }
}
