package io.fabrictwin.streams.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkRateChanged;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.schemas.QuarantinedInput;
import io.fabrictwin.streams.processor.LateCounts;
import io.fabrictwin.streams.query.TwinCut;
import io.fabrictwin.testkit.gen.EventGenerator;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TwinTopologyHarnessTest {
    private static final byte[] JUNK = "no event at all".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    @Test
    void poisonGoesToQuarantineWithItsAddressAndStopsNothing() {
        List<FabricEvent> events = new EventGenerator(new Random(3)).events(60);
        try (TopologyHarness harness = new TopologyHarness(folder)) {
            harness.pipe(events.subList(0, 30));
            long offset = harness.view()
                    .cut()
                    .positions()
                    .nextOffsets()
                    .getOrDefault(new Positions.Partition("fabric.telemetry", 0), 0L);
            harness.pipe("fabric.telemetry", "leaf1", JUNK);
            harness.pipe("fabric.telemetry", "leaf1", null);
            harness.pipe(events.subList(30, 60));

            List<QuarantinedInput> quarantined = harness.quarantined();
            assertThat(quarantined).hasSize(2);
            QuarantinedInput junk = quarantined.get(0);
            assertThat(junk.source()).hasToString("kafka/fabric.telemetry-0");
            assertThat(junk.place()).isEqualTo("offset " + offset);
            assertThat(junk.code()).isEqualTo("UNDECODABLE");
            assertThat(junk.reason()).isNotBlank();
            assertThat(junk.rawBytes()).isEqualTo(JUNK);
            assertThat(junk.originalLengthBytes()).isEqualTo(JUNK.length);
            assertThat(quarantined.get(1).reason()).contains("no value");

            assertThat(harness.counts().foldedTotal()).isEqualTo(60);
            assertThat(harness.counts().quarantinedTotal()).isEqualTo(2);
            TwinCut cut = harness.view().cut();
            assertThat(cut.positions().nextOffsets().values().stream()
                            .mapToLong(next -> next)
                            .sum())
                    .isEqualTo(62);
            Map<EntityKey, EntityState> plain = new HashMap<>();
            Fold.applyAll(plain, events);
            for (FabricId fabric : cut.fabrics()) {
                assertThat(cut.frame(fabric).digest())
                        .isEqualTo(FabricFrame.of(fabric, plain, Positions.NONE).digest());
            }
        }
    }

    @Test
    void lateEventsAreFoldedAndCounted() {
        PortId port = PortId.of("leaf1", "Ethernet0");
        List<FabricEvent> events = new ArrayList<>();
        for (long second : new long[] {10, 12, 11, 13, 3}) {
            events.add(new LinkRateChanged(
                    new EventMeta(
                            new FabricId("f"),
                            new SourceId("gnmi", "a"),
                            second,
                            0,
                            second * 1_000_000_000L,
                            0,
                            Clock.SOURCE),
                    new LinkId(port, PortId.of("spine" + second, "leaf1")),
                    second));
        }
        try (TopologyHarness harness = new TopologyHarness(folder)) {
            harness.pipe(events);
            assertThat(harness.counts().late().byFormat())
                    .isEqualTo(Map.of("gnmi", new LateCounts.Late(2, 10_000_000_000L)));
            assertThat(harness.view().cut().frame(new FabricId("f")).states()).hasSize(5);
        }
    }

    @Test
    void changelogsAloneRebuildTheCut() {
        List<FabricEvent> events = new EventGenerator(new Random(11)).events(300);
        try (TopologyHarness harness = new TopologyHarness(folder)) {
            harness.pipe(events);
            TwinCut cut = harness.view().cut();
            Map<EntityKey, EntityState> restored = harness.restoredStates();
            Map<EntityKey, EntityState> restoredWindows = harness.restoredWindows();
            assertThat(restoredWindows).isNotEmpty();
            for (FabricId fabric : cut.fabrics()) {
                assertThat(FabricFrame.of(fabric, restored, Positions.NONE).digest())
                        .isEqualTo(cut.frame(fabric).digest());
                assertThat(cut.windows(fabric)).isEqualTo(Windows.of(fabric, restoredWindows));
            }
            assertThat(harness.restoredPositions().values())
                    .containsExactlyInAnyOrderElementsOf(
                            cut.positions().nextOffsets().values());
        }
    }
}
