package io.fabrictwin.ingest.parse.ethtool;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.SampleCheck;
import io.fabrictwin.ingest.parse.SharedSamples;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EthtoolGoldenTest {
    private static final EthtoolFormat FORMAT = new EthtoolFormat();

    @Test
    void readsMlx5WithPauses() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "ethtool/mlx5-pfc.txt");

        assertThat(parsed.codes).containsExactly(RejectCode.OUT_OF_RANGE, RejectCode.MALFORMED);
        assertThat(counters(parsed, "ens8np0", 3))
                .containsOnly(
                        entry("rxBytes", 4000L),
                        entry("rxPackets", 40L),
                        entry("pfcRxFrames", 11L),
                        entry("pfcRxPausedNs", 250_000L),
                        entry("rx_pause_transition", 5L),
                        entry("pfcTxFrames", 9L),
                        entry("pfcTxPausedNs", 100_000L));
        // The wire's own count, not the driver's.
        assertThat(counters(parsed, "ens8np0", null))
                .contains(
                        entry("rxBytes", 184_467_440_737L),
                        entry("rxPackets", 1000L),
                        entry("rx_bytes", 90_000L),
                        entry("txDroppedPackets", 3L),
                        entry("linkDowned", 2L),
                        entry("symbolErrors", 7L))
                .doesNotContainKeys("pfcRxFrames", "txPackets");
        assertThat(parsed.all(GaugesObserved.class).get(0).gauges())
                .containsOnly(entry("outbound_pci_stalled_rdPercent", 12.0));
    }

    @Test
    void readsOtherDrivers() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "ethtool/other-drivers.txt");

        assertThat(parsed.rejections).isEmpty();
        assertThat(counters(parsed, "eth0", 4))
                .containsOnly(
                        entry("pfcRxFrames", 21L),
                        entry("pfcRxPausedNs", 30_000L),
                        entry("rx_pause_transition", 4L),
                        entry("rxBytes", 512L));
        assertThat(counters(parsed, "eth1", 3))
                .containsOnly(entry("pfcRxFrames", 6L), entry("pfcTxFrames", 2L), entry("rx_xon", 5L));
        assertThat(counters(parsed, "eth2", 3)).containsOnly(entry("pfcRxFrames", 8L), entry("pfcTxFrames", 9L));
        assertThat(counters(parsed, "eth2", null)).containsOnly(entry("rxBytes", 77L), entry("rx_bytes", 70L));
        assertThat(counters(parsed, "eth3", 3)).containsOnly(entry("pfcRxPausedNs", 600_000L), entry("rxPackets", 33L));
        assertThat(counters(parsed, "eth3", null)).containsOnly(entry("pfcRxFrames", 14L), entry("rxBytes", 4096L));
        assertThat(counters(parsed, "eth4", null))
                .containsOnly(entry("rxBytes", 150L), entry("rx_roce_bytes", (1L << 32) + 5));
        PortStateObserved state = parsed.all(PortStateObserved.class).get(0);
        assertThat(state.port().name()).isEqualTo("eth5");
        assertThat(state.up()).isTrue();
        assertThat(state.bitsPerSecond()).isEqualTo(400_000_000_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ethtool/mlx5-pfc.txt", "ethtool/other-drivers.txt"})
    void accountsForEveryLineOfDamagedInput(String fixture) {
        Mutations.damage(
                FORMAT, fixture, (input, parsed) -> assertThat(parsed.records()).isEqualTo(ParsedInput.lines(input)));
    }

    @Test
    void readsAllSamples() {
        SampleCheck.check(FORMAT, SharedSamples.files("network/ethtool", "ethtool"), Set.of(), Set.of("mlx5-pfc.txt"));
    }

    private static Map<String, Long> counters(ParsedInput parsed, String port, @Nullable Integer priority) {
        return parsed.all(PortCountersObserved.class).stream()
                .filter(event -> event.port().name().equals(port) && Objects.equals(event.priority(), priority))
                .findFirst()
                .orElseThrow()
                .counters();
    }
}
