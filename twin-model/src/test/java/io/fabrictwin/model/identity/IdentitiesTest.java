package io.fabrictwin.model.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortCountersObserved;
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
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IdentitiesTest {
    private static final FabricId FABRIC = new FabricId("fabric");

    private final List<FabricEvent> events = new ArrayList<>();

    @Test
    void aFabricWithOneNameForEverythingStaysAsItIs() {
        discovered("leaf1", DeviceKind.SWITCH);
        seen("leaf1", "Ethernet0", "host1", "eth0");
        assertThat(identities().joined()).isEmpty();
        assertThat(identities().conflicts()).isEmpty();
    }

    @Test
    void aSwitchSeenByMacNameAndDomainIsOneSwitchWithTheFactsOfAll() {
        discovered("leaf1", DeviceKind.SWITCH);
        named("leaf1", null, NameScheme.MAC, "0c:42:a1:00:00:01");
        discovered("0c:42:a1:00:00:01", DeviceKind.SWITCH);
        seen("0c:42:a1:00:00:01", "Ethernet8", "host1", "eth0");
        named("Leaf1.pod.example.net", null, NameScheme.SERIAL, "MT123");
        FabricFrame frame = frame();
        assertThat(frame.identities().joined())
                .containsExactly(Map.entry("leaf1", List.of("0c:42:a1:00:00:01", "Leaf1.pod.example.net", "leaf1")));
        assertThat(frame.devices()).extracting(device -> device.id().value()).contains("leaf1");
        assertThat(frame.links())
                .extracting(link -> link.id().toString())
                .containsExactly("host1:eth0 - leaf1:Ethernet8");
    }

    @Test
    void aBareNameOfTwoDomainsJoinsNothingAndSaysSo() {
        discovered("n1.east.net", DeviceKind.HOST);
        discovered("n1.west.net", DeviceKind.HOST);
        discovered("n1", DeviceKind.HOST);
        assertThat(identities().joined()).isEmpty();
        assertThat(identities().conflicts())
                .containsExactly(new NameConflict(
                        "name n1",
                        List.of("n1", "n1.east.net", "n1.west.net"),
                        "several domains have a device of that name"));
    }

    @Test
    void aSwitchAndAHostNeverBecomeOne() {
        discovered("leaf1", DeviceKind.SWITCH);
        discovered("host1", DeviceKind.HOST);
        named("leaf1", null, NameScheme.ADDRESS, "10.0.0.1");
        named("host1", null, NameScheme.ADDRESS, "10.0.0.1");
        assertThat(identities().joined()).isEmpty();
        assertThat(identities().conflicts())
                .extracting(NameConflict::name, NameConflict::claimants)
                .containsExactly(tuple("address 10.0.0.1", List.of("host1", "leaf1")));
    }

    @Test
    void whatEveryHostHasJoinsNothing() {
        named("host1", null, NameScheme.ADDRESS, "127.0.0.1");
        named("host2", null, NameScheme.ADDRESS, "127.0.0.1");
        named("host1", null, NameScheme.MAC, "00:00:00:00:00:00");
        named("host2", null, NameScheme.MAC, "00:00:00:00:00:00");
        named("host1", null, NameScheme.DESCRIPTION, "MT4129 ConnectX7   Mellanox Technologies");
        named("host2", null, NameScheme.DESCRIPTION, "MT4129 ConnectX7   Mellanox Technologies");
        assertThat(identities().joined()).isEmpty();
    }

    @Test
    void aliasesAreThePortUnlessAPortOfThatNameTellsOfItself() {
        configured("leaf1", "Ethernet0", "etp1");
        configured("leaf1", "Ethernet4", "Ethernet8");
        configured("leaf1", "Ethernet8", "etp3");
        seen("leaf1", "etp1", "host1", "eth0");
        seen("leaf1", "Ethernet8", "host2", "eth0");
        assertThat(frame().links())
                .extracting(link -> link.id().toString())
                .containsExactly("host1:eth0 - leaf1:Ethernet0", "host2:eth0 - leaf1:Ethernet8");
    }

    @Test
    void countersOfAHostsRdmaPortLieOnThePortThatTheFabricSaw() {
        discovered("0x506b4b0300cc02a6", DeviceKind.NIC);
        discovered("host1", DeviceKind.HOST);
        seen("switch1", "1", "0x506b4b0300cc02a6", "1");
        named("0x506b4b0300cc02a6", "1", NameScheme.PORT_GUID, "0x506b4b0300cc02a7");
        named("host1", "mlx5_0:1", NameScheme.PORT_GUID, "0x506b4b0300cc02a7");
        events.add(new PortCountersObserved(
                meta(), PortId.of("host1", "mlx5_0:1"), null, new TreeMap<>(Map.of("txBytes", 7L))));
        FabricFrame frame = frame();
        PortId port = PortId.of("0x506b4b0300cc02a6", "1");
        assertThat(frame.identities().port(PortId.of("host1", "mlx5_0:1"))).isEqualTo(port);
        assertThat(frame.counters(port)).containsEntry("txBytes", 7L);
    }

    @Test
    void anAdapterIsKnownByTheGuidAndLidOfItsPort() {
        discovered("0x506b4b0300cc02a6", DeviceKind.NIC);
        named("0x506b4b0300cc02a6", "1", NameScheme.PORT_GUID, "0x506b4b0300cc02a7");
        named("0x506b4b0300cc02a6", "1", NameScheme.LID, "17");
        seen("switch1", "1", "0x506b4b0300cc02a7", "1");
        named("host1", "mlx5_0:1", NameScheme.LID, "17");
        events.add(
                new PortCountersObserved(meta(), PortId.of("lid-17", "1"), null, new TreeMap<>(Map.of("txBytes", 7L))));
        FabricFrame frame = frame();
        assertThat(frame.counters(frame.identities().port(PortId.of("0x506b4b0300cc02a6", "1"))))
                .containsEntry("txBytes", 7L);
        assertThat(frame.identities().device(new DeviceId("0x506b4b0300cc02a7")))
                .isEqualTo(frame.identities().device(new DeviceId("lid-17")))
                .isNotEqualTo(frame.identities().device(new DeviceId("host1")));
    }

    @Test
    void onePortHoldsOneCable() {
        planned("leaf1", "Ethernet0", "host1", "eth0");
        seen("leaf1", "Ethernet0", "host1", "50:6b:4b:cc:02:a6");
        FabricFrame frame = frame();
        assertThat(frame.links()).hasSize(1);
        assertThat(frame.links().get(0).isSeen()).isTrue();
        assertThat(frame.identities().portOfMac("50:6B:4B:CC:02:A6")).isEqualTo(PortId.of("host1", "eth0"));
    }

    @Test
    void whatAHostCountsUnderAnRdmaNameLiesOnThePortOfTheNicsMac() {
        events.add(new NicDiscovered(
                meta(), new DeviceId("host1"), "mlx5_0", null, "0x506b4b0300cc02a6", null, 1, null, "RoCE"));
        planned("leaf1", "Ethernet0", "host1", "ens0");
        named("host1", "ens0", NameScheme.MAC, "50:6b:4b:cc:02:a6");
        events.add(new PortCountersObserved(
                meta(), PortId.of("host1", "mlx5_0:1"), null, new TreeMap<>(Map.of("txBytes", 7L))));
        assertThat(frame().counters(PortId.of("host1", "ens0"))).containsEntry("txBytes", 7L);
    }

    @Test
    void aGuidGivesTheMacAddressItWasMadeOf() {
        assertThat(Identities.macOf("0x506b4b0300cc02a6")).isEqualTo("50:6b:4b:cc:02:a6");
        assertThat(Identities.macOf("0x0c42a1fffe5b7a3d")).isEqualTo("0c:42:a1:5b:7a:3d");
        assertThat(Identities.macOf("0x0002c90200404040")).isNull();
    }

    @Test
    void theJoinDoesNotDependOnTheOrderOfEvents() {
        discovered("leaf1", DeviceKind.SWITCH);
        named("leaf1", null, NameScheme.MAC, "0c:42:a1:00:00:01");
        discovered("0c:42:a1:00:00:01", DeviceKind.SWITCH);
        named("host1", "mlx5_0:1", NameScheme.MAC, "50:6b:4b:cc:02:a8");
        configured("leaf1", "Ethernet0", "etp1");
        planned("leaf1", "etp1", "host1", "eth1");
        seen("0c:42:a1:00:00:01", "Ethernet0", "host1", "50:6b:4b:cc:02:a8");
        FabricFrame first = frame();
        assertThat(first.identities().joined()).hasSize(3);
        for (int seed = 0; seed < 30; seed++) {
            Collections.shuffle(events, new Random(seed));
            FabricFrame shuffled = frame();
            assertThat(shuffled.identities().joined())
                    .as("seed %s", seed)
                    .isEqualTo(first.identities().joined());
            assertThat(shuffled.states()).as("seed %s", seed).isEqualTo(first.states());
            assertThat(shuffled.digest()).as("seed %s", seed).isEqualTo(first.digest());
        }
    }

    private void discovered(String device, DeviceKind kind) {
        events.add(new DeviceDiscovered(meta(), new DeviceId(device), kind, null, null, null, null, null));
    }

    private void named(String device, @Nullable String port, NameScheme scheme, String name) {
        events.add(new NameObserved(
                meta(), new DeviceId(device), port == null ? null : PortId.of(device, port), scheme, name));
    }

    private void configured(String device, String port, String alias) {
        events.add(new PortConfigured(meta(), PortId.of(device, port), true, null, null, null, alias, null));
    }

    private void seen(String a, String aPort, String b, String bPort) {
        events.add(new LinkDiscovered(meta(), new LinkId(PortId.of(a, aPort), PortId.of(b, bPort)), null, null, null));
    }

    private void planned(String a, String aPort, String b, String bPort) {
        events.add(new LinkPlanned(meta(), new LinkId(PortId.of(a, aPort), PortId.of(b, bPort)), null));
    }

    private EventMeta meta() {
        return new EventMeta(FABRIC, new SourceId("events", "test"), events.size(), 0, 1_000, 2_000, Clock.SOURCE);
    }

    private Identities identities() {
        return frame().identities();
    }

    private FabricFrame frame() {
        Map<EntityKey, EntityState> states = new TreeMap<>();
        Fold.applyAll(states, events);
        return FabricFrame.of(FABRIC, states, Positions.NONE);
    }
}
