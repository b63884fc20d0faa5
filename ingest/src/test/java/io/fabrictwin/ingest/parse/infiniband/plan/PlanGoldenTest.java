package io.fabrictwin.ingest.parse.infiniband.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanGoldenTest {
    @Test
    void bothEndsOfASimulatedCableAreOne() {
        assertThat(links(new IbsimNetFormat(), "network.net"))
                .extracting(LinkPlanned::link)
                .containsExactly(link("Switch1", "1", "Hca1", "1"), link("Switch1", "3", "Switch2", "3"));
        assertThat(links(new IbsimNetFormat(), "console.txt"))
                .extracting(LinkPlanned::link)
                .containsExactly(link("0x0000000000000b01", "1", "0x00000000000000a1", "1"));
    }

    @Test
    void readsSystemsCablesAndTypes() {
        assertThat(links(new IbdmTopologyFormat(), "tree.topo"))
                .extracting(LinkPlanned::link, LinkPlanned::bitsPerSecond)
                .containsExactly(
                        tuple(link("SW-1", "P1", "H-1", "P1"), null),
                        // 8 lanes of 5 Gb/s less the line code
                        tuple(link("SW-1", "L2/P1", "H-2", "P1"), 32_000_000_000L),
                        tuple(link("SW-1", "P5", "SW-2", "P1"), null));
        assertThat(links(new IbdmTopologyFormat(), "list.cables"))
                .extracting(LinkPlanned::link)
                .containsExactly(link("OSM", "P1", "GZL1", "L1/P1"), link("H2", "P1", "GZL1", "L1/P2"));
        assertThat(links(new IbdmTopologyFormat(), "type.ibnl"))
                .extracting(LinkPlanned::link, LinkPlanned::bitsPerSecond)
                .containsExactly(tuple(link("IS5600/leaf1", "P1", "IS5600/spine1", "P3"), 32_000_000_000L));
    }

    private static List<LinkPlanned> links(Format format, String fixture) {
        ParsedInput parsed = ParsedInput.ofFixture(format, "infiniband/plan/" + fixture);
        assertThat(parsed.rejections).isEmpty();
        return parsed.all(LinkPlanned.class);
    }

    private static LinkId link(String device, String port, String otherDevice, String otherPort) {
        return new LinkId(PortId.of(device, port), PortId.of(otherDevice, otherPort));
    }
}
