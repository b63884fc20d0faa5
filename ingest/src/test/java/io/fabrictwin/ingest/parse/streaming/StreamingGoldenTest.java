package io.fabrictwin.ingest.parse.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.SharedSamples;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.MicroburstObserved;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.QueueObserved;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamingGoldenTest {
    private static final List<Format> FORMATS =
            List.of(new GnmiFormat(), new OtlpMetricsFormat(), new CiscoMdtFormat());

    @Test
    void gnmiReadsNotificationsAndGnmicsEvents() {
        ParsedInput parsed = ParsedInput.ofFixture(new GnmiFormat(), "streaming/gnmi.json");
        assertThat(parsed.rejections).isEmpty();
        assertThat(counters(parsed))
                .containsExactly(
                        "leaf1:Ethernet1/1 null {rxBytes=77, txBytes=88}",
                        "gnmi:Ethernet1/1 3 {ecnMarkedPackets=5}",
                        "leaf2:Ethernet1/2 null {txBytes=9}");
        assertThat(parsed.all(PortStateObserved.class).get(0).up()).isTrue();
        assertThat(parsed.all(NameObserved.class).get(0).name()).isEqualTo("7");
        assertThat(parsed.all(QueueObserved.class).get(0).depthMaxBytes()).isEqualTo(4096);
        assertThat(parsed.events.get(0).meta().eventTimeNs()).isEqualTo(1_700_000_000_123_456_789L);
    }

    @Test
    void gnmiReadsSessionsOfSonic() {
        ParsedInput parsed = ParsedInput.ofFixture(new GnmiFormat(), "streaming/session.txt");
        assertThat(counters(parsed))
                .containsExactly(
                        "session:Ethernet68 3 {pfcRxFrames=4, txPackets=6}", "session:Ethernet9 null {rxBytes=11}");
        assertThat(parsed.codes).containsExactly(RejectCode.TRUNCATED);
        assertThat(parsed.accepted).isEqualTo(2);
    }

    @Test
    void otlpTellsCountersFromGauges() {
        ParsedInput parsed = ParsedInput.ofFixture(new OtlpMetricsFormat(), "streaming/otlp.jsonl");
        assertThat(counters(parsed))
                .containsExactly(
                        "otlp:swp1 null {rxBytes=4096}",
                        "otlp:swp1 3 {pfcRxPausedNs=7000}",
                        "otlp:swp9 null {txBytes=5}");
        assertThat(parsed.all(GaugesObserved.class))
                .extracting(gauges -> gauges.device() + " " + gauges.component() + " " + gauges.gauges())
                .containsExactly("leaf3 sensor=asic {temp_celsius=41.0}");
        assertThat(parsed.codes).containsExactly(RejectCode.TRUNCATED);
    }

    @Test
    void mdtKeepsBurstsInTheUnitsOfThePlatform() {
        ParsedInput parsed = ParsedInput.ofFixture(new CiscoMdtFormat(), "streaming/mdt.json");
        assertThat(counters(parsed)).containsExactly("n9k:Eth1/1 null {txBytes=900}");
        MicroburstObserved burst = parsed.all(MicroburstObserved.class).get(0);
        assertThat(burst.port() + " " + burst.priority() + " " + burst.peakBytes())
                .isEqualTo("n9k:Eth1/2 3 null");
        assertThat(burst.meta().eventTimeNs()).isEqualTo(1_691_093_579_655_308_000L);
        assertThat(parsed.all(GaugesObserved.class).get(0).gauges()).containsEntry("peak", 500.0);
    }

    @ParameterizedTest
    @CsvSource({"0,streaming/gnmi.json", "0,streaming/session.txt", "1,streaming/otlp.jsonl", "2,streaming/mdt.json"})
    void survivesDamage(int format, String fixture) {
        Mutations.damage(FORMATS.get(format), fixture, (input, parsed) -> {
            if (ParsedInput.lines(input) > 0) {
                assertThat(parsed.records()).isPositive();
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"0,network/gnmi", "1,network/cumulus-nvue-otlp", "2,network/cisco-mdt"})
    void readsAllSamples(int index, String folder) throws IOException {
        Set<String> broken = Set.of("cumulus516-otlp-truncated.json");
        for (Path file : SharedSamples.files(folder, "streaming")) {
            String name = SharedSamples.name(file);
            if (name.contains("nv_show") || file.toString().contains("test")) {
                continue;
            }
            Head head = Head.of(Files.newInputStream(file));
            for (Format format : FORMATS) {
                assertThat(format.recognise(head) == Likeness.CERTAIN)
                        .as(format.name() + " of " + name)
                        .isEqualTo(format == FORMATS.get(index));
            }
            ParsedInput parsed = ParsedInput.ofFile(FORMATS.get(index), file);
            assertThat(parsed.rejections.isEmpty()).as(name).isEqualTo(!broken.contains(name));
        }
    }

    private static List<String> counters(ParsedInput parsed) {
        return parsed.all(PortCountersObserved.class).stream()
                .map(event -> event.port() + " " + event.priority() + " " + event.counters())
                .toList();
    }
}
