package io.fabrictwin.ingest.synth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.ingest.events.EventJson;
import io.fabrictwin.ingest.synth.SynthSettings.Disturbance;
import io.fabrictwin.ingest.synth.Synthetic.Recorded;
import io.fabrictwin.ingest.synth.topology.TopologyKind;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.Topic;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SynthRunTest {
    private static final Disturbance ROUGH = new Disturbance(0.01, 5_000_000, 0.1, 0.05, 0.2);

    private static SynthSettings large(long seed, TopologyKind topology, FabricKind fabric, Disturbance disturbance) {
        Incident incident = fabric == FabricKind.ROCE ? Incident.PFC_STORM : Incident.IB_BAD_LFT;
        return new SynthSettings(
                136, topology, 1, fabric, incident, seed, 8, Synthetic.ANCHOR_NS, null, true, disturbance);
    }

    @ParameterizedTest
    @EnumSource
    void theSameSettingsGiveTheSameBytes(TopologyKind topology) throws NoSuchAlgorithmException {
        for (FabricKind fabric : FabricKind.values()) {
            String first = hash(large(1, topology, fabric, ROUGH));
            assertThat(hash(large(1, topology, fabric, ROUGH))).isEqualTo(first);
            assertThat(hash(large(2, topology, fabric, ROUGH))).isNotEqualTo(first);
        }
    }

    @Test
    void allQueuesGiveTheSameBytesToo() throws NoSuchAlgorithmException {
        SynthSettings settings = Synthetic.small(FabricKind.ROCE, Incident.NONE);
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        Synthetic.of(settings).events().forEach(event -> add(digest, event));
        assertThat(hash(settings)).isEqualTo(HexFormat.of().formatHex(digest.digest()));
    }

    private static String hash(SynthSettings settings) throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        SynthRun.tell(settings, event -> add(digest, event));
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void add(MessageDigest digest, FabricEvent event) {
        digest.update(EventJson.write(event).getBytes(UTF_8));
    }

    /** The law of the fold, on events as a cluster would emit them. */
    @Test
    void shuffledAndDoubledEventsFoldToTheSameDigest() {
        for (SynthSettings settings : List.of(
                large(3, TopologyKind.RAIL, FabricKind.ROCE, ROUGH),
                large(3, TopologyKind.FAT_TREE, FabricKind.IB, ROUGH))) {
            List<FabricEvent> events = new ArrayList<>(Synthetic.of(settings).events());
            String digest = digest(settings, events);
            for (int seed = 0; seed < 3; seed++) {
                Random random = new Random(seed);
                List<FabricEvent> disturbed = new ArrayList<>(events);
                events.stream().filter(event -> random.nextInt(10) == 0).forEach(disturbed::add);
                Collections.shuffle(disturbed, random);
                assertThat(digest(settings, disturbed)).isEqualTo(digest);
            }
            FabricEvent last = events.get(events.size() - 1);
            assertThat(digest(settings, events.subList(0, events.size() / 2)))
                    .as("a digest that tells anything, up to %s", last)
                    .isNotEqualTo(digest);
        }
    }

    private static String digest(SynthSettings settings, List<FabricEvent> events) {
        Map<EntityKey, EntityState> states = new HashMap<>();
        Fold.applyAll(states, events);
        return FabricFrame.of(SynthRun.fabric(settings), states, Positions.NONE).digest();
    }

    @Test
    void theFoldedFabricIsTheOneThatWasLaidOut() {
        for (TopologyKind topology : TopologyKind.values()) {
            for (FabricKind fabric : FabricKind.values()) {
                SynthSettings settings = large(1, topology, fabric, ROUGH);
                Map<EntityKey, EntityState> states = new HashMap<>();
                SynthRun.tell(settings, event -> Fold.apply(states, event));
                FabricFrame frame = FabricFrame.of(SynthRun.fabric(settings), states, Positions.NONE);
                Cluster cluster = Cluster.of(settings);
                assertThat(frame.devices()).hasSize(cluster.wiring().nodes());
                assertThat(frame.links()).hasSize(cluster.wiring().links());
                assertThat(frame.jobs()).hasSize(cluster.jobs().all().size());
            }
        }
    }

    @Test
    void lossDuplicatesAndDelaysComeAsOftenAsAsked() {
        SynthSettings rough = large(4, TopologyKind.RAIL, FabricKind.ROCE, ROUGH);
        SynthSettings calm = large(4, TopologyKind.RAIL, FabricKind.ROCE, Synthetic.CALM);
        Recorded disturbed = Synthetic.of(rough);
        Recorded undisturbed = Synthetic.of(calm);
        Set<List<Object>> seen = new HashSet<>();
        long doubled = 0;
        for (FabricEvent event : disturbed.events()) {
            doubled += seen.add(identity(event.meta())) ? 0 : 1;
        }
        assertThat(doubled / (double) seen.size()).isBetween(0.04, 0.06);
        double measured = count(undisturbed, Topic.TELEMETRY);
        long kept = disturbed.events().stream()
                .filter(event -> event.topic() == Topic.TELEMETRY)
                .map(event -> identity(event.meta()))
                .distinct()
                .count();
        assertThat(kept / measured).isBetween(0.88, 0.92);
        assertThat(count(undisturbed, Topic.CONFIG)).isEqualTo((double) disturbed.events().stream()
                .filter(event -> event.topic() == Topic.CONFIG)
                .map(event -> identity(event.meta()))
                .distinct()
                .count());
        assertThat(late(undisturbed)).isZero();
        assertThat(late(disturbed)).isGreaterThan(0.1);
        assertThat(undisturbed.events().stream().map(event -> identity(event.meta())))
                .doesNotHaveDuplicates();
    }

    private static List<Object> identity(EventMeta meta) {
        return List.of(meta.source(), meta.record(), meta.index());
    }

    private static double count(Recorded recorded, Topic topic) {
        return recorded.events().stream()
                .filter(event -> event.topic() == topic)
                .count();
    }

    /** Share of counters that come after younger ones. */
    private static double late(Recorded recorded) {
        List<PortCountersObserved> samples = recorded.of(PortCountersObserved.class);
        long late = 0;
        long newest = 0;
        for (PortCountersObserved sample : samples) {
            late += sample.meta().eventTimeNs() < newest ? 1 : 0;
            newest = Math.max(newest, sample.meta().eventTimeNs());
        }
        return (double) late / samples.size();
    }

    @Test
    void whatIsHiddenIsInNoEvent() {
        SynthSettings settings = Synthetic.small(FabricKind.ROCE, Incident.DEGRADED_OPTIC);
        Cluster cluster = Cluster.of(settings);
        Set<String> hidden = new HashSet<>();
        hidden.add(Long.toString(cluster.hidden().dcqcn().rateIncreaseTimerNs()));
        hidden.add(Long.toString(cluster.hidden().dcqcn().rateDecreaseIntervalNs()));
        hidden.add(Double.toString(cluster.trouble().lossProbability()));
        for (int link = 0; link < cluster.wiring().links(); link++) {
            hidden.add(Long.toString((long) cluster.hidden().bitsPerSecond(link)));
        }
        for (int node = cluster.wiring().nics(); node < cluster.wiring().nodes(); node++) {
            hidden.add(Long.toString(cluster.hidden().bufferBytes(node)));
        }
        Recorded recorded = Synthetic.of(settings);
        // counters count anything; what tells of the cluster must not tell this
        Set<String> told = recorded.events().stream()
                .filter(event -> event.topic() == Topic.TOPOLOGY || event.topic() == Topic.CONFIG)
                .flatMap(event -> List.of(EventJson.write(event).split("[^0-9.Ee-]+")).stream())
                .collect(Collectors.toSet());
        assertThat(told).isNotEmpty().doesNotContainAnyElementsOf(hidden);
        assertThat(recorded.of(DeviceDiscovered.class)).allMatch(device -> device.routingSeed() == null);
        assertThat(recorded.of(LinkDiscovered.class))
                .allMatch(link -> Long.valueOf(400_000_000_000L).equals(link.bitsPerSecond()));
        assertThat(recorded.events().get(0).meta().source().toString()).doesNotContain("seed");
        SynthSettings other = new SynthSettings(
                64, TopologyKind.LEAF_SPINE, 1, FabricKind.ROCE, Incident.NONE, 2, 8, 0, null, true, Synthetic.CALM);
        assertThat(Cluster.of(other).hidden().dcqcn())
                .isNotEqualTo(cluster.hidden().dcqcn());
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> Synthetic.small(FabricKind.ROCE, Incident.SHARP_OFF))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("incident sharp-off cannot happen on roce: it needs ib");
        assertThatThrownBy(() -> Synthetic.small(FabricKind.IB, Incident.PFC_STORM))
                .hasMessageContaining("pfc-storm cannot happen on ib");
        for (int gpus : new int[] {0, 56, 65, 65_544}) {
            assertThatThrownBy(() -> Synthetic.settings(
                            gpus, TopologyKind.RAIL, FabricKind.ROCE, Incident.NONE, 8, Synthetic.CALM))
                    .hasMessageContaining("multiple of 8 between 64 and 65536");
        }
        assertThatThrownBy(() -> new Disturbance(0, 0, 1, 0, 0)).hasMessageContaining("loss");
    }
}
