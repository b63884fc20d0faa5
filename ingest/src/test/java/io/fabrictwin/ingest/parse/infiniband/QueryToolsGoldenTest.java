package io.fabrictwin.ingest.parse.infiniband;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.SubnetManagerChanged;
import io.fabrictwin.model.event.Swept;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueryToolsGoldenTest {
    private static final String LEAF = "0x0000000000000b01";
    private static final String PORT_GUID = "0x00000000000000a2";

    @Test
    void countersThatStandAtTheirLimitAreUnknown() {
        ParsedInput parsed = ParsedInput.ofFixture(new PerfqueryFormat(), "infiniband/query/perfquery.txt");
        assertThat(parsed.rejections).isEmpty();
        List<PortCountersObserved> counters = parsed.all(PortCountersObserved.class);
        assertThat(counters.get(0).port()).isEqualTo(PortId.of("lid-7", "1"));
        assertThat(counters.get(0).counters())
                .containsOnly(
                        entry("LinkErrorRecoveryCounter", 0L),
                        entry(CounterName.RX_ERRORS, 12L),
                        entry(CounterName.TX_DROPPED_PACKETS, 4L),
                        entry("VL15Dropped", 0L),
                        entry(CounterName.RX_BYTES, 4_000L),
                        entry(CounterName.TX_PACKETS, 10L));
    }

    @Test
    void wideCountersAreCountsBeyondTheClassicLimitAndTheAggregateIsNone() {
        List<PortCountersObserved> counters = ParsedInput.ofFixture(
                        new PerfqueryFormat(), "infiniband/query/perfquery.txt")
                .all(PortCountersObserved.class);
        assertThat(counters).extracting(event -> event.port().name()).containsExactly("1", "2", "1", "1");
        assertThat(counters.get(1).counters())
                .isEqualTo(Map.of(
                        CounterName.TX_BYTES,
                        4 * 4_294_967_295L,
                        CounterName.TX_PACKETS,
                        10L,
                        "PortUnicastXmitPkts",
                        9L,
                        CounterName.SYMBOL_ERRORS,
                        65_535L));
        // The port says that it counts neither packets by address nor errors: their zeros are no counts.
        assertThat(counters.get(2).counters()).isEqualTo(Map.of(CounterName.TX_BYTES, 8L));
        assertThat(counters.get(3).counters()).isEqualTo(Map.of("PortRcvErrorDetails.PortLocalPhysicalErrors", 3L));
    }

    @Test
    void aPortThatOnlyItsLidNamesIsNamedByIt() {
        assertThat(ParsedInput.ofFixture(new PerfqueryFormat(), "infiniband/query/perfquery.txt")
                        .all(NameObserved.class))
                .first()
                .extracting(NameObserved::port, NameObserved::scheme, NameObserved::name)
                .containsExactly(PortId.of("lid-7", "1"), NameScheme.LID, "7");
    }

    @Test
    void readsAnswersAboutNodesAndPorts() {
        ParsedInput parsed = ParsedInput.ofFixture(new SmpqueryFormat(), "infiniband/query/smpquery.txt");
        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.all(DeviceDiscovered.class))
                .extracting(event -> event.device().value(), DeviceDiscovered::kind, DeviceDiscovered::model)
                .containsExactly(
                        tuple(LEAF, DeviceKind.SWITCH, "vendor 0x2c9 device 0xd2f0"),
                        tuple("0x00000000000000a1", DeviceKind.NIC, "vendor 0x2c9 device 0x1021"));
        assertThat(parsed.all(PortStateObserved.class))
                .extracting(
                        PortStateObserved::port,
                        PortStateObserved::up,
                        PortStateObserved::state,
                        PortStateObserved::bitsPerSecond)
                .containsExactly(
                        tuple(PortId.of("lid-7", "3"), true, "Active/LinkUp", 200_000_000_000L),
                        tuple(PortId.of("lid-7", "4"), false, "Down/Polling", null));
        assertThat(parsed.all(SubnetManagerChanged.class))
                .extracting(
                        event -> event.device().value(), SubnetManagerChanged::state, SubnetManagerChanged::priority)
                .containsExactly(tuple(PORT_GUID, "MASTER", 14));
        assertThat(parsed.all(NicDiscovered.class))
                .extracting(NicDiscovered::nic)
                .containsExactly("mlx5_0");
    }

    @Test
    void readsTheAdaptersOfAHost() {
        ParsedInput parsed = ParsedInput.ofFixture(new IbstatFormat(), "infiniband/query/ibstat.txt");
        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.all(NicDiscovered.class))
                .extracting(
                        NicDiscovered::nic, NicDiscovered::guid, NicDiscovered::bitsPerSecond, NicDiscovered::linkLayer)
                .containsExactly(
                        tuple("mlx5_0", "0x00000000000000a1", 400_000_000_000L, "IB"),
                        tuple("mlx5_1", null, null, "IB"),
                        // On Ethernet the rate is the rate, whatever InfiniBand would call it.
                        tuple("mlx5_2", null, 40_000_000_000L, "RoCE"));
        assertThat(parsed.all(PortStateObserved.class))
                .extracting(PortStateObserved::port, PortStateObserved::up)
                .containsExactly(
                        tuple(PortId.of("0x00000000000000a1", "1"), true),
                        tuple(PortId.of("ibstat", "mlx5_1:1"), false),
                        tuple(PortId.of("ibstat", "mlx5_2:1"), true));
        assertThat(parsed.all(NameObserved.class))
                .extracting(NameObserved::scheme, NameObserved::name)
                .contains(tuple(NameScheme.PORT_GUID, "0x00000000000000a4"), tuple(NameScheme.LID, "150"));
    }

    @Test
    void bothFormsOfLinkInfoTellTheSame() {
        for (String fixture : List.of("infiniband/linkinfo/by-node.txt", "infiniband/linkinfo/by-line.txt")) {
            ParsedInput parsed = ParsedInput.ofFixture(new IblinkinfoFormat(), fixture);
            assertThat(parsed.rejections).isEmpty();
            assertThat(parsed.all(LinkDiscovered.class).get(0))
                    .extracting(LinkDiscovered::link, LinkDiscovered::bitsPerSecond, LinkDiscovered::widthAndSpeed)
                    .containsExactly(
                            new LinkId(PortId.of(LEAF, "1"), PortId.of(PORT_GUID, "1")), 400_000_000_000L, "4x NDR");
            assertThat(parsed.all(PortStateObserved.class))
                    .extracting(PortStateObserved::port, PortStateObserved::up, PortStateObserved::state)
                    .contains(tuple(PortId.of(LEAF, "2"), false, "Down/Polling"));
            assertThat(parsed.all(DeviceDiscovered.class).get(0).kind()).isEqualTo(DeviceKind.NIC);
            assertThat(parsed.all(DeviceDiscovered.class).get(1).kind()).isEqualTo(DeviceKind.SWITCH);
            assertThat(parsed.all(DeviceDiscovered.class).get(1).description()).isEqualTo("leaf; one: 1");
            assertThat(parsed.all(Swept.class)).hasSize(1);
        }
    }

    @Test
    void aLinkThatIsNotUpHasNoRate() {
        ParsedInput parsed = ParsedInput.ofFixture(new IblinkinfoFormat(), "infiniband/linkinfo/by-node.txt");
        assertThat(parsed.all(LinkDiscovered.class).get(1).bitsPerSecond()).isNull();
        assertThat(parsed.all(PortStateObserved.class))
                .filteredOn(event -> event.port().equals(PortId.of(LEAF, "3")))
                .extracting(PortStateObserved::up, PortStateObserved::state)
                .containsExactly(tuple(false, "Initialize/LinkUp"));
    }

    @Test
    void errorsOfAllPortsTogetherAreNoPorts() {
        ParsedInput parsed = ParsedInput.ofFixture(new IbqueryerrorsFormat(), "infiniband/errors/errors.txt");
        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.all(PortCountersObserved.class))
                .extracting(PortCountersObserved::port, PortCountersObserved::counters)
                .containsExactly(
                        tuple(
                                PortId.of(PORT_GUID, "1"),
                                Map.of("ExcessiveBufferOverrunErrors", 2L, CounterName.TX_BYTES, 28_512L)),
                        tuple(
                                PortId.of(LEAF, "1"),
                                Map.of(
                                        CounterName.TX_DROPPED_PACKETS,
                                        4_711L,
                                        CounterName.TX_WAIT_TICKS,
                                        14_681_376_621L)));
    }

    @Test
    void readsTheHealthOfASwitch() {
        ParsedInput parsed = ParsedInput.ofFixture(new IbswinfoFormat(), "infiniband/health/switch.txt");
        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.all(DeviceDiscovered.class).get(0))
                .extracting(DeviceDiscovered::description, DeviceDiscovered::model, DeviceDiscovered::portCount)
                .containsExactly("Quantum Mellanox Technologies", "MQM8790-HS2F", 40);
        assertThat(parsed.all(GaugesObserved.class))
                .extracting(GaugesObserved::component, GaugesObserved::gauges)
                .containsExactly(
                        tuple(
                                null,
                                Map.of(
                                        "temperatureCelsius", 53.0,
                                        "temperatureMaxCelsius", 58.0,
                                        "uptimeSeconds", 8_301_347.0)),
                        tuple("fan1", Map.of("revolutionsPerMinute", 6_125.0)),
                        tuple("fans", Map.of("isOk", 0.0)),
                        tuple("psu0", Map.of("isOk", 1.0, "isPowerOk", 1.0, "powerWatts", 154.0)),
                        tuple("psu1", Map.of("isOk", 0.0)));
        assertThat(ParsedInput.ofFixture(new IbswinfoFormat(), "infiniband/health/status.txt")
                        .all(GaugesObserved.class))
                .extracting(event -> event.device().value(), GaugesObserved::component)
                .containsExactly(tuple("status", "fans"), tuple("status", "psu0"), tuple("status", "psu1"));
    }

    @Test
    void aGidHoldsAGuid() {
        assertThat(Guid.ofGid("fe80::30:48c7:49bb:1")).isEqualTo("0x003048c749bb0001");
        assertThat(Guid.ofGid("fe80:0:0:0:8:f105:10:8098")).isEqualTo("0x0008f10500108098");
        assertThat(Guid.ofGid("fe80::1")).isEqualTo("0x0000000000000001");
        assertThat(Guid.ofGid("fe80::")).isNull();
        assertThat(Guid.ofGid("unknown")).isNull();
    }
}
