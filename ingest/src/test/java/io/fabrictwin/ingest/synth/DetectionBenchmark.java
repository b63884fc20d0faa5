package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.SynthSettings.Disturbance;
import io.fabrictwin.ingest.synth.topology.TopologyKind;
import io.fabrictwin.model.detection.Detections;
import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one look costs on a synthetic fabric. Arguments: GPUs, steps, scrapes a step. Times are of the processor, of the
 * best of ten looks.
 */
public final class DetectionBenchmark {
    private static final int LOOKS = 10;
    private static final long ANCHOR_NS = 1_767_225_600_000_000_000L;

    private DetectionBenchmark() {}

    public static void main(String[] arguments) {
        int gpus = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_024;
        int steps = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 12;
        int scrapes = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1;
        Map<EntityKey, EntityState> states = new HashMap<>();
        long stepNs = SynthRun.tell(settings(gpus, SynthSettings.LEAST_STEPS, null), event -> {})
                .healthyStepNs();
        Truth truth = SynthRun.tell(settings(gpus, steps, stepNs / scrapes), event -> Fold.apply(states, event));
        FabricId fabric = new FabricId(truth.fabric());
        FabricFrame frame = FabricFrame.of(fabric, states, Positions.NONE);
        Windows windows = Windows.of(fabric, states);
        long samples =
                windows.counters().values().stream().mapToLong(List::size).sum();
        double bestMs = Double.MAX_VALUE;
        List<Finding> findings = List.of();
        for (int look = 0; look < LOOKS; look++) {
            long beganNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            findings = Detections.detect(frame, windows);
            bestMs = Math.min(bestMs, (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - beganNs) / 1e6);
        }
        System.out.printf(
                Locale.ROOT,
                "%d GPUs, %d ports, %d samples: %.1f ms a look, %d findings%n",
                gpus,
                windows.counters().size(),
                samples,
                bestMs,
                findings.size());
    }

    private static SynthSettings settings(int gpus, int steps, @Nullable Long intervalNs) {
        return new SynthSettings(
                gpus,
                TopologyKind.FAT_TREE,
                1,
                FabricKind.ROCE,
                Incident.PFC_STORM,
                1,
                steps,
                ANCHOR_NS,
                intervalNs,
                true,
                Disturbance.USUAL);
    }
}
