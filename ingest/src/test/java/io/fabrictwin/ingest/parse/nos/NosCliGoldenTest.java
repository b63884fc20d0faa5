package io.fabrictwin.ingest.parse.nos;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.SampleCheck;
import io.fabrictwin.ingest.parse.SharedSamples;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NosCliGoldenTest {
    private static final NosCliFormat FORMAT = new NosCliFormat();

    @Test
    void readsJson() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "nos-cli/eos.json");

        assertThat(parsed.rejections).isEmpty();
        assertThat(counters(parsed, "eos:Ethernet1/1", null))
                .contains(
                        entry("rxBytes", 100L),
                        entry("txBytes", 200L),
                        entry("txDroppedPackets", 3L),
                        entry("rxErrors", 4L),
                        entry("pfcRxFrames", 6L),
                        entry("inputErrorsDetail fcsErrors", 7L));
        assertThat(parsed.all(PortCountersObserved.class))
                .extracting(
                        PortCountersObserved::priority,
                        event -> event.counters().toString())
                .contains(
                        tuple(3, "{ecnMarkedPackets=12}"),
                        tuple(3, "{txDroppedPackets=3}"),
                        tuple(null, "{pfcRxFrames=21, pfcTxFrames=22}"));
        PortStateObserved state = parsed.all(PortStateObserved.class).get(0);
        assertThat(state.up()).isTrue();
        assertThat(state.bitsPerSecond()).isEqualTo(400_000_000_000L);
    }

    @Test
    void readsText() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "nos-cli/show.txt");

        assertThat(parsed.rejections).isEmpty();
        assertThat(counters(parsed, "nx1:Ethernet1/1", null))
                .contains(
                        entry("rxPackets", 6_392_635L),
                        entry("rxBytes", 827_345_973L),
                        entry("txPackets", 100L),
                        entry("txBytes", 4096L),
                        entry("txDroppedPackets", 7L),
                        entry("pfcRxFrames", 12L),
                        entry("pfcTxFrames", 3L));
        assertThat(counters(parsed, "nx1:Ethernet1/2", null))
                .contains(entry("rxErrors", 3L), entry("txDroppedPackets", 5L), entry("FCS-Err", 1L));
        assertThat(counters(parsed, "nx1:Ethernet1/3", null))
                .containsOnly(entry("pfcRxFrames", 44L), entry("pfcTxFrames", 55L));
        assertThat(counters(parsed, "nx1:Ethernet1/4", null)).contains(entry("pfcRxFrames", 0L));
        assertThat(counters(parsed, "ex1:et-0/0/2", 3))
                .contains(
                        entry("queued packets", 1_470_816_406L),
                        entry("txPackets", 1_470_816_400L),
                        entry("txBytes", 564_883_280_956L),
                        entry("txDroppedPackets", 6L),
                        entry("ecnMarkedPackets", 9L));
        assertThat(counters(parsed, "ex1:400GE1/0/1", null))
                .contains(
                        entry("rxPackets", 10L),
                        entry("rxBytes", 1000L),
                        entry("pfcRxFrames", 2L),
                        entry("txDroppedPackets", 3L),
                        entry("pfcTxFrames", 4L));
        assertThat(parsed.all(PortStateObserved.class))
                .extracting(event -> event.port().toString(), PortStateObserved::up)
                .containsExactly(
                        tuple("nx1:Ethernet1/1", true), tuple("ex1:et-0/0/2", true), tuple("ex1:400GE1/0/1", false));
    }

    @Test
    void survivesDamage() {
        Mutations.damage(
                FORMAT,
                "nos-cli/show.txt",
                (input, parsed) -> assertThat(parsed.records()).isEqualTo(ParsedInput.lines(input)));
        Mutations.damage(
                FORMAT,
                "nos-cli/eos.json",
                (input, parsed) -> assertThat(parsed.records() > 0 || ParsedInput.lines(input) == 0)
                        .isTrue());
    }

    @Test
    void readsAllSamples() {
        SampleCheck.check(
                FORMAT,
                SharedSamples.files("network/nos-cli", "nos-cli"),
                // No interface was found.
                Set.of("eos-InterfacesVoqAndEgressQueueDrops-failure-intf-not-found.json"),
                // Ends with a prompt that is no JSON.
                Set.of("junos-show_interfaces-display_json.txt"));
    }

    private static Map<String, Long> counters(ParsedInput parsed, String port, @Nullable Integer priority) {
        return parsed.all(PortCountersObserved.class).stream()
                .filter(event -> event.port().toString().equals(port) && Objects.equals(event.priority(), priority))
                .findFirst()
                .orElseThrow()
                .counters();
    }
}
