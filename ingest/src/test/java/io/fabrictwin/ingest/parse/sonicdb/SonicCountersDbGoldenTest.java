package io.fabrictwin.ingest.parse.sonicdb;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.SampleCheck;
import io.fabrictwin.ingest.parse.SharedSamples;
import io.fabrictwin.ingest.parse.TextInput;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.PauseStormDetected;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.QueueObserved;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SonicCountersDbGoldenTest {
    private static final SonicCountersDbFormat FORMAT = new SonicCountersDbFormat();
    private static final PortId PORT = PortId.of("counters", "Ethernet0");

    @Test
    void readsCountersByTheirNames() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "sonic-counters-db/counters.json");

        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.all(PortCountersObserved.class))
                .extracting(PortCountersObserved::port)
                .containsOnly(PORT);
        assertThat(parsed.all(PortCountersObserved.class).get(1).counters())
                .contains(entry("rxBytes", 800L), entry("rxPackets", 10L))
                .doesNotContainKeys("txPackets", "txDroppedPackets");
        assertThat(parsed.all(PortCountersObserved.class).get(0).counters())
                .containsOnly(
                        entry("pfcRxFrames", 1200L),
                        entry("rxPauseQuanta", 77L),
                        // The chip's own time, not the estimate.
                        entry("pfcRxPausedNs", 50_000L),
                        entry("pfcTxPausedNs", 9_000L));
        assertThat(parsed.all(PortCountersObserved.class).get(2).counters())
                .containsOnly(
                        entry("txPackets", 68L),
                        entry("txBytes", 30L),
                        entry("ecnMarkedPackets", 5L),
                        entry("pfcStormsDetected", 3L));
        assertThat(parsed.all(QueueObserved.class))
                .extracting(QueueObserved::priority, QueueObserved::depthMaxBytes)
                .containsExactly(tuple(3, 61L));
        assertThat(parsed.all(PauseStormDetected.class))
                .extracting(PauseStormDetected::priority, PauseStormDetected::action)
                .containsExactly(tuple(3, "drop"));
    }

    @Test
    void readsGaugesAndState() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "sonic-counters-db/counters.json");

        assertThat(parsed.all(GaugesObserved.class))
                .extracting(GaugesObserved::component, event -> event.gauges().toString())
                .containsExactly(
                        tuple(
                                "priority group 3",
                                "{user SAI_INGRESS_PRIORITY_GROUP_STAT_SHARED_WATERMARK_BYTES=100.0}"),
                        tuple("pool ingress_lossless_pool", "{user SAI_BUFFER_POOL_STAT_WATERMARK_BYTES=3000.0}"),
                        tuple(null, "{rxBytesPerSecond=2.0E9, rxPacketsPerSecond=247000.0}"),
                        tuple("lane 1", "{rxPowerDbm=-1.5}"),
                        tuple("transceiver", "{temperatureCelsius=30.9}"));
        assertThat(parsed.all(LinkDiscovered.class).get(0).link())
                .isEqualTo(new LinkId(PORT, PortId.of("spine01", "Ethernet64")));
    }

    @Test
    void readsASessionWithItsNames() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "sonic-counters-db/session.txt");
        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.all(PortCountersObserved.class).get(0).counters())
                .containsOnly(entry("txPackets", 193L), entry("txDroppedPackets", 0L));
    }

    @Test
    void whatCannotBeReadIsRefusedWithWhatToDo() {
        ParsedInput binary = parse("REDIS0009\u0001\u0002");
        assertThat(binary.codes).containsExactly(RejectCode.NOT_TEXT);
        assertThat(binary.rejections.get(0)).contains("sonic-db-dump");
        ParsedInput unnamed = parse("{\"COUNTERS:oid:0x1000000000012\":{\"SAI_PORT_STAT_IF_IN_OCTETS\":\"1\"}}");
        assertThat(unnamed.codes).containsExactly(RejectCode.UNKNOWN_REFERENCE);
    }

    @Test
    void readsAnswersOfPaths() {
        ParsedInput parsed = parse("{\"Ethernet68/1:3\":{\"SAI_QUEUE_STAT_PACKETS\":\"7\"},\"Ethernet0/1:3\":{}}");
        assertThat(parsed.accepted).isEqualTo(2);
        assertThat(parsed.all(PortCountersObserved.class))
                .extracting(event -> event.port().name(), PortCountersObserved::priority)
                .containsExactly(tuple("Ethernet68/1", 3));
    }

    @Test
    void survivesDamage() {
        Mutations.damage(
                FORMAT,
                "sonic-counters-db/session.txt",
                (input, parsed) -> assertThat(parsed.records()).isEqualTo(ParsedInput.lines(input)));
        Mutations.damage(
                FORMAT,
                "sonic-counters-db/counters.json",
                (input, parsed) -> assertThat(parsed.records() > 0 || ParsedInput.lines(input) == 0)
                        .isTrue());
    }

    @Test
    void readsAllSamples() {
        SampleCheck.check(
                FORMAT,
                SharedSamples.files("network/sonic-counters-db", "sonic-counters-db").stream()
                        // A configuration, and an answer in OpenConfig's words.
                        .filter(file -> !Set.of(
                                        "gnmi-CONFIG_PFCWD_PORTS.txt",
                                        "vinted-config_db_data.json",
                                        "gnmi-interfaces.json")
                                .contains(SharedSamples.name(file)))
                        .toList(),
                Set.of(
                        "gnmi-COUNTERS_QUEUE_NAME_MAP.txt",
                        "gnmi-PORT_COUNTERS.txt",
                        "redis-cli-hgetall-queue.txt",
                        "vinted-dump.rdb"),
                // Counters without names, and a binary dump.
                Set.of("gnmi-PORT_COUNTERS.txt", "redis-cli-hgetall-queue.txt", "vinted-dump.rdb"));
    }

    private static ParsedInput parse(String text) {
        return ParsedInput.of(FORMAT, new TextInput("x", text.getBytes(StandardCharsets.UTF_8)));
    }
}
