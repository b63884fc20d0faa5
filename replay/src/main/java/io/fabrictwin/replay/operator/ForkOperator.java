package io.fabrictwin.replay.operator;

import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.scenario.Forecaster;
import io.fabrictwin.model.scenario.ScenarioRefusedException;
import io.fabrictwin.model.scenario.WorkloadWindow;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Runs scenarios on a fold: every slot gets the folded parts once, assembles frame and window once, runs the base once, and
 * answers the scenarios that fell to it. Each answer depends on its scenario alone.
 */
@SuppressWarnings("NullAway.Init") // Flink begins an operator's life with open().
final class ForkOperator extends AbstractStreamOperator<ScenarioAnswer>
        implements TwoInputStreamOperator<FoldedPart, AskedScenario, ScenarioAnswer>, BoundedMultiInput {
    private static final long serialVersionUID = 1L;
    private static final int INPUTS = 2;

    private final String fabric;
    private transient Assembly assembly;
    private transient List<AskedScenario> asked;
    private transient int endedInputs;

    ForkOperator(FabricId fabric) {
        this.fabric = fabric.value();
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
        FabricId id = new FabricId(fabric);
        // A forecast does not tell positions: they belong to the job's outcome.
        FabricFrame frame = assembly.frame(id, Positions.NONE);
        WorkloadWindow window = WorkloadWindow.of(id, assembly.history(id));
        Forecaster forecaster = Forecaster.of(frame, window);
        for (AskedScenario scenario : asked) {
            output.collect(new StreamRecord<>(answer(id, forecaster, scenario)));
        }
    }

    private ScenarioAnswer answer(FabricId id, Forecaster forecaster, AskedScenario scenario) {
        long undecodableCount = assembly.undecodableCount();
        if (!assembly.fabrics().contains(id)) {
            return ScenarioAnswer.refused(scenario, "the log holds no fabric '" + id + "'", undecodableCount);
        }
        try {
            return ScenarioAnswer.forecast(scenario, forecaster.forecast(scenario.scenario()), undecodableCount);
        } catch (ScenarioRefusedException e) {
            return ScenarioAnswer.refused(scenario, String.valueOf(e.getMessage()), undecodableCount);
        }
    }
}
