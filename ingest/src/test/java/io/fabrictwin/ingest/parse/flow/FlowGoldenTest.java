package io.fabrictwin.ingest.parse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.SharedSamples;
import io.fabrictwin.ingest.parse.TextInput;
import io.fabrictwin.model.event.FlowObserved;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FlowGoldenTest {
    private static final Format SFLOW = new SflowFormat();
    private static final Format NETFLOW = new NetflowFormat();

    /** Their templates are in other files. */
    private static final Set<String> WITHOUT_TEMPLATES =
            Set.of("ipfix_example__ipfix_4.bin", "ipfix_pen_35632__message-3.bin");

    @Test
    void readsSamplesOfSflow() {
        ParsedInput parsed = ParsedInput.ofFixture(SFLOW, "flow/sflow.bin");
        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.accepted).isEqualTo(5);
        assertThat(parsed.all(FlowObserved.class))
                .extracting(FlowGoldenTest::text)
                .containsExactly(
                        "10.9.9.9:7 10.9.9.9:9 10.0.0.3:49153 10.0.4.1:4791 17 1 4170 4096 null",
                        "10.9.9.9:7 null fd00:0:0:0:0:0:0:1:1000 fd00:0:0:0:0:0:0:2:443 6 1 1500 4096 null",
                        "10.9.9.9:7 null 10.0.0.3:49153 10.0.4.1:4791 17 1 4170 null 256");
        // Counters that the agent does not have are all ones.
        assertThat(parsed.all(PortCountersObserved.class).get(0).counters())
                .containsEntry("rxBytes", 1L << 40)
                .containsEntry("rxErrors", 5L)
                .containsEntry("ifInUcastPkts", 10L)
                .containsEntry("txDroppedPackets", 6L)
                .doesNotContainKeys("txBytes", "ifInDiscards")
                .hasSize(11);
        assertThat(parsed.all(PortStateObserved.class).get(0).up()).isTrue();
        assertThat(parsed.all(PortStateObserved.class).get(0).bitsPerSecond()).isEqualTo(400_000_000_000L);
        assertThat(parsed.all(NameObserved.class).get(0).name()).isEqualTo("Ethernet0");
    }

    @Test
    void readsAllVersionsOfNetflow() {
        ParsedInput parsed = ParsedInput.ofFixture(NETFLOW, "flow/netflow.bin");
        assertThat(parsed.all(FlowObserved.class))
                .extracting(FlowGoldenTest::text)
                .containsExactly(
                        "netflow:7 null 10.0.0.3:49153 10.0.4.1:4791 17 20 30000 64 null",
                        "netflow:7 null fd00:0:0:0:0:0:0:1:null fd00:0:0:0:0:0:0:2:null null null null null null",
                        // Its template comes in a later datagram.
                        "null null 10.0.0.3:49153 10.0.4.1:4791 17 20 1500 null null");
        assertThat(parsed.all(FlowObserved.class))
                .extracting(flow -> flow.meta().eventTimeNs())
                .containsExactly(
                        // One second of uptime before it was sent.
                        1_699_999_999_000_000_500L, 1_700_000_001_234_000_000L, 1_699_999_999_000_000_000L);
        assertThat(parsed.codes).containsExactly(RejectCode.UNKNOWN_REFERENCE);
    }

    @Test
    void aDatagramThatIsCutOffIsSaidToBe() {
        byte[] whole = ParsedInput.fixture("flow/sflow.bin");
        ParsedInput parsed = ParsedInput.of(SFLOW, new TextInput("x", Arrays.copyOf(whole, whole.length - 20)));
        assertThat(parsed.codes).containsExactly(RejectCode.TRUNCATED);
        assertThat(parsed.all(FlowObserved.class)).hasSize(2);
    }

    @Test
    void survivesDamage() {
        for (Format format : List.of(SFLOW, NETFLOW)) {
            Mutations.damage(format, "flow/" + format.name() + ".bin", (input, parsed) -> {
                if (ParsedInput.lines(input) > 0) {
                    assertThat(parsed.records()).isPositive();
                }
            });
        }
    }

    @Test
    void readsAllSamples() throws IOException {
        for (Path file : SharedSamples.files("network/flow", "flow")) {
            String name = SharedSamples.name(file);
            if (!name.endsWith(".bin")) {
                continue;
            }
            Head head = Head.of(Files.newInputStream(file));
            boolean isSflow = SFLOW.recognise(head) == Likeness.CERTAIN;
            assertThat(NETFLOW.recognise(head) == Likeness.CERTAIN).as(name).isEqualTo(!isSflow);
            ParsedInput parsed = ParsedInput.ofFile(isSflow ? SFLOW : NETFLOW, file);
            if (!file.toString().contains("test")) {
                assertThat(parsed.rejections.isEmpty()).as(name).isEqualTo(!WITHOUT_TEMPLATES.contains(name));
            }
        }
    }

    private static String text(FlowObserved flow) {
        return flow.inputPort() + " " + flow.outputPort() + " " + flow.sourceAddress() + ":" + flow.sourcePort() + " "
                + flow.destinationAddress() + ":" + flow.destinationPort() + " " + flow.protocol() + " "
                + flow.packets() + " " + flow.bytes() + " " + flow.samplingRate() + " " + flow.dropReason();
    }
}
