package io.fabrictwin.model.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FabricLayoutTest {
    private static final FabricId FABRIC = new FabricId("fabric");

    private final List<FabricEvent> events = new ArrayList<>();

    @Test
    void nothingIsAnEmptyDrawing() {
        assertThat(layout()).isEqualTo(new FabricLayout(List.of(), List.of(), 0));
    }

    @Test
    void hostsStandBelowTheirLeavesBelowTheSpines() {
        leafSpine();
        assertThat(drawn(layout())).isEqualTo("""
                        tier 0 y 0.83: h1@0.10 h2@0.30 h3@0.50 h10@0.70 h11@0.90
                        tier 1 y 0.50: leaf1@0.25 leaf2@0.75
                        tier 2 y 0.17: spine0@0.50
                        """);
    }

    @Test
    void theOrderOfEventsDoesNotMoveAnything() {
        leafSpine();
        FabricLayout layout = layout();
        Collections.shuffle(events, new Random(4));
        assertThat(layout()).isEqualTo(layout);
    }

    @Test
    void parallelLinksAreCountedBetweenTheSameDevices() {
        link("leaf1", "Ethernet4", "spine0", "Ethernet8");
        link("leaf1", "Ethernet0", "spine0", "Ethernet0");
        link("h1", "nic0", "leaf1", "Ethernet16");
        assertThat(layout().links())
                .extracting(PlacedLink::parallel, PlacedLink::parallelCount)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(0, 1),
                        org.assertj.core.groups.Tuple.tuple(0, 2),
                        org.assertj.core.groups.Tuple.tuple(1, 2));
    }

    @Test
    void whatIsJoinedToNoHostStandsAtTheTopAlone() {
        leafSpine();
        device("oob", DeviceKind.SWITCH);
        assertThat(drawn(layout())).endsWith("tier -1 y 0.13: oob@0.50\n");
    }

    @Test
    void nicsStandBetweenTheirHostAndTheSwitchOrStandForTheHost() {
        device("gpu1", DeviceKind.HOST);
        device("nic1", DeviceKind.NIC);
        device("hca2", DeviceKind.NIC);
        device("leaf1", DeviceKind.SWITCH);
        link("gpu1", "pcie0", "nic1", "pcie");
        link("nic1", "p1", "leaf1", "1");
        link("hca2", "1", "leaf1", "2");
        assertThat(layout().devices())
                .extracting(placed -> placed.device() + " " + placed.tier())
                .containsExactly("gpu1 0", "hca2 0", "leaf1 1", "nic1 1");
    }

    private void leafSpine() {
        for (int host : new int[] {10, 2, 1, 11, 3}) {
            device("h" + host, DeviceKind.HOST);
            link("h" + host, "eth0", host < 10 ? "leaf1" : "leaf2", "down" + host);
        }
        device("leaf1", DeviceKind.SWITCH);
        device("leaf2", DeviceKind.SWITCH);
        link("leaf1", "up", "spine0", "down1");
        link("leaf2", "up", "spine0", "down2");
    }

    private void device(String name, DeviceKind kind) {
        events.add(new DeviceDiscovered(meta(), new DeviceId(name), kind, null, null, null, null, null));
    }

    private void link(String a, String portA, String b, String portB) {
        events.add(new LinkDiscovered(meta(), new LinkId(PortId.of(a, portA), PortId.of(b, portB)), null, null, null));
    }

    private EventMeta meta() {
        return new EventMeta(FABRIC, new SourceId("events", "test"), events.size(), 0, 0, 0, Clock.SOURCE);
    }

    private FabricLayout layout() {
        Map<EntityKey, EntityState> states = new HashMap<>();
        Fold.applyAll(states, events);
        return FabricLayout.of(FabricFrame.of(FABRIC, states, Positions.NONE));
    }

    private static String drawn(FabricLayout layout) {
        StringBuilder drawn = new StringBuilder();
        layout.devices().stream().map(PlacedDevice::tier).distinct().forEach(tier -> {
            List<PlacedDevice> row = layout.devices().stream()
                    .filter(placed -> placed.tier() == tier)
                    .toList();
            drawn.append(String.format(
                            java.util.Locale.ROOT,
                            "tier %d y %.2f: ",
                            tier,
                            row.get(0).y()))
                    .append(row.stream()
                            .map(placed -> placed.device() + String.format(java.util.Locale.ROOT, "@%.2f", placed.x()))
                            .collect(Collectors.joining(" ")))
                    .append('\n');
        });
        return drawn.toString();
    }
}
