package io.fabrictwin.ingest.synth;

import io.fabrictwin.model.detection.CounterSample;
import io.fabrictwin.model.detection.Detections;
import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityKind.Tier;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The plain fold of a log that grows, looked at now and then: what the live twin finds, without what carries it. */
final class GrowingTwin {
    private final FabricId fabric;
    private final Map<EntityKey, EntityState> present = new HashMap<>();
    private final Map<EntityKey, EntityState> steps = new HashMap<>();
    private final Map<EntityKey, EntityState> newSamples = new HashMap<>();
    private final SortedMap<PortId, List<CounterSample>> samples = new TreeMap<>();
    private final Map<String, Long> firstToldNs = new HashMap<>();
    private List<Finding> findings = List.of();
    private long detectNs;
    private int looks;

    GrowingTwin(FabricId fabric) {
        this.fabric = fabric;
    }

    void apply(FabricEvent event) {
        Fold.writesByEntity(event).forEach((key, writes) -> {
            Map<EntityKey, EntityState> states = key.kind().tier() == Tier.STATE
                    ? present
                    : key.kind() == EntityKind.PORT_SAMPLE || key.kind() == EntityKind.QUEUE_SAMPLE
                            ? newSamples
                            : steps;
            states.put(key, states.getOrDefault(key, EntityState.EMPTY).with(writes));
        });
    }

    /** Looks for what is wrong, and carries on what was found before. */
    void look(long nowNs) {
        Windows.of(fabric, newSamples)
                .counters()
                .forEach((port, list) ->
                        samples.computeIfAbsent(port, id -> new ArrayList<>()).addAll(list));
        newSamples.clear();
        Windows windows = new Windows(samples, Windows.of(fabric, steps).steps());
        FabricFrame frame = FabricFrame.of(fabric, present, Positions.NONE);
        long beginNs = System.nanoTime();
        List<Finding> detected = Detections.detect(frame, windows);
        detectNs += System.nanoTime() - beginNs;
        looks++;
        findings = Detections.continued(findings, detected, nowNs);
        findings.forEach(finding -> firstToldNs.putIfAbsent(finding.id(), nowNs));
    }

    /** All that was ever found, as it is told now. */
    List<Finding> findings() {
        return findings;
    }

    /** When a finding was first told, ns since 1970. */
    long firstToldNs(Finding finding) {
        return firstToldNs.getOrDefault(finding.id(), Long.MAX_VALUE);
    }

    /** Mean time that one look took for detection alone, ms. */
    double msPerLook() {
        return detectNs / 1e6 / Math.max(1, looks);
    }
}
