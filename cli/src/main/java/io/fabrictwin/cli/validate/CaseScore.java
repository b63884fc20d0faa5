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

    /** A case that has been read, and what happened in it. */
    record Case(String id, Path file, Settings settings, SimulationCase simulation, Truth truth) {
        static Case read(String id, Path file, Truth truth, long seed) {
            JsonNode form = CaseReader.tree(file);
            return new Case(id, file, Settings.of(form), CaseReader.read(file, form, seed), truth);
        }

        RepeatedRun run(StreamsOption streams, long seed) {
            return RepeatedRun.of(file, simulation, RUNS, streams.of(simulation), seed);
        }
    }

    static CaseScore of(Case scored, RepeatedRun run) {
        SimulationCase simulation = scored.simulation();
        Truth truth = scored.truth();
        FluidResult result = run.result();
        double sum = 0;
        long makespanNs = 0;
        for (int place = 0; place < simulation.flowIds().size(); place++) {
            Truth.Flow flow = truth.flows().get(simulation.flowIds().get(place));
            if (flow == null) {
                throw new BadDataException(scored.file() + ": the truth does not know flow "
                        + simulation.flowIds().get(place));
            }
            sum += error(result.endNs(place) - result.startNs(place), flow.endNs() - flow.startNs());
            makespanNs = Math.max(makespanNs, result.endNs(place));
        }
        return new CaseScore(
                scored.id(),
                truth.set(),
                scored.settings(),
                sum / simulation.flowIds().size(),
                error(makespanNs, truth.makespanNs()),
                makespanNs,
                truth.makespanNs(),
                run.fastestCpuNs() / 1e9,
                truth.cpuSeconds());
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
