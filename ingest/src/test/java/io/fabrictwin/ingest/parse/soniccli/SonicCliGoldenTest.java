package io.fabrictwin.ingest.parse.soniccli;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.SampleCheck;
import io.fabrictwin.ingest.parse.SharedSamples;
import io.fabrictwin.ingest.parse.TextInput;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.PauseStormDetected;
import io.fabrictwin.model.event.PauseStormRestored;
import io.fabrictwin.model.event.PfcWatchdogSet;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.QueueObserved;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SonicCliGoldenTest {
    private static final SonicCliFormat FORMAT = new SonicCliFormat();
    private static final PortId PORT = PortId.of("leaf07", "Ethernet0");

    @Test
    void readsCountersByTheirHeadings() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "sonic-cli/session.txt");

        assertThat(parsed.rejections).isEmpty();
        assertThat(counters(parsed, "Ethernet0", null))
                .containsOnly(
                        entry("rxPackets", 471_729_839L),
                        entry("rxErrors", 0L),
                        entry("rxDroppedPackets", 18_682L),
                        entry("txPackets", 10L),
                        entry("NEW_CNT_PKTS", 44L));
        assertThat(counters(parsed, "Ethernet8", null)).doesNotContainKey("rxDroppedPackets");
        assertThat(parsed.all(GaugesObserved.class).get(0).gauges())
                .containsOnly(
                        entry("rxBytesPerSecond", 653.87e6),
                        entry("rxUtilizationPercent", 12.77),
                        entry("txBytesPerSecond", 1e3));
        assertThat(counters(parsed, "Ethernet0", 3)).containsOnly(entry("pfcRxFrames", 203L));
        assertThat(parsed.all(PortCountersObserved.class))
                .filteredOn(event -> Integer.valueOf(3).equals(event.priority()))
                .extracting(PortCountersObserved::counters)
                .contains(
                        new java.util.TreeMap<>(Map.of("pfcTxFrames", 15_437L)),
                        new java.util.TreeMap<>(Map.of(
                                "txPackets", 60L, "txBytes", 43_000L, "txDroppedPackets", 39L, "txDroppedBytes", 1L)));
    }

    @Test
    void readsStormsAndTheirWatchdog() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "sonic-cli/session.txt");

        assertThat(parsed.all(PauseStormDetected.class))
                .extracting(PauseStormDetected::port, PauseStormDetected::priority)
                .containsExactly(tuple(PORT, 3));
        assertThat(parsed.all(PauseStormRestored.class))
                .extracting(event -> event.port().name(), PauseStormRestored::priority)
                .containsExactly(tuple("Ethernet8", 4));
        assertThat(parsed.all(PfcWatchdogSet.class))
                .extracting(
                        PfcWatchdogSet::port,
                        PfcWatchdogSet::action,
                        PfcWatchdogSet::detectionNs,
                        PfcWatchdogSet::pollNs)
                .containsExactly(tuple(null, null, null, 600_000_000L), tuple(PORT, "drop", 200_000_000L, null));
    }

    @Test
    void readsStatesProfilesAndNeighbours() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "sonic-cli/session.txt");

        assertThat(parsed.all(PortStateObserved.class))
                .extracting(event -> event.port().name(), PortStateObserved::up, PortStateObserved::bitsPerSecond)
                .containsExactly(
                        tuple("Ethernet0", true, null),
                        tuple("Ethernet8", false, null),
                        tuple("Ethernet0", true, 400_000_000_000L),
                        tuple("Ethernet0", true, null));
        PortConfigured configured = parsed.all(PortConfigured.class).get(0);
        assertThat(configured.mtuBytes()).isEqualTo(9100);
        assertThat(configured.alias()).isEqualTo("etp1");
        assertThat(parsed.all(QueueObserved.class))
                .extracting(QueueObserved::priority, QueueObserved::depthMaxBytes)
                .containsExactly(tuple(3, 2_057_328L));
        EcnProfileSet ecn = parsed.all(EcnProfileSet.class).get(0);
        assertThat(ecn.kminBytes()).isEqualTo(1_048_576);
        assertThat(ecn.pmax()).isEqualTo(0.05);
        assertThat(parsed.all(LinkDiscovered.class).get(0).link())
                .isEqualTo(new LinkId(PORT, PortId.of("spine01", "Ethernet64")));
    }

    @Test
    void countsSinceACacheAreNoCounters() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "sonic-cli/session.txt");
        assertThat(parsed.all(PortCountersObserved.class))
                .noneMatch(event -> Long.valueOf(10).equals(event.counters().get("rxPackets")));
    }

    @Test
    void readsJson() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "sonic-cli/queues.json");
        assertThat(parsed.accepted).isEqualTo(1);
        assertThat(parsed.ignored).isEqualTo(1);
        assertThat(parsed.codes).containsExactly(RejectCode.MALFORMED);
        assertThat(counters(parsed, "Ethernet0", 3))
                .containsOnly(entry("txPackets", 60L), entry("txBytes", 43_000L), entry("txDroppedPackets", 39L));
    }

    @Test
    void aRowThatIsCutIsNotBelieved() {
        byte[] whole = ParsedInput.fixture("sonic-cli/session.txt");
        String text = new String(whole, StandardCharsets.UTF_8);
        int row = text.indexOf("Ethernet8        D");
        byte[] cut = Arrays.copyOf(whole, row + 60);
        ParsedInput parsed = ParsedInput.of(FORMAT, new TextInput("x", cut));
        assertThat(parsed.codes).containsExactly(RejectCode.TRUNCATED);
        assertThat(parsed.all(PortCountersObserved.class)).hasSize(1);
    }

    @Test
    void accountsForEveryLineOfDamagedInput() {
        Mutations.damage(
                FORMAT,
                "sonic-cli/session.txt",
                (input, parsed) -> assertThat(parsed.records()).isEqualTo(ParsedInput.lines(input)));
        Mutations.damage(
                FORMAT,
                "sonic-cli/queues.json",
                (input, parsed) -> assertThat(parsed.records() > 0 || ParsedInput.lines(input) == 0)
                        .isTrue());
    }

    @Test
    void readsAllSamples() {
        SampleCheck.check(
                FORMAT,
                SharedSamples.files("network/sonic-cli", "sonic-cli"),
                // Flags of a transceiver, sums over all ports, and a table in which nothing is available.
                Set.of(
                        "sfp-test_qsfp_dd_status_output.txt",
                        "wred-show_wred_queue_counters_summary.txt",
                        "watermark-show_queue_wm_multicast_output.txt"),
                Set.of("queues.json"));
    }

    private static Map<String, Long> counters(ParsedInput parsed, String port, @Nullable Integer priority) {
        return parsed.all(PortCountersObserved.class).stream()
                .filter(event -> event.port().name().equals(port) && Objects.equals(event.priority(), priority))
                .filter(event -> !event.counters().containsKey("pfcStormsDetected"))
                .findFirst()
                .orElseThrow()
                .counters();
    }
}
