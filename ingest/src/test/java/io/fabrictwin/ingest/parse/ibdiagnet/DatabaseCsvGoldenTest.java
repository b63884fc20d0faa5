package io.fabrictwin.ingest.parse.ibdiagnet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.TextInput;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.Swept;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DatabaseCsvGoldenTest {
    private static final String LEAF = "0x0000000000000b01";
    private static final String ADAPTER = "0x00000000000000a1";
    private static final String FIXTURE = "ibdiagnet/fabric.db_csv";

    @Test
    void readsTheSubnet() {
        ParsedInput parsed = ParsedInput.ofFixture(new DatabaseCsvFormat(), FIXTURE);
        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.all(DeviceDiscovered.class))
                .extracting(
                        event -> event.device().value(),
                        DeviceDiscovered::kind,
                        DeviceDiscovered::description,
                        DeviceDiscovered::model)
                .containsExactly(
                        tuple(LEAF, DeviceKind.SWITCH, "MF0;leaf1:MQM9700/U1", "vendor 0x2c9 device 0xd2f2"),
                        tuple(ADAPTER, DeviceKind.NIC, "node01 mlx5_0, \"x\"", "vendor 0x2c9 device 0x1021"));
        assertThat(parsed.all(PortStateObserved.class))
                .extracting(
                        PortStateObserved::port,
                        PortStateObserved::up,
                        PortStateObserved::state,
                        PortStateObserved::bitsPerSecond)
                .containsExactly(
                        tuple(PortId.of(LEAF, "1"), true, "Active/LinkUp", 400_000_000_000L),
                        tuple(PortId.of(LEAF, "2"), false, "Down/Polling", null),
                        tuple(PortId.of(ADAPTER, "1"), true, "Active/LinkUp", 400_000_000_000L));
        assertThat(parsed.all(LinkDiscovered.class))
                .extracting(LinkDiscovered::link, LinkDiscovered::bitsPerSecond, LinkDiscovered::widthAndSpeed)
                .containsExactly(
                        tuple(new LinkId(PortId.of(LEAF, "1"), PortId.of(ADAPTER, "1")), 400_000_000_000L, "4x NDR"));
        // 2024-03-05T16:26:11Z
        assertThat(parsed.events)
                .allSatisfy(event -> assertThat(event.meta().eventTimeNs()).isEqualTo(1_709_655_971_000_000_000L));
    }

    @Test
    void readsCountersCablesAndHealth() {
        ParsedInput parsed = ParsedInput.ofFixture(new DatabaseCsvFormat(), FIXTURE);
        assertThat(parsed.all(PortCountersObserved.class))
                .extracting(PortCountersObserved::port, PortCountersObserved::counters)
                .containsExactly(tuple(
                        PortId.of(LEAF, "1"),
                        Map.of(
                                CounterName.TX_BYTES, 20_000_000_000L,
                                CounterName.RX_PACKETS, 7L,
                                CounterName.SYMBOL_ERRORS, 65_535L)));
        assertThat(parsed.all(PortConfigured.class))
                .extracting(PortConfigured::port, PortConfigured::cableLengthMillimetres)
                .containsExactly(tuple(PortId.of(LEAF, "1"), 5_000L));
        assertThat(parsed.all(GaugesObserved.class))
                .extracting(GaugesObserved::port, GaugesObserved::component, GaugesObserved::gauges)
                .containsExactly(
                        tuple(PortId.of(LEAF, "1"), null, Map.of("temperatureCelsius", 42.0)),
                        tuple(null, null, Map.of("temperatureCelsius", 57.0)),
                        tuple(null, "fan1", Map.of("revolutionsPerMinute", 6_125.0)));
    }

    @Test
    void onlyAWholeSubnetSweeps() {
        String text = new String(ParsedInput.fixture(FIXTURE), UTF_8);
        assertThat(sweeps(text)).isEqualTo(1);
        assertThat(sweeps(text.replace("END_PORTS", "END_PORT"))).isZero();
        assertThat(sweeps(text.replace("0x0b01,1,0x00a1,1", "0x0b01,1,,1"))).isZero();
        assertThat(sweeps(text.substring(0, text.indexOf("END_LINKS")))).isZero();
    }

    private static int sweeps(String text) {
        return ParsedInput.of(new DatabaseCsvFormat(), new TextInput("x", text.getBytes(UTF_8)))
                .all(Swept.class)
                .size();
    }
}
