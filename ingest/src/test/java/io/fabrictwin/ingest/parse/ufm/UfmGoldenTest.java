package io.fabrictwin.ingest.parse.ufm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.DeviceTuned;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.LinkCameUp;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.event.LinkWentDown;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class UfmGoldenTest {
    private static final String LEAF = "0x0000000000000b01";
    private static final String ADAPTER = "0x00000000000000a1";

    @Test
    void readsSystems() {
        ParsedInput parsed = ParsedInput.ofFixture(new UfmSystemsFormat(), "ufm/systems.json");
        assertThat(parsed.codes).containsExactly(RejectCode.MISSING_FIELD);
        assertThat(parsed.all(DeviceDiscovered.class))
                .extracting(event -> event.device().value(), DeviceDiscovered::kind, DeviceDiscovered::address)
                .containsExactly(tuple(LEAF, DeviceKind.SWITCH, "10.7.4.2"), tuple(ADAPTER, DeviceKind.HOST, null));
        assertThat(parsed.all(NameObserved.class))
                .extracting(NameObserved::scheme, NameObserved::name)
                .containsExactly(
                        tuple(NameScheme.SYSTEM_NAME, "leaf02"),
                        tuple(NameScheme.ADDRESS, "10.7.4.2"),
                        tuple(NameScheme.HOST_NAME, "node01"));
        assertThat(parsed.all(GaugesObserved.class))
                .extracting(GaugesObserved::component, GaugesObserved::gauges)
                .containsExactly(
                        tuple(null, Map.of("temperatureCelsius", 32.0)),
                        tuple("PS1", Map.of("isOk", 1.0)),
                        tuple("system1", Map.of("isOk", 0.0, "temperatureCelsius", 35.0)));
    }

    @Test
    void readsTelemetryInItsOwnTime() {
        ParsedInput parsed = ParsedInput.ofFixture(new UfmTelemetryFormat(), "ufm/telemetry.json");
        assertThat(parsed.codes).containsExactly(RejectCode.MISSING_FIELD);
        // Data that do not fit the packets beside them are in another unit; 255 times down is "at least".
        assertThat(parsed.all(PortCountersObserved.class))
                .extracting(
                        PortCountersObserved::port,
                        PortCountersObserved::counters,
                        event -> event.meta().eventTimeNs())
                .containsExactly(
                        tuple(
                                PortId.of(LEAF, "1"),
                                Map.of(
                                        CounterName.TX_BYTES, 2_880L,
                                        CounterName.TX_PACKETS, 10L,
                                        CounterName.RX_PACKETS, 10L,
                                        CounterName.SYMBOL_ERRORS, 3L),
                                1_709_652_347_161_873_000L),
                        tuple(
                                PortId.of(ADAPTER, "1"),
                                Map.of(CounterName.TX_BYTES, 4 * 4_294_967_295L),
                                1_709_655_971_000_000_000L));
        assertThat(parsed.all(GaugesObserved.class))
                .extracting(GaugesObserved::gauges)
                .containsExactly(
                        new TreeMap<>(Map.of("congestionBandwidthLossGbps", 1.5)),
                        new TreeMap<>(Map.of("effective_ber", 1.5e-12)));
        assertThat(parsed.all(NameObserved.class))
                .extracting(NameObserved::name)
                .containsExactly("0x00000000000000a2");
    }

    @Test
    void readsRowsOnlyUnderHeadings() {
        ParsedInput parsed = ParsedInput.ofFixture(new UfmTelemetryCsvFormat(), "ufm/rows.csv");
        assertThat(parsed.codes).containsExactly(RejectCode.MALFORMED);
        assertThat(parsed.all(PortCountersObserved.class))
                .extracting(PortCountersObserved::port, PortCountersObserved::counters)
                .containsExactly(
                        tuple(PortId.of(LEAF, "50"), Map.of(CounterName.TX_BYTES, 4_000L, CounterName.LINK_DOWNED, 1L)),
                        tuple(PortId.of(LEAF, "51"), Map.of(CounterName.LINK_DOWNED, 2L)));
        assertThat(parsed.all(GaugesObserved.class))
                .extracting(GaugesObserved::gauges)
                .containsExactly(new TreeMap<>(Map.of("temperatureCelsius", 42.0)));
    }

    @Test
    void readsWhatHappenedToLinks() {
        ParsedInput parsed = ParsedInput.ofFixture(new UfmEventLogFormat(), "ufm/event.log");
        assertThat(parsed.rejections).isEmpty();
        LinkId link = new LinkId(PortId.of(LEAF, "33"), PortId.of(ADAPTER, "1"));
        assertThat(parsed.all(LinkWentDown.class))
                .extracting(LinkWentDown::link)
                .containsExactly(link);
        assertThat(parsed.all(LinkCameUp.class))
                .extracting(LinkCameUp::link, event -> event.meta().eventTimeNs())
                .containsExactly(tuple(link, 1_683_717_755_444_000_000L));
        assertThat(parsed.all(PortStateObserved.class))
                .extracting(PortStateObserved::port, PortStateObserved::state, PortStateObserved::reason)
                .containsExactly(tuple(PortId.of(LEAF, "33"), "isolated", "FLAPPING"));
        assertThat(ParsedInput.ofFixture(new UfmEventPolicyFormat(), "ufm/policy.csv")
                        .all(DeviceTuned.class))
                .extracting(DeviceTuned::setting, DeviceTuned::value)
                .containsExactly(tuple("ufm.Communication_Error.116", "WARNING"));
    }

    @Test
    void readsPlansByTheirHeadings() {
        ParsedInput parsed = ParsedInput.ofFixture(new NdtFormat(), "ufm-ndt/plan.csv");
        assertThat(parsed.codes).containsExactly(RejectCode.BAD_VALUE, RejectCode.MISSING_FIELD);
        assertThat(parsed.all(LinkPlanned.class))
                .extracting(LinkPlanned::link, LinkPlanned::bitsPerSecond)
                .containsExactly(
                        tuple(
                                new LinkId(PortId.of("LEAF1", "21"), PortId.of("SPINE1", "Blade 16_Port 2/20")),
                                200_000_000_000L),
                        tuple(new LinkId(PortId.of("node01", "ibp11s0f0"), PortId.of("LEAF1", "1")), null));
        ParsedInput upload = ParsedInput.ofFixture(new NdtFormat(), "ufm-ndt/upload.json");
        assertThat(upload.codes).containsExactly(RejectCode.MISSING_FIELD);
        assertThat(upload.all(LinkPlanned.class))
                .extracting(LinkPlanned::link)
                .containsExactly(new LinkId(PortId.of("LEAF1", "2"), PortId.of("SPINE1", "3")));
    }

    @Test
    void readsAReportOfWhatDiffers() {
        ParsedInput parsed = ParsedInput.ofFixture(new NdtReportFormat(), "ufm-ndt/report.json");
        assertThat(parsed.codes).containsExactly(RejectCode.MALFORMED);
        PortId node = PortId.of("node1", "ibp2s0f0");
        assertThat(parsed.all(LinkPlanned.class))
                .extracting(LinkPlanned::link)
                .containsExactly(
                        new LinkId(node, PortId.of("leaf1", "16")),
                        new LinkId(PortId.of("node2", "ibp2s0f0"), PortId.of("leaf1", "10")));
        assertThat(parsed.all(LinkDiscovered.class))
                .extracting(LinkDiscovered::link)
                .containsExactly(new LinkId(node, PortId.of("leaf1", "17")));
    }
}
