package io.fabrictwin.ingest.parse.infiniband;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.SharedSamples;
import io.fabrictwin.ingest.parse.TextInput;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.PlacementDeclared;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.Swept;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IbnetdiscoverGoldenTest {
    private static final String SPINE = "0x0000000000000b01";
    private static final String LEAF = "0x0000000000000b02";
    /** 2025-03-04T10:20:30Z. */
    private static final long GENERATED_NS = 1_741_083_630_000_000_000L;

    private static final IbnetdiscoverFormat FORMAT = new IbnetdiscoverFormat();

    /** devices, ports, links of files that are known by name. */
    private static final Map<String, long[]> KNOWN = Map.ofEntries(
            entry("dgx-h100-ndr-40sw.txt", new long[] {622, 2228, 1114}),
            entry("director-mcs8500-puttylog.txt", new long[] {2728, 17446, 8723}),
            entry("selene-compute-hdr.txt.gz", new long[] {5007, 25704, 12852}),
            entry("k4n3-full.topo", new long[] {208, 768, 384}),
            entry("ufm-small-topo.txt", new long[] {15, 32, 16}),
            entry("x5-voltaire-qdr-ddr.txt", new long[] {100, 318, 159}),
            entry("x5-gen-ibnetdiscover.t2.out", new long[] {98, 278, 139}),
            entry("x5-gen-ibnetdiscover-p.t0.out", new long[] {100, 485, 159}),
            entry("exporter-test.out", new long[] {7, 10, 4}));

    @Test
    void readsATopologyFile() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "infiniband/topology.txt");

        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.counts())
                .containsOnly(
                        entry("DeviceDiscovered", 5L),
                        entry("PortDiscovered", 14L),
                        entry("LinkDiscovered", 7L),
                        entry("NameObserved", 9L),
                        entry("NicDiscovered", 2L),
                        entry("PlacementDeclared", 1L),
                        entry("Swept", 1L));
        assertThat(parsed.events).extracting(FabricEvent::meta).allSatisfy(meta -> {
            assertThat(meta.eventTimeNs()).isEqualTo(GENERATED_NS);
            assertThat(meta.clock()).isEqualTo(Clock.SOURCE);
        });
        DeviceDiscovered spine = parsed.all(DeviceDiscovered.class).get(0);
        assertThat(spine.device()).isEqualTo(new DeviceId(SPINE));
        assertThat(spine.kind()).isEqualTo(DeviceKind.SWITCH);
        assertThat(spine.description()).isEqualTo("MF0;spine \"one\":MQM9700/U1");
        assertThat(spine.model()).isEqualTo("vendor 0x2c9 device 0xd2f2");
        assertThat(spine.portCount()).isEqualTo(65);
        assertThat(parsed.all(Swept.class).get(0).seen()).containsExactly(SPINE, LEAF);
    }

    @Test
    void tellsTheOtherNamesOfWhatItSaw() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "infiniband/topology.txt");
        PortId port = PortId.of("0x00000000000000a1", "1");
        assertThat(parsed.all(NameObserved.class))
                .extracting(
                        event -> event.device().value(), NameObserved::port, NameObserved::scheme, NameObserved::name)
                .contains(
                        tuple(SPINE, null, NameScheme.LID, "11"),
                        tuple("0x00000000000000a1", port, NameScheme.LID, "21"),
                        tuple("0x00000000000000a1", port, NameScheme.PORT_GUID, "0x00000000000000a1"));
        assertThat(parsed.all(NicDiscovered.class))
                .extracting(event -> event.host().value(), NicDiscovered::nic, NicDiscovered::guid)
                .containsExactly(
                        tuple("node01", "mlx5_0", "0x00000000000000a1"),
                        tuple("node02", "HCA-1", "0x00000000000000a2"));
        assertThat(parsed.all(PlacementDeclared.class))
                .extracting(event -> event.device().value(), PlacementDeclared::level, PlacementDeclared::domain)
                .containsExactly(tuple(SPINE, "chassis", "0x000000000000ff01"));
    }

    @Test
    void marksASwitchsReductionEngine() {
        DeviceDiscovered engine =
                ParsedInput.ofFixture(FORMAT, "infiniband/topology.txt").all(DeviceDiscovered.class).stream()
                        .filter(event -> event.device().value().endsWith("b3"))
                        .findFirst()
                        .orElseThrow();
        assertThat(engine.kind()).isEqualTo(DeviceKind.NIC);
        assertThat(engine.model()).isEqualTo("SHARP aggregation node");
    }

    @Test
    void ratesFollowWidthAndSpeed() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "infiniband/topology.txt");
        assertThat(parsed.all(LinkDiscovered.class))
                .extracting(LinkDiscovered::widthAndSpeed, LinkDiscovered::bitsPerSecond)
                .containsExactly(
                        tuple("4x NDR", 400_000_000_000L),
                        tuple("4x NDR", 400_000_000_000L),
                        tuple("4x NDR", 400_000_000_000L),
                        // 4 x 14.0625 Gb/s x 64/66
                        tuple("4x FDR", 54_545_454_545L),
                        tuple("1x FDR10", 10_000_000_000L),
                        tuple("2x HDR", 100_000_000_000L),
                        tuple("4x NDR", 400_000_000_000L));
        assertThat(LaneRate.ofLink(4, "XDR")).hasValue(800_000_000_000L);
        assertThat(LaneRate.ofLink(4, "EDR")).hasValue(100_000_000_000L);
        assertThat(LaneRate.ofLink(4, "???")).isEmpty();
    }

    @Test
    void aPortWithoutAddressHasNone() {
        assertThat(ParsedInput.ofFixture(FORMAT, "infiniband/topology.txt").all(PortDiscovered.class).stream()
                        .filter(event -> event.port().device().value().endsWith("a2")))
                .extracting(PortDiscovered::localIdentifier, PortDiscovered::alias)
                .containsExactly(tuple(null, "0x00000000000000a3"), tuple(null, "0x00000000000000a4"));
    }

    @Test
    void aTerminalLogReadsAsTheFileItself() {
        String text = new String(ParsedInput.fixture("infiniband/topology.txt"), StandardCharsets.UTF_8);
        String log = "=~=~= PuTTY log 2025.03.04 12:06:05 =~=~=\r\n\r\r\n"
                + text.replace("\t", "").replace("\n", "\r\n") + "sw-ufm [ mgmt ] (config) # ";
        ParsedInput parsed = ParsedInput.of(FORMAT, new TextInput("log.txt", log.getBytes(StandardCharsets.UTF_8)));
        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.counts())
                .isEqualTo(
                        ParsedInput.ofFixture(FORMAT, "infiniband/topology.txt").counts());
    }

    @Test
    void readsAPortsReport() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "infiniband/ports.txt");

        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.counts())
                .containsOnly(
                        entry("DeviceDiscovered", 3L),
                        entry("PortDiscovered", 6L),
                        entry("PortStateObserved", 2L),
                        entry("LinkDiscovered", 2L),
                        entry("NameObserved", 4L),
                        entry("NicDiscovered", 1L));
        assertThat(parsed.all(LinkDiscovered.class).get(0).link())
                .isEqualTo(new LinkId(PortId.of("0x00000000000000a1", "1"), PortId.of(LEAF, "1")));
        assertThat(parsed.all(DeviceDiscovered.class))
                .extracting(DeviceDiscovered::description)
                .containsExactly("node01 HCA-1", "leaf # 2", "spine 1");
        PortDiscovered unplugged = parsed.all(PortDiscovered.class).get(2);
        assertThat(unplugged.port()).isEqualTo(PortId.of(LEAF, "2"));
        assertThat(unplugged.bitsPerSecond()).isNull();
        assertThat(unplugged.meta().clock()).isEqualTo(Clock.ASSUMED);
    }

    @Test
    void readsAListOfNodes() {
        String text = """
                Switch\t: 0x2c90000000b01 ports 36 "sw" enhanced port 0 lid 1 lmc 0
                Ca\t: 0x0002c90000000a01 ports 2 devid 0x673c vendid 0x2c9 "node HCA-1"
                """;
        ParsedInput parsed = ParsedInput.of(FORMAT, new TextInput("x", text.getBytes(StandardCharsets.UTF_8)));
        assertThat(parsed.all(DeviceDiscovered.class))
                .extracting(
                        event -> event.device().value(),
                        DeviceDiscovered::kind,
                        DeviceDiscovered::model,
                        DeviceDiscovered::portCount)
                .containsExactly(
                        tuple("0x0002c90000000b01", DeviceKind.SWITCH, null, 36),
                        tuple("0x0002c90000000a01", DeviceKind.NIC, "vendor 0x2c9 device 0x673c", 2));
    }

    @Test
    void aWidthThatTheToolDoesNotKnowIsNoRate() {
        String text = """
                Switch\t2 "S-0000000000000b01"\t\t# "" base port 0 lid 0 lmc 0
                [1]\t"H-0000000000000a01"[1](a01) \t\t# lid 4 ??SDR
                """;
        ParsedInput parsed = ParsedInput.of(FORMAT, new TextInput("x", text.getBytes(StandardCharsets.UTF_8)));
        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.all(LinkDiscovered.class))
                .extracting(LinkDiscovered::bitsPerSecond, LinkDiscovered::widthAndSpeed)
                .containsExactly(tuple(null, "?x SDR"));
        assertThat(parsed.all(DeviceDiscovered.class).get(0).description()).isNull();
    }

    @Test
    void onlyACompleteScanSweeps() {
        String text = new String(ParsedInput.fixture("infiniband/topology.txt"), StandardCharsets.UTF_8);
        assertThat(swept(text)).isTrue();
        assertThat(swept("ibwarn: [42] umad_close_port: closed fd 3\n" + text)).isTrue();
        assertThat(swept("ibwarn: [42] _do_madrpc: recv failed: Connection timed out\n" + text))
                .isFalse();
        assertThat(swept(text.substring(0, text.lastIndexOf("vendid")))).isFalse();
        assertThat(swept(text + "[3] \"S-00")).isFalse();
    }

    @Test
    void whatIsNotUnderstoodIsRejectedWithItsPlace() {
        String text = "[1]\t\"S-0000000000000b02\"[33]\t\t# \"leaf\" lid 12 4xNDR\nhello world\n[1] \"S-0000";
        ParsedInput parsed = ParsedInput.of(FORMAT, new TextInput("x", text.getBytes(StandardCharsets.UTF_8)));
        assertThat(parsed.codes)
                .containsExactly(RejectCode.UNKNOWN_REFERENCE, RejectCode.MALFORMED, RejectCode.TRUNCATED);
        assertThat(parsed.rejections.get(1)).startsWith("line 2: ");
    }

    @Test
    void readsAllSamples() {
        for (Path file : SharedSamples.files("network/ibnetdiscover", "infiniband")) {
            ParsedInput parsed = ParsedInput.ofFile(FORMAT, file);
            String name = SharedSamples.name(file);
            assertThat(parsed.rejections).as(name).isEmpty();
            long[] known = KNOWN.get(name);
            if (known != null) {
                assertThat(parsed.all(DeviceDiscovered.class)).as(name).hasSize((int) known[0]);
                assertThat(parsed.all(PortDiscovered.class)).as(name).hasSize((int) known[1]);
                assertThat(parsed.all(LinkDiscovered.class)).as(name).hasSize((int) known[2]);
            }
        }
    }

    private static boolean swept(String text) {
        ParsedInput parsed = ParsedInput.of(FORMAT, new TextInput("scan.txt", text.getBytes(StandardCharsets.UTF_8)));
        return !parsed.all(Swept.class).isEmpty();
    }
}
