package io.fabrictwin.ingest.parse.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.Fixtures;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.TextInput;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.PlacementDeclared;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PlanFormatsGoldenTest {
    static Stream<Arguments> fixtures() {
        return Stream.of(
                Arguments.of(new BatfishLayer1Format(), "topology/batfish.json"),
                Arguments.of(new PtmDotFormat(), "topology/ptm.dot"),
                Arguments.of(new ContainerlabFormat(), "topology/lab.clab.yml"),
                Arguments.of(new NetlabFormat(), "topology/netlab.yml"),
                Arguments.of(new InfragraphFormat(), "topology/infragraph.yaml"),
                Arguments.of(new CanuFormat(), "topology/paddle.json"),
                Arguments.of(new NvidiaAirFormat(), "topology/air.json"),
                Arguments.of(new CytoscapeFormat(), "topology/graph.cyjs"),
                Arguments.of(new NetboxCablesFormat(), "topology/cables.csv"),
                Arguments.of(new NetboxCablesFormat(), "topology/netbox.json"),
                Arguments.of(new Ns3TopologyFormat(), "topology/simai.txt"),
                Arguments.of(new AstraSimNetworkFormat(), "topology/astra.yml"),
                Arguments.of(new HtsimTopologyFormat(), "topology/htsim.topo"),
                Arguments.of(new SlurmTopologyFormat(), "topology/topology.conf"),
                Arguments.of(new SlurmTopologyFormat(), "topology/topology.yaml"),
                Arguments.of(new GuidNamesFormat(), "topology/names.map"),
                Arguments.of(new TopographFormat(), "topology/topograph.yaml"),
                Arguments.of(new NetqFormat(), "topology/netq.json"));
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void survivesDamage(Format format, String fixture) {
        Mutations.damage(format, fixture, (input, parsed) -> {
            // Nothing is left of some.
            if (ParsedInput.lines(input) > 0) {
                assertThat(parsed.records()).isPositive();
            }
        });
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void tellsTheSameTwice(Format format, String fixture) {
        assertThat(ParsedInput.ofFixture(format, fixture).events)
                .isEqualTo(ParsedInput.ofFixture(format, fixture).events);
    }

    @Test
    void batfishTellsALinkOnceThoughBothEndsDo() {
        ParsedInput parsed = ParsedInput.ofFixture(new BatfishLayer1Format(), "topology/batfish.json");
        assertThat(links(parsed))
                .containsExactly("leaf0:Ethernet0 - spine0:Ethernet8", "leaf0:Ethernet4 - spine1:Ethernet8");
        assertThat(parsed.codes).containsExactly(RejectCode.BAD_VALUE, RejectCode.MISSING_FIELD);
    }

    @Test
    void whatIsWholeOfACutDocumentCounts() {
        byte[] whole = ParsedInput.fixture("topology/batfish.json");
        String cut = new String(whole, StandardCharsets.UTF_8);
        cut = cut.substring(0, cut.indexOf("spine1"));
        ParsedInput parsed =
                ParsedInput.of(new BatfishLayer1Format(), new TextInput("x", cut.getBytes(StandardCharsets.UTF_8)));
        assertThat(links(parsed)).containsExactly("leaf0:Ethernet0 - spine0:Ethernet8");
        assertThat(parsed.codes).containsExactly(RejectCode.MISSING_FIELD, RejectCode.TRUNCATED);
    }

    @Test
    void dotReadsPortsRatesAndGuids() {
        ParsedInput parsed = ParsedInput.ofFixture(new PtmDotFormat(), "topology/ptm.dot");
        assertThat(parsed.rejections).isEmpty();
        assertThat(links(parsed))
                .containsExactly(
                        "leaf01:swp1 - spine01:swp3 400000000000",
                        "leaf01:swp2 - spine02:swp3",
                        "leaf01:swp9 - server01:eth1",
                        "0x0008f10500200b50:7 - 0x003048c749cd0000:1");
        assertThat(devices(parsed))
                .containsExactly(
                        "SWITCH leaf01", "HOST server01", "SWITCH 0x0008f10500200b50", "NIC 0x003048c749cd0000");
        assertThat(parsed.all(NameObserved.class))
                .extracting(NameObserved::name)
                .containsExactly("a0:00:00:00:00:61");
    }

    @Test
    void aDrawingThatIsNotClosedIsCutOff() {
        ParsedInput parsed = ParsedInput.of(
                new PtmDotFormat(),
                new TextInput("x", "graph g {\n a:1 -- b:2\n c:1 --".getBytes(StandardCharsets.UTF_8)));
        assertThat(links(parsed)).containsExactly("a:1 - b:2");
        assertThat(parsed.codes).containsExactly(RejectCode.MALFORMED, RejectCode.TRUNCATED);
    }

    @Test
    void containerlabReadsBothFormsOfLinks() {
        ParsedInput parsed = ParsedInput.ofFixture(new ContainerlabFormat(), "topology/lab.clab.yml");
        assertThat(links(parsed)).containsExactly("leaf1:e1-1 - spine1:e1-1", "client1:eth1 - leaf1:e1-2");
        assertThat(devices(parsed)).containsExactly("SWITCH leaf1", "SWITCH spine1", "HOST client1", "SWITCH frr");
        assertThat(parsed.all(DeviceDiscovered.class))
                .extracting(DeviceDiscovered::model)
                .containsExactly("ixr-d2l", "ixr-d3l", null, null);
        assertThat(parsed.codes).containsExactly(RejectCode.BAD_VALUE, RejectCode.MISSING_FIELD);
    }

    @Test
    void netlabTakesLinksOfTwoInterfaces() {
        ParsedInput parsed = ParsedInput.ofFixture(new NetlabFormat(), "topology/netlab.yml");
        assertThat(links(parsed)).containsExactly("s1:Ethernet1 - s2:swp1");
        assertThat(devices(parsed)).containsExactly("SWITCH s1", "SWITCH s2", "HOST h1");
        assertThat(parsed.codes).containsExactly(RejectCode.MISSING_FIELD);
    }

    @Test
    void infragraphReadsInstances() {
        ParsedInput parsed = ParsedInput.ofFixture(new InfragraphFormat(), "topology/infragraph.yaml");
        assertThat(links(parsed))
                .containsExactly(
                        "host.0:nic.0 - leaf.0:port.0 400000000000", "host.1:nic.0 - leaf.0:port.1 400000000000");
        assertThat(devices(parsed)).containsExactly("HOST host.0", "SWITCH leaf.0", "HOST host.1");
        assertThat(parsed.codes).containsExactly(RejectCode.MALFORMED);
    }

    @Test
    void canuNamesPortsBySlot() {
        ParsedInput parsed = ParsedInput.ofFixture(new CanuFormat(), "topology/paddle.json");
        assertThat(links(parsed)).containsExactly("ncn-w001:ocp:2 - sw-spine-001:1 100000000000");
        assertThat(placements(parsed)).containsExactly("sw-spine-001 rack x3000");
        assertThat(parsed.codes).containsExactly(RejectCode.UNKNOWN_REFERENCE);
    }

    @Test
    void airLeavesOutUnconnectedEnds() {
        ParsedInput parsed = ParsedInput.ofFixture(new NvidiaAirFormat(), "topology/air.json");
        assertThat(links(parsed)).containsExactly("leaf-1:Ethernet0 - srv-1:enp59");
        assertThat(devices(parsed)).containsExactly("SWITCH leaf-1", "HOST srv-1");
        assertThat(parsed.codes).containsExactly(RejectCode.MALFORMED);
    }

    @Test
    void cytoscapeJoinsInterfacesToTheirDevices() {
        ParsedInput parsed = ParsedInput.ofFixture(new CytoscapeFormat(), "topology/graph.cyjs");
        assertThat(links(parsed)).containsExactly("fw-1:ge-0/0/1 - leaf-1:Ethernet0");
        assertThat(devices(parsed)).containsExactly("SWITCH leaf-1");
        assertThat(parsed.codes).containsExactly(RejectCode.UNKNOWN_REFERENCE);
    }

    @Test
    void netboxReadsTablesWithAByteOrderMark() {
        ParsedInput parsed = ParsedInput.ofFixture(new NetboxCablesFormat(), "topology/cables.csv");
        assertThat(links(parsed)).containsExactly("leaf1:eth,1 - spine1:Ethernet1/1");
        assertThat(parsed.codes).containsExactly(RejectCode.MISSING_FIELD);
        assertThat(parsed.ignored).isEqualTo(1);
    }

    @Test
    void netboxReadsOldAndNewCablesOfADump() {
        ParsedInput parsed = ParsedInput.ofFixture(new NetboxCablesFormat(), "topology/netbox.json");
        // Speed is told in kb/s.
        assertThat(links(parsed)).containsExactly("core1:Ethernet1 - core2:Ethernet2 100000000000");
        assertThat(devices(parsed)).containsExactly("SWITCH core1", "SWITCH core2");
        assertThat(parsed.codes).containsExactly(RejectCode.UNKNOWN_REFERENCE);
    }

    @Test
    void ns3NumbersPortsInTheOrderOfLinks() {
        ParsedInput parsed = ParsedInput.ofFixture(new Ns3TopologyFormat(), "topology/simai.txt");
        assertThat(links(parsed))
                .containsExactly(
                        "n0:1 - n4:1 2880000000000",
                        "n1:1 - n4:2 2880000000000",
                        "n0:2 - n5:1 200000000000",
                        "n0:3 - n5:2 200000000000");
        assertThat(devices(parsed)).containsExactly("SWITCH n4", "SWITCH n5", "HOST n0", "HOST n1");
        assertThat(parsed.all(DeviceDiscovered.class))
                .extracting(DeviceDiscovered::model)
                .containsExactly("NVSwitch", null, "H100", "H100");
        assertThat(parsed.codes).containsExactly(RejectCode.UNKNOWN_REFERENCE);
        assertThat(parsed.ignored).isEqualTo(1);
    }

    @Test
    void astraSimExpandsItsDimensions() {
        ParsedInput parsed = ParsedInput.ofFixture(new AstraSimNetworkFormat(), "topology/astra.yml");
        // 12 NPUs: 12 links to 6 switches of two, 4 rings of three, 6 pairs.
        assertThat(parsed.all(LinkPlanned.class)).hasSize(12 + 12 + 6);
        assertThat(links(parsed))
                .startsWith("dim1-switch0:1 - npu0:1 3200000000000", "dim1-switch0:2 - npu1:1 3200000000000")
                .contains("npu0:2 - npu2:2 400000000000", "npu11:4 - npu5:4");
        assertThat(parsed.all(DeviceDiscovered.class)).hasSize(12 + 6);
    }

    @Test
    void aShapeThatWouldFillMemoryIsRefused() {
        ParsedInput parsed = ParsedInput.of(
                new AstraSimNetworkFormat(),
                new TextInput(
                        "x",
                        "topology: [ Ring ]\nnpus_count: [ 10000000 ]\nbandwidth: [ 1 ]\n"
                                .getBytes(StandardCharsets.UTF_8)));
        assertThat(parsed.codes).containsExactly(RejectCode.OUT_OF_RANGE);
        assertThat(parsed.events).isEmpty();
    }

    @Test
    void htsimExpandsAFatTreeWhoseNumbersFit() {
        ParsedInput parsed = ParsedInput.ofFixture(new HtsimTopologyFormat(), "topology/htsim.topo");
        // 8 hosts, 4 ToRs with 2 uplinks, 4 aggregations with 2 bundles of 2 cables, 4 cores.
        assertThat(parsed.all(LinkPlanned.class)).hasSize(8 + 8 + 16);
        assertThat(parsed.all(DeviceDiscovered.class)).hasSize(8 + 4 + 4 + 4);
        assertThat(links(parsed)).startsWith("host0:1 - tor0:1 200000000000").endsWith("agg3:6 - core3:4 100000000000");
        String text = new String(ParsedInput.fixture("topology/htsim.topo"), StandardCharsets.UTF_8);
        ParsedInput misfit = ParsedInput.of(
                new HtsimTopologyFormat(),
                new TextInput("x", text.replace("Radix_Down 4", "Radix_Down 6").getBytes(StandardCharsets.UTF_8)));
        assertThat(misfit.rejections)
                .containsExactly(
                        "end of file: BAD_VALUE: Radix_Down of tier 2 is 6.0, but the other numbers need 4.0: no shape is definite");
        assertThat(misfit.events).isEmpty();
    }

    @Test
    void slurmPlacesNodesUnderSwitchesAndInBlocks() {
        ParsedInput parsed = ParsedInput.ofFixture(new SlurmTopologyFormat(), "topology/topology.conf");
        assertThat(placements(parsed))
                .containsExactly(
                        "leaf1 switch spine1",
                        "leaf2 switch spine1",
                        "leaf1 switch 2 spine2",
                        "leaf2 switch 2 spine2",
                        "n001 switch leaf1",
                        "n002 switch leaf1",
                        "n003 switch leaf1",
                        "login switch leaf1",
                        "rack1n0 switch leaf2",
                        "rack1n1 switch leaf2",
                        "rack2n0 switch leaf2",
                        "rack2n1 switch leaf2",
                        "0x00155dfffd33ff33 switch leaf2",
                        "n001 block b1",
                        "n002 block b1");
        assertThat(parsed.rejections)
                .containsExactly("line 6: MALFORMED: the list 'n[1-' has a bracket that is not closed");
        assertThat(devices(parsed)).containsExactly("SWITCH spine1", "SWITCH leaf1", "SWITCH leaf2", "SWITCH spine2");
    }

    @Test
    void slurmReadsYaml() {
        ParsedInput parsed = ParsedInput.ofFixture(new SlurmTopologyFormat(), "topology/topology.yaml");
        assertThat(placements(parsed))
                .containsExactly(
                        "s1 switch root",
                        "s2 switch root",
                        "node01 switch s1",
                        "node02 switch s1",
                        "node01 block b1",
                        "node02 block b1");
    }

    @Test
    void namesOfGuids() {
        ParsedInput parsed = ParsedInput.ofFixture(new GuidNamesFormat(), "topology/names.map");
        assertThat(parsed.all(NameObserved.class))
                .extracting(event -> event.device() + " " + event.name())
                .containsExactly(
                        "0x0002c90300080e84 leaf # 1", "0x0008f10500200b50 spine 1", "0x0002c90300080d58 gluster2");
        assertThat(devices(parsed)).containsExactly("SWITCH 0x0008f10500200b50", "NIC 0x0002c90300080d58");
        assertThat(parsed.all(NicDiscovered.class))
                .extracting(event -> event.host() + " " + event.guid())
                .containsExactly("node7 0x00155dfffd33ff33");
        assertThat(parsed.codes).containsExactly(RejectCode.MALFORMED);
    }

    @Test
    void topographPlacesBlocks() {
        ParsedInput parsed = ParsedInput.ofFixture(new TopographFormat(), "topology/topograph.yaml");
        assertThat(placements(parsed))
                .containsExactly(
                        "leaf-1 switch core",
                        "core region us-east",
                        "srv1101 switch leaf-1",
                        "srv1102 switch leaf-1",
                        "srv1101 domain nvl-1",
                        "srv1102 domain nvl-1");
    }

    @Test
    void netqTellsLinksThatWereSeen() {
        ParsedInput parsed = ParsedInput.ofFixture(new NetqFormat(), "topology/netq.json");
        assertThat(parsed.all(LinkDiscovered.class))
                .extracting(event -> event.link().toString())
                .containsExactly("dgx-04:ens1 - leaf-1:swp1s0");
        assertThat(devices(parsed)).containsExactly("SWITCH leaf-1");
        assertThat(parsed.codes).containsExactly(RejectCode.MISSING_FIELD);
    }

    @Test
    void hostlistsNest() throws BadEntryException {
        assertThat(Hostlist.expand("n[1-2[0-1],7]x,y")).containsExactly("n10x", "n11x", "n20x", "n21x", "n7x", "y");
        assertThat(Hostlist.expand("a[08-10]b[1-2]"))
                .hasSize(6)
                .startsWith("a08b1", "a08b2")
                .endsWith("a10b2");
        assertThat(Hostlist.expand("")).isEmpty();
    }

    @Test
    void aListThatStandsForTooManyNamesIsRefused() {
        ParsedInput parsed = ParsedInput.of(
                new SlurmTopologyFormat(),
                new TextInput("x", "SwitchName=s Nodes=a[1-2000]b[1-2000]\n".getBytes(StandardCharsets.UTF_8)));
        assertThat(parsed.codes).containsExactly(RejectCode.OUT_OF_RANGE);
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void isRecognisedAsItselfAlone(Format format, String fixture) throws IOException {
        for (Arguments other : fixtures().toList()) {
            Format candidate = (Format) other.get()[0];
            boolean isSame = candidate.name().equals(format.name());
            var likeness = candidate.recognise(Head.of(Files.newInputStream(Fixtures.path(fixture))));
            assertThat(likeness != Likeness.NONE)
                    .as(candidate.name() + " of " + fixture)
                    .isEqualTo(isSame);
        }
    }

    static List<String> links(ParsedInput parsed) {
        return parsed.all(LinkPlanned.class).stream()
                .map(event -> event.link() + (event.bitsPerSecond() == null ? "" : " " + event.bitsPerSecond()))
                .toList();
    }

    static List<String> devices(ParsedInput parsed) {
        return parsed.all(DeviceDiscovered.class).stream()
                .map(event -> event.kind() + " " + event.device())
                .toList();
    }

    private static List<String> placements(ParsedInput parsed) {
        return parsed.all(PlacementDeclared.class).stream()
                .map(event -> event.device() + " " + event.level() + " " + event.domain())
                .toList();
    }
}
