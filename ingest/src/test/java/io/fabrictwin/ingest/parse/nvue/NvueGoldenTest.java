package io.fabrictwin.ingest.parse.nvue;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.SampleCheck;
import io.fabrictwin.ingest.parse.SharedSamples;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.SchedulerSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NvueGoldenTest {
    private static final NvueFormat FORMAT = new NvueFormat();

    @Test
    void readsSettings() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "nvue/roce.txt");

        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.all(EcnProfileSet.class))
                .extracting(EcnProfileSet::priority, EcnProfileSet::enabled, EcnProfileSet::kminBytes)
                // 146.48 KB of 1024 bytes: the setting is 150000, shown rounded.
                .containsExactly(tuple(0, true, 149_996L), tuple(3, true, 149_996L));
        assertThat(parsed.all(PfcProfileSet.class))
                .extracting(PfcProfileSet::priority, PfcProfileSet::enabled)
                .containsExactly(tuple(3, true));
        assertThat(parsed.all(SchedulerSet.class))
                .extracting(SchedulerSet::priority, SchedulerSet::kind, SchedulerSet::weight)
                .containsExactly(tuple(0, "dwrr", 50), tuple(3, "dwrr", 50), tuple(6, "strict", null));
    }

    @Test
    void roundedBytesAreNoCounters() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "nvue/roce.txt");
        PortCountersObserved counters = parsed.all(PortCountersObserved.class).get(0);
        assertThat(counters.port().toString()).isEqualTo("leaf07:swp16");
        assertThat(counters.counters())
                .containsOnly(entry("pfcRxFrames", 7L), entry("ecnMarkedPackets", 693_777_677_344L));
        assertThat(parsed.all(GaugesObserved.class).get(0).gauges())
                .containsOnlyKeys("tx-stats tx-roce-stats roce-bytes Bytes");
    }

    @Test
    void accountsForEveryLineOfDamagedInput() {
        Mutations.damage(
                FORMAT,
                "nvue/roce.txt",
                (input, parsed) -> assertThat(parsed.records()).isEqualTo(ParsedInput.lines(input)));
    }

    @Test
    void readsAllSamples() {
        SampleCheck.check(
                FORMAT,
                SharedSamples.files("network/cumulus-nvue-otlp", "nvue").stream()
                        .filter(file -> SharedSamples.name(file).endsWith(".txt"))
                        .toList(),
                Set.of(),
                Set.of());
    }
}
