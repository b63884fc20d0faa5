package io.fabrictwin.model.detection;

import static io.fabrictwin.model.detection.SmallFabric.MILLISECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.DcqcnSet;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.LinkCameUp;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.event.LinkRateChanged;
import io.fabrictwin.model.event.LinkWentDown;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DetectionsTest {
    private final SmallFabric fabric = new SmallFabric();

    @Test
    void aHealthyFabricHasNoFindings() {
        for (int leaf = 0; leaf < 4; leaf++) {
            fabric.samples("leaf" + leaf, "h" + 2 * leaf, 0, 40, 0.9, 0.02, 0.01);
            fabric.samples("leaf" + leaf, "spine0", 0, 40, 0.95, 0.02, 0.3);
        }
        steps(0, 8, 5 * MILLISECOND, 5 * MILLISECOND);
        assertThat(fabric.findings()).isEmpty();
        assertThat(Detections.detect(fabric.frame(), Windows.EMPTY)).isEmpty();
    }

    @Test
    void aHostThatPausesItsSwitchThoughLittleIsSentIsAStorm() {
        fabric.samples("leaf1", "h3", 0, 10, 0.5, 0, 0);
        fabric.samples("leaf1", "h3", 10, 30, 0.3, 0.6, 0);
        Finding storm = only();
        assertThat(storm.kind()).isEqualTo(FindingKind.PAUSE_STORM);
        assertThat(storm.entities()).containsExactly("h3", "leaf1:h3");
        assertThat(storm.startNs()).isEqualTo(10 * MILLISECOND);
        assertThat(storm.endNs()).isNull();
        assertThat(storm.suggestion())
                .isEqualTo("fabric-twin fork --at 1970-01-01T00:00:00.014750Z --window 14ms --set pause-storm@h3=off");
    }

    @Test
    void aStormKeepsItsIdAsItGoesOnAndEnds() {
        fabric.samples("leaf1", "h3", 0, 10, 0.5, 0, 0);
        fabric.samples("leaf1", "h3", 10, 20, 0.3, 0.6, 0);
        String id = only().id();
        fabric.samples("leaf1", "h3", 20, 30, 0.3, 0, 0);
        fabric.samples("leaf1", "h3", 30, 50, 0.3, 0.6, 0);
        assertThat(only().id()).isEqualTo(id);
        fabric.samples("leaf1", "h3", 50, 80, 0.3, 0, 0);
        assertThat(only().id()).isEqualTo(id);
        assertThat(only().endNs()).isEqualTo(50 * MILLISECOND);
    }

    @Test
    void aFullReceiverAnAccidentAndAHeldUplinkAreNoStorms() {
        fabric.samples("leaf1", "h2", 0, 30, 0.9, 0.3, 0);
        fabric.samples("leaf1", "h3", 0, 10, 0.1, 0, 0);
        fabric.samples("leaf1", "h3", 10, 12, 0.1, 0.9, 0);
        fabric.samples("leaf1", "h3", 12, 30, 0.1, 0, 0);
        fabric.samples("leaf1", "spine0", 0, 30, 0.1, 0.5, 0);
        fabric.samples("h3", "leaf1", 0, 30, 0.1, 0.5, 0);
        assertThat(fabric.findings()).isEmpty();
    }

    @Test
    void aStormSpreadsToThePortsThatFeedItsSwitch() {
        fabric.samples("leaf1", "h3", 0, 10, 0.5, 0, 0);
        fabric.samples("leaf1", "h3", 10, 40, 0.1, 0.9, 0);
        fabric.samples("spine0", "leaf1", 0, 15, 0.5, 0, 0);
        fabric.samples("spine0", "leaf1", 15, 40, 0.1, 0.8, 0);
        fabric.samples("h2", "leaf1", 0, 15, 0.5, 0, 0);
        fabric.samples("h2", "leaf1", 15, 40, 0.1, 0.3, 0);
        fabric.samples("leaf0", "spine0", 0, 20, 0.5, 0, 0);
        fabric.samples("leaf0", "spine0", 20, 40, 0.1, 0.7, 0);
        // Held as much before the storm: for another reason.
        fabric.samples("spine1", "leaf1", 0, 40, 0.1, 0.2, 0);
        List<Finding> findings = fabric.findings();
        assertThat(findings)
                .extracting(Finding::kind)
                .containsExactly(FindingKind.PAUSE_STORM, FindingKind.PAUSE_SPREAD);
        Finding spread = findings.get(1);
        assertThat(spread.startNs()).isEqualTo(15 * MILLISECOND);
        assertThat(spread.entities()).containsExactly("h3", "leaf1:h3", "h2:leaf1", "spine0:leaf1", "leaf0:spine0");
        assertThat(spread.evidence().get(3)).startsWith("    spine0 holds leaf0:spine0 for 70.0 %");
    }

    @Test
    void aSettingUnlikeThatOfMostPeersIsDrift() {
        fabric.ecn("leaf2", 7 * MILLISECOND, 5_000, 20_000);
        Finding drift = only();
        assertThat(drift.kind()).isEqualTo(FindingKind.CONFIG_DRIFT);
        assertThat(drift.entities()).containsExactly("leaf2");
        assertThat(drift.startNs()).isEqualTo(7 * MILLISECOND);
        assertThat(drift.evidence())
                .containsExactly(
                        "ecnKmaxBytes is 20000 since 1970-01-01T00:00:00.007Z; 3 of 4 leaves have 1600000",
                        "ecnKminBytes is 5000 since 1970-01-01T00:00:00.007Z; 3 of 4 leaves have 400000");
        assertThat(drift.suggestion()).endsWith(" --set ecn-kmax@leaf2=1600000 --set ecn-kmin@leaf2=400000");
    }

    @Test
    void aSettingOfOnePortIsComparedWithPortsThatFaceTheSameTier() {
        for (int leaf = 0; leaf < 4; leaf++) {
            DeviceId device = new DeviceId("leaf" + leaf);
            for (int spine = 0; spine < 2; spine++) {
                PortId port = new PortId(device, "spine" + spine);
                long kmin = leaf == 3 && spine == 1 ? 1_000 : 1_600_000;
                fabric.apply(new EcnProfileSet(
                        fabric.at(MILLISECOND), device, port, null, null, null, kmin, 6_400_000L, null));
            }
        }
        assertThat(only().entities()).containsExactly("leaf3", "leaf3:spine0", "leaf3:spine1");
    }

    @Test
    void whatAllHaveOrNobodyElseToldOrTooFewCanTellIsNoDrift() {
        for (int leaf = 0; leaf < 4; leaf++) {
            fabric.ecn("leaf" + leaf, 7 * MILLISECOND, 5_000, 20_000);
        }
        fabric.ecn("spine0", 0, 400_000, 1_600_000);
        fabric.ecn("spine1", 0, 5_000, 20_000);
        fabric.apply(new DcqcnSet(fabric.at(0), new DeviceId("h0"), 0.5, null, null, null, null, null, null, null));
        assertThat(fabric.findings()).isEmpty();
    }

    @Test
    void aSwitchThatMarksWithShortQueuesMarksAlways() {
        for (int leaf = 0; leaf < 4; leaf++) {
            fabric.ecn("leaf" + leaf, 10 * MILLISECOND, 5_000, 20_000);
        }
        fabric.samples("leaf2", "spine1", 0, 10, 0.9, 0, 0.02);
        fabric.samples("leaf2", "spine1", 10, 30, 0.3, 0, 0.4);
        Finding marks = only();
        assertThat(marks.kind()).isEqualTo(FindingKind.ECN_MARKS_ALWAYS);
        assertThat(marks.entities()).containsExactly("leaf2", "leaf2:spine1");
        assertThat(marks.startNs()).isEqualTo(10 * MILLISECOND);
        // Four hops each way at 1 us and 100 Gbit/s: 100,000 bytes in flight.
        assertThat(marks.suggestion())
                .endsWith(" --set ecn-kmin@leaf2=400000 --set ecn-kmax@leaf2=1600000 --set ecn-pmax@leaf2=0.2");
    }

    @Test
    void marksAtHighThresholdsOrAtFullLoadOrOfFewPacketsAreRight() {
        fabric.samples("leaf0", "spine1", 0, 30, 0.3, 0, 0.4);
        for (int leaf = 0; leaf < 4; leaf++) {
            fabric.ecn("leaf" + leaf, 30 * MILLISECOND, 5_000, 20_000);
        }
        fabric.samples("leaf1", "spine1", 30, 60, 0.95, 0, 0.4);
        fabric.samples("leaf2", "spine1", 30, 60, 0.01, 0, 0.4);
        fabric.samples("leaf3", "spine1", 30, 60, 0.3, 0, 0.02);
        assertThat(fabric.findings()).isEmpty();
    }

    @Test
    void aLinkIsNotSlowByItsPlanAlone() {
        fabric.apply(new LinkPlanned(fabric.at(3), SmallFabric.linkId("leaf0", "h9"), 25_000_000_000L));
        fabric.apply(new LinkDiscovered(fabric.at(4), SmallFabric.linkId("leaf0", "h9"), null, null, null));
        assertThat(fabric.findings()).isEmpty();
        fabric.apply(new LinkRateChanged(fabric.at(5), SmallFabric.linkId("leaf0", "h9"), 25_000_000_000L));
        assertThat(only().startNs()).isEqualTo(5);
    }

    @Test
    void aLinkThatIsDownOrSlowerThanItsPeersIsDegraded() {
        fabric.apply(new LinkWentDown(fabric.at(3), SmallFabric.linkId("leaf0", "spine1")));
        fabric.apply(new LinkRateChanged(fabric.at(4), SmallFabric.linkId("leaf1", "h2"), 25_000_000_000L));
        List<Finding> findings = fabric.findings();
        assertThat(findings).extracting(Finding::kind).containsOnly(FindingKind.LINK_DEGRADED);
        assertThat(findings).extracting(Finding::startNs).containsExactly(3L, 4L);
        assertThat(findings.get(0).suggestion()).endsWith(" --set link@leaf0:spine1=up");
        assertThat(findings.get(1).suggestion()).endsWith(" --set link-rate@h2:leaf1=100000000000");
        fabric.apply(new LinkCameUp(fabric.at(5), SmallFabric.linkId("leaf0", "spine1")));
        List<Finding> now = fabric.findings();
        assertThat(now).hasSize(1);
        assertThat(Detections.continued(findings, now, 5))
                .extracting(Finding::endNs)
                .containsExactly(5L, null);
    }

    @Test
    void stepsThatTakeATenthLongerThanBeforeAreStretched() {
        long endNs = steps(0, 6, 0, 5 * MILLISECOND);
        endNs = steps(6, 10, endNs, 7 * MILLISECOND);
        Finding stretched = only();
        assertThat(stretched.kind()).isEqualTo(FindingKind.STEPS_STRETCHED);
        assertThat(stretched.entities()).containsExactly("job0");
        assertThat(stretched.startNs()).isEqualTo(30 * MILLISECOND);
        assertThat(stretched.summary()).isEqualTo("Steps of job0 take 1.40 times as long as before, from step 6 on.");
        long mendedNs = endNs;
        steps(10, 13, endNs, 5 * MILLISECOND);
        assertThat(only().id()).isEqualTo(stretched.id());
        assertThat(only().endNs()).isEqualTo(mendedNs);
    }

    @Test
    void stretchedStepsTellWhatElseWasWrongAndWhatToTry() {
        long endNs = steps(0, 6, 0, 5 * MILLISECOND);
        steps(6, 10, endNs, 9 * MILLISECOND);
        fabric.samples("leaf1", "h3", 0, 30, 0.5, 0, 0);
        fabric.samples("leaf1", "h3", 30, 60, 0.3, 0.6, 0);
        Finding stretched = fabric.findings().get(1);
        assertThat(stretched.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(stretched.evidence().get(1)).contains("h3 sends pause frames");
        assertThat(stretched.suggestion()).endsWith("pause-storm@h3=off");
    }

    @Test
    void aFewLongStepsOrStepsThatAlwaysVariedAreNotStretched() {
        long endNs = steps(0, 6, 0, 5 * MILLISECOND);
        endNs = steps(6, 8, endNs, 9 * MILLISECOND);
        endNs = steps(8, 12, endNs, 5 * MILLISECOND + 200_000);
        endNs = steps(12, 13, endNs, 9 * MILLISECOND);
        steps(13, 16, endNs, 5 * MILLISECOND);
        assertThat(fabric.findings()).isEmpty();
    }

    @Test
    void aRankThatComputesLongerStepAfterStepIsAStraggler() {
        stragglerSteps(5, 3);
        Finding straggler = only();
        assertThat(straggler.kind()).isEqualTo(FindingKind.STRAGGLER_RANK);
        assertThat(straggler.entities()).containsExactly("h5", "job0");
        assertThat(straggler.summary())
                .isEqualTo(
                        "Rank 5 of job0 on h5 computes 2.00 times as long as the others, from step 2 on: not the network.");
        assertThat(straggler.suggestion()).endsWith(" --set compute-factor@job0/5=1");
    }

    @Test
    void aRankThatIsSlowTwiceIsNoStraggler() {
        stragglerSteps(5, 2);
        assertThat(fabric.findings()).isEmpty();
    }

    @Test
    void aFindingKeepsItsIdAfterItsStartIsOutOfSight() {
        fabric.samples("leaf1", "h3", 0, 30, 0.3, 0.6, 0);
        Finding first = only();
        SmallFabric later = new SmallFabric();
        later.samples("leaf1", "h3", 20, 60, 0.3, 0.6, 0);
        List<Finding> continued = Detections.continued(List.of(first), later.findings(), 60 * MILLISECOND);
        assertThat(continued).hasSize(1);
        assertThat(continued.get(0).id()).isEqualTo(first.id());
        assertThat(continued.get(0).evidence())
                .isEqualTo(later.findings().get(0).evidence());
    }

    @Test
    void countersReadAFewTimesAStepAreNoMoreTraffic() {
        bursts("h3", 120, 200, 1);
        assertThat(fabric.findings()).isEmpty();
    }

    @Test
    void whoSendsToAHostOfAJobIsNoticedThroughItsBursts() {
        bursts("h3", 120, 60, 1.5);
        bursts("h4", 120, 200, 1);
        Finding traffic = only();
        assertThat(traffic.kind()).isEqualTo(FindingKind.TRAFFIC_UNEXPLAINED);
        assertThat(traffic.entities()).containsExactly("leaf1:h3", "h3", "job0");
        assertThat(traffic.startNs()).isBetween(60 * 3_340_000L, 70 * 3_340_000L);
        assertThat(traffic.summary()).contains("is sent 1.5");
    }

    /**
     * Steps of 3.34 ms, in the last millisecond of which a host is sent its bytes. Counters are read every millisecond, and one reading in
     * seventeen is lost.
     *
     * @param growth of the bytes from a step on
     */
    private void bursts(String host, int steps, int since, double growth) {
        int leaf = (host.charAt(1) - '0') / 2;
        long stepNs = 3_340_000;
        steps(0, steps, 0, stepNs);
        for (long ms = 0; ms * MILLISECOND <= steps * stepNs; ms++) {
            long step = ms * MILLISECOND / stepNs;
            double part = Math.max(0, ms * MILLISECOND - step * stepNs - 2_340_000) / 1e6;
            double sent = step + part + (growth - 1) * Math.max(0, step + part - since);
            if (ms % 17 != 16) {
                fabric.apply(new PortCountersObserved(
                        fabric.at(ms * MILLISECOND),
                        PortId.of("leaf" + leaf, host),
                        null,
                        new TreeMap<>(Map.of(CounterName.TX_BYTES, Math.round(sent * 11_000_000)))));
            }
        }
    }

    private Finding only() {
        List<Finding> findings = fabric.findings();
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    private long steps(int from, int to, long startNs, long durationNs) {
        long at = startNs;
        for (int step = from; step < to; step++) {
            fabric.step(step, at, at + durationNs, Collections.nCopies(8, 2 * MILLISECOND));
            at += durationNs;
        }
        return at;
    }

    private void stragglerSteps(int rank, int slowSteps) {
        for (int step = 0; step < 2 + slowSteps; step++) {
            List<Long> computeNs = new ArrayList<>(Collections.nCopies(8, 2 * MILLISECOND));
            if (step >= 2) {
                computeNs.set(rank, 4 * MILLISECOND);
            }
            fabric.step(step, step * 6L * MILLISECOND, (step + 1) * 6L * MILLISECOND, computeNs);
        }
    }
}
