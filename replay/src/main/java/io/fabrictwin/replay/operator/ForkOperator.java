package io.fabrictwin.replay.operator;

import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.scenario.Forecaster;
import io.fabrictwin.model.scenario.ScenarioRefusedException;
import io.fabrictwin.model.scenario.WorkloadWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

/**
 * Runs scenarios on a fold: every slot gets the folded parts once, assembles frame and window once, runs the base once, and
 * answers the scenarios that fell to it. Each answer depends on its scenario alone.
 */
@SuppressWarnings("NullAway.Init") // Flink begins an operator's life with open().
final class ForkOperator extends AbstractStreamOperator<ScenarioAnswer>
        implements TwoInputStreamOperator<FoldedPart, AskedScenario, ScenarioAnswer>, BoundedMultiInput {
    private static final long serialVersionUID = 1L;
    private static final int INPUTS = 2;

    private final @Nullable String fabric;
    private final @Nullable Long knownAtNs;
    private transient Assembly assembly;
    private transient List<AskedScenario> asked;
    private transient int endedInputs;

    ForkOperator(@Nullable FabricId fabric, @Nullable Long knownAtNs) {
        this.fabric = fabric == null ? null : fabric.value();
        this.knownAtNs = knownAtNs;
    }

    @Override
    public void open() throws Exception {
        super.open();
        assembly = new Assembly();
        asked = new ArrayList<>();
        endedInputs = 0;
    }

    @Override
    public void processElement1(StreamRecord<FoldedPart> part) {
        assembly.add(part.getValue());
    }

    @Override
    public void processElement2(StreamRecord<AskedScenario> scenario) {
        asked.add(scenario.getValue());
    }

    @Override
    public void endInput(int input) {
        if (++endedInputs < INPUTS || asked.isEmpty()) {
            return;
        }
        SortedSet<FabricId> fabrics = assembly.fabrics();
        String refusal = refusal(fabrics);
        if (!refusal.isEmpty()) {
            asked.forEach(scenario -> output.collect(
                    new StreamRecord<>(ScenarioAnswer.refused(scenario, refusal, assembly.undecodableCount()))));
            return;
        }
        FabricId id = fabric == null ? fabrics.first() : new FabricId(fabric);
        // A forecast does not tell positions: they belong to the job's outcome.
        FabricFrame frame = assembly.frame(id, Positions.NONE);
        WorkloadWindow window = WorkloadWindow.of(id, assembly.states());
        Forecaster forecaster = Forecaster.of(frame, window);
        for (AskedScenario scenario : asked) {
            output.collect(new StreamRecord<>(answer(forecaster, scenario)));
        }
    }

    /** Why no fabric can be chosen; empty: one can. */
    private String refusal(SortedSet<FabricId> fabrics) {
        if (fabrics.isEmpty()) {
            return Forking.EMPTY_LOG;
        }
        if (fabric == null) {
            return fabrics.size() == 1
                    ? ""
                    : "the log tells of several fabrics: " + fabrics + "; choose one with --fabric";
        }
        return fabrics.contains(new FabricId(fabric))
                ? ""
                : "the log tells of no fabric '" + fabric + "'; it has " + fabrics;
    }

    private ScenarioAnswer answer(Forecaster forecaster, AskedScenario scenario) {
        long undecodableCount = assembly.undecodableCount();
        try {
            return ScenarioAnswer.forecast(
                    scenario, forecaster.forecast(scenario.scenario()).knownAt(knownAtNs), undecodableCount);
        } catch (ScenarioRefusedException e) {
            return ScenarioAnswer.refused(scenario, String.valueOf(e.getMessage()), undecodableCount);
        }
    }
}
