package io.fabrictwin.model.scenario;

import io.fabrictwin.model.frame.FabricFrame;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers what-if questions: the recorded work of the window is run on the fabric as it was and on the fabric with the
 * changes, with the same random numbers, and the recorded step time is moved by the ratio of the two. Pure and
 * deterministic.
 *
 * <p>Under {@link Reading#OPEN_BOOK} it reads the recording of the whole window, also past the base time: computing times of
 * each step, and how far steps had come that were under way at the base time. It does not read the recorded step times but
 * to compare and to anchor. Under {@link Reading#STRICT} it reads nothing past the base time: computing times are drawn from
 * the past, steps are expected to go on as the newest did, and these are what is moved.
 */
public final class Forecaster {
    /** Words for a forecast's accuracy until the back-test measures it. */
    public static final String ACCURACY = "not yet measured";

    private final FabricFrame frame;
    private final WorkloadWindow window;
    private final @Nullable RunKind asked;
    private final Map<Shared, ForkBase> bases = new HashMap<>();

    /** What scenarios have in common that share a base. */
    private record Shared(long baseTimeNs, Reading reading) {}

    private Forecaster(FabricFrame frame, WorkloadWindow window, @Nullable RunKind asked) {
        this.frame = frame;
        this.window = window;
        this.asked = asked;
    }

    /**
     * Answers many questions about one fabric: what is run on it without changes is run once. Not thread-safe.
     *
     * @param frame the fabric at the scenarios' base time
     * @param window the history around it
     */
    public static Forecaster of(FabricFrame frame, WorkloadWindow window) {
        return of(frame, window, null);
    }

    /**
     * The same by runs of one kind.
     *
     * @param kind null: queues are followed where there are few enough messages
     */
    public static Forecaster of(FabricFrame frame, WorkloadWindow window, @Nullable RunKind kind) {
        return new Forecaster(frame, window, kind);
    }

    /**
     * The forecast for every running job, the same whatever was asked before.
     *
     * @throws ScenarioRefusedException where a change does not fit the frame
     */
    public Forecast forecast(Scenario scenario) {
        ForkBase base = bases.computeIfAbsent(
                new Shared(scenario.baseTimeNs(), scenario.reading()),
                shared -> new ForkBase(frame, window, shared.baseTimeNs(), shared.reading()));
        return new ScenarioRun(frame, base, scenario, asked).forecast();
    }

    /**
     * The forecast for every running job.
     *
     * @param frame the fabric at the scenario's base time
     * @param window the history around it
     * @throws ScenarioRefusedException where a change does not fit the frame
     */
    public static Forecast forecast(FabricFrame frame, WorkloadWindow window, Scenario scenario) {
        return of(frame, window).forecast(scenario);
    }
}
