package io.fabrictwin.ingest.bench;

import com.sun.management.ThreadMXBean;
import io.fabrictwin.ingest.synth.FabricKind;
import io.fabrictwin.ingest.synth.Incident;
import io.fabrictwin.ingest.synth.SynthRun;
import io.fabrictwin.ingest.synth.SynthSettings;
import io.fabrictwin.ingest.synth.SynthSettings.Disturbance;
import io.fabrictwin.ingest.synth.topology.TopologyKind;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.Forecaster;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.model.scenario.WorkloadWindow;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How long forecasts of a made-up fabric take, without log and Flink: arguments are its GPUs, its steps, those of them that
 * are run again, and changes ({@code ecn-kmin=100KB}), one forecast each, of one fold. Times are of the processor, of
 * the one thread that works.
 */
public final class ForecastBenchmark {
    private static final long ANCHOR_NS = 1_800_000_000_000_000_000L;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Map<EntityKey, EntityState> states = new HashMap<>();
    private final Map<EntityKey, EntityState> present = new HashMap<>();
    private final FabricId fabric;
    private final long baseTimeNs;
    private final long windowToNs;
    private long events;

    private ForecastBenchmark(SynthSettings settings, int stepsRunAgain) {
        fabric = SynthRun.fabric(settings);
        long[] endsNs = new long[settings.steps()];
        SynthRun.tell(settings, event -> {
            if (event instanceof StepCompleted step
                    && step.job().value().startsWith("pretraining")
                    && step.step() < endsNs.length) {
                endsNs[(int) step.step()] = step.endNs();
            }
        });
        int first = settings.steps() / 2;
        baseTimeNs = endsNs[first];
        windowToNs = endsNs[Math.min(endsNs.length - 1, first + stepsRunAgain)];
        SynthRun.tell(settings, this::fold);
    }

    private void fold(FabricEvent event) {
        events++;
        Fold.writesByEntity(event).forEach((key, writes) -> {
            states.put(key, states.getOrDefault(key, EntityState.EMPTY).with(writes));
            if (event.meta().eventTimeNs() <= baseTimeNs) {
                present.put(key, present.getOrDefault(key, EntityState.EMPTY).with(writes));
            }
        });
    }

    public static void main(String[] arguments) {
        int gpus = Integer.parseInt(arguments[0]);
        int steps = Integer.parseInt(arguments[1]);
        long beganNs = THREADS.getCurrentThreadCpuTime();
        ForecastBenchmark benchmark = new ForecastBenchmark(
                new SynthSettings(
                        gpus,
                        TopologyKind.RAIL,
                        1,
                        FabricKind.ROCE,
                        Incident.NONE,
                        1,
                        steps,
                        ANCHOR_NS,
                        null,
                        true,
                        Disturbance.USUAL),
                Integer.parseInt(arguments[2]));
        told("made up and folded, " + benchmark.events + " events", beganNs);
        beganNs = THREADS.getCurrentThreadCpuTime();
        FabricFrame frame = FabricFrame.of(benchmark.fabric, benchmark.present, Positions.NONE);
        told("frame", beganNs);
        beganNs = THREADS.getCurrentThreadCpuTime();
        WorkloadWindow window = WorkloadWindow.of(benchmark.fabric, benchmark.states);
        told("window", beganNs);
        Forecaster forecaster = Forecaster.of(frame, window);
        for (String change : Arrays.copyOfRange(arguments, 3, arguments.length)) {
            String[] parts = change.split("=", 2);
            beganNs = THREADS.getCurrentThreadCpuTime();
            Forecast forecast = forecaster.forecast(new Scenario(
                    "benchmark",
                    benchmark.baseTimeNs,
                    benchmark.baseTimeNs,
                    benchmark.windowToNs,
                    List.of(Change.parse(parts[0], parts[1])),
                    1));
            told(change + ", " + forecast.jobs().size() + " jobs", beganNs);
        }
    }

    private static void told(String what, long beganNs) {
        System.out.printf(Locale.ROOT, "%s: %.2f CPU s%n", what, (THREADS.getCurrentThreadCpuTime() - beganNs) / 1e9);
    }
}
