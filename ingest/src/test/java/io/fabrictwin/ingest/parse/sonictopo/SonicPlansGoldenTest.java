package io.fabrictwin.ingest.parse.sonictopo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.SampleCheck;
import io.fabrictwin.ingest.parse.SharedSamples;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.PlacementDeclared;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SonicPlansGoldenTest {
    private static final SonicMinigraphFormat MINIGRAPH = new SonicMinigraphFormat();
    private static final SonicTopoFormat TOPOLOGY = new SonicTopoFormat();

    @Test
    void readsAMinigraph() {
        ParsedInput parsed = ParsedInput.ofFixture(MINIGRAPH, "sonic-minigraph/minigraph.xml");

        assertThat(parsed.codes).containsExactly(RejectCode.MISSING_FIELD);
        assertThat(parsed.all(LinkPlanned.class))
                .extracting(LinkPlanned::link, LinkPlanned::bitsPerSecond)
                .containsExactly(tuple(link("leaf07", "Ethernet0", "spine01", "Ethernet1"), 400_000_000_000L));
        DeviceDiscovered device = parsed.all(DeviceDiscovered.class).get(0);
        assertThat(device.device().value()).isEqualTo("leaf07");
        assertThat(device.model()).isEqualTo("Some-64x400");
        assertThat(parsed.all(NameObserved.class))
                .extracting(event -> event.device().value(), NameObserved::name)
                .containsExactly(tuple("leaf07", "10.0.0.7"));
        assertThat(parsed.all(PortDiscovered.class).get(0).alias()).isEqualTo("etp1");
    }

    @Test
    void readsATestBed() {
        ParsedInput parsed = ParsedInput.ofFixture(TOPOLOGY, "sonic-topo/topo_small.yml");

        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.all(LinkPlanned.class))
                .extracting(LinkPlanned::link)
                .containsExactly(
                        link("topo_small", "port 0", "ARISTA01T1", "Ethernet5"),
                        link("topo_small", "port 1", "ARISTA01T1", "Ethernet2"),
                        link("topo_small", "port 8", "topo_small-server", "eth8"));
        assertThat(parsed.all(PlacementDeclared.class))
                .extracting(PlacementDeclared::domain)
                .containsExactly("leaf");
    }

    @Test
    void readsCables() {
        ParsedInput parsed = ParsedInput.ofFixture(TOPOLOGY, "sonic-topo/lab_links.csv");
        assertThat(parsed.all(LinkPlanned.class))
                .extracting(LinkPlanned::link, LinkPlanned::bitsPerSecond)
                .containsExactly(
                        tuple(link("leaf07", "Ethernet0", "fanout1", "Ethernet1"), 400_000_000_000L),
                        tuple(link("leaf07", "Ethernet8", "fanout1", "Ethernet2"), null));
    }

    @Test
    void survivesDamage() {
        Mutations.damage(
                MINIGRAPH,
                "sonic-minigraph/minigraph.xml",
                (input, parsed) -> assertThat(parsed.records() > 0 || ParsedInput.lines(input) == 0)
                        .isTrue());
        Mutations.damage(
                TOPOLOGY,
                "sonic-topo/topo_small.yml",
                (input, parsed) -> assertThat(parsed.records() > 0 || ParsedInput.lines(input) == 0)
                        .isTrue());
        Mutations.damage(
                TOPOLOGY,
                "sonic-topo/lab_links.csv",
                (input, parsed) -> assertThat(parsed.records() > 0 || ParsedInput.lines(input) == 0)
                        .isTrue());
    }

    @Test
    void readsAllSamples() {
        SampleCheck.check(
                MINIGRAPH,
                SharedSamples.files("network/sonic-minigraph", "sonic-minigraph"),
                Set.of(),
                Set.of("minigraph.xml"));
        SampleCheck.check(TOPOLOGY, SharedSamples.files("network/sonic-topo", "sonic-topo"), Set.of(), Set.of());
    }

    private static LinkId link(String a, String aPort, String b, String bPort) {
        return new LinkId(PortId.of(a, aPort), PortId.of(b, bPort));
    }
}
