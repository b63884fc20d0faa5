package io.fabrictwin.ingest.synth;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.detection.Detections;
import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.detection.FindingKind;
import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** One recording, which takes some seconds to make, is looked at from all sides. */
class SyntheticClusterTest {
    private static final long ANCHOR_NS = 1_800_000_000_000_000_000L;
    private static final long MILLISECOND = 1_000_000;
    private static final List<FabricEvent> EVENTS = new ArrayList<>();
    private static final Story STORY = events(EVENTS);

    private static Story events(List<FabricEvent> events) {
        return SyntheticCluster.events(SyntheticCluster.Settings.DEFAULT, ANCHOR_NS, events::add);
    }

    @Test
    void theSameSeedTellsTheSameEventsInTheOrderOfTheirTimes() {
        List<FabricEvent> again = new ArrayList<>();
        assertThat(events(again)).isEqualTo(STORY);
        assertThat(again.equals(EVENTS)).isTrue();
        assertThat(EVENTS)
                .isSortedAccordingTo(
                        (a, b) -> Long.compare(a.meta().eventTimeNs(), b.meta().eventTimeNs()));
        assertThat(EVENTS).hasSizeBetween(50_000, 300_000);
    }

    @Test
    void allKindsOfEventsOfARealClusterAreTold() {
        assertThat(EVENTS.stream()
                        .map(event -> event.getClass().getSimpleName())
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(
                        "DeviceDiscovered",
                        "LinkDiscovered",
                        "PortDiscovered",
                        "BufferSet",
                        "EcnProfileSet",
                        "PfcProfileSet",
                        "DcqcnSet",
                        "PacketFormatSet",
                        "JobStarted",
                        "RankPlaced",
                        "JobTuned",
                        "CollectivePlanned",
                        "ConnectionObserved",
                        "ComputeObserved",
                        "CollectiveObserved",
                        "StepCompleted",
                        "PortCountersObserved",
                        "QueueObserved");
    }

    @Test
    void theDataParallelJobSuffersFromThePushAndFromTheStorm() {
        double healthyNs = meanStepNs(STORY.startNs(), STORY.pushNs());
        assertThat(meanStepNs(STORY.pushNs(), STORY.restoreNs())).isGreaterThan(1.3 * healthyNs);
        assertThat(meanStepNs(STORY.restoreNs(), STORY.stormNs())).isBetween(0.95 * healthyNs, 1.05 * healthyNs);
        assertThat(meanStepNs(STORY.stormNs(), STORY.endNs())).isGreaterThan(1.3 * healthyNs);
    }

    /** Of steps that lie within the span as a whole. */
    private static double meanStepNs(long fromNs, long toNs) {
        return EVENTS.stream()
                .filter(event -> event instanceof StepCompleted)
                .map(StepCompleted.class::cast)
                .filter(step -> step.job().value().equals("pretraining"))
                .filter(step -> step.startNs() >= fromNs - MILLISECOND / 10 && step.endNs() < toNs)
                .mapToLong(step -> step.endNs() - step.startNs())
                .average()
                .orElseThrow();
    }

    @Test
    void whatGoesWrongIsFoundAndNothingBefore() {
        assertThat(findings(STORY.pushNs() - MILLISECOND)).isEmpty();

        Map<FindingKind, Finding> afterPush = byKind(findings(STORY.restoreNs() - MILLISECOND));
        String leaf = STORY.leaf().value();
        assertThat(afterPush.keySet())
                .containsExactlyInAnyOrder(
                        FindingKind.CONFIG_DRIFT, FindingKind.ECN_MARKS_ALWAYS, FindingKind.STEPS_STRETCHED);
        assertThat(cause(afterPush, FindingKind.CONFIG_DRIFT)).isEqualTo(leaf);
        assertThat(cause(afterPush, FindingKind.ECN_MARKS_ALWAYS)).isEqualTo(leaf);
        assertThat(cause(afterPush, FindingKind.STEPS_STRETCHED)).isEqualTo("pretraining");

        assertThat(findings(STORY.stormNs() - MILLISECOND)).allMatch(finding -> finding.endNs() != null);

        Map<FindingKind, Finding> inStorm = byKind(findings(STORY.endNs() + MILLISECOND).stream()
                .filter(finding -> finding.endNs() == null)
                .toList());
        assertThat(inStorm.keySet())
                .containsExactlyInAnyOrder(
                        FindingKind.PAUSE_STORM, FindingKind.PAUSE_SPREAD, FindingKind.STEPS_STRETCHED);
        assertThat(cause(inStorm, FindingKind.PAUSE_STORM))
                .isEqualTo(STORY.nic().value());
    }

    private static List<Finding> findings(long untilNs) {
        Map<EntityKey, EntityState> states = new HashMap<>();
        for (FabricEvent event : EVENTS) {
            if (event.meta().eventTimeNs() <= untilNs) {
                Fold.apply(states, event);
            }
        }
        return Detections.detect(
                FabricFrame.of(SyntheticCluster.FABRIC, states, Positions.NONE),
                Windows.of(SyntheticCluster.FABRIC, states));
    }

    private static Map<FindingKind, Finding> byKind(List<Finding> findings) {
        return findings.stream().collect(Collectors.toMap(Finding::kind, finding -> finding));
    }

    private static String cause(Map<FindingKind, Finding> findings, FindingKind kind) {
        return findings.getOrDefault(kind, findings.values().iterator().next())
                .entities()
                .get(0);
    }
}
