package io.fabrictwin.ingest.topology;

import io.fabrictwin.model.id.PortId;

/** Batfish's layer-1 topology. */
final class BatfishForm implements TopologyForm {
    @Override
    public String name() {
        return "batfish-layer1";
    }

    @Override
    public String readBy() {
        return "Batfish (layer1_topology.json); without rates and kinds of devices";
    }

    @Override
    public void write(Cabling cabling, Appendable out) {
        TopologyForm.print(out, "{\"edges\": [");
        String gap = "\n";
        for (Cable cable : cabling.cables()) {
            TopologyForm.print(
                    out,
                    gap + "  {\"node1\": " + end(cable.link().a()) + ", \"node2\": "
                            + end(cable.link().b()) + "}");
            gap = ",\n";
        }
        TopologyForm.print(out, "\n]}\n");
    }

    private static String end(PortId port) {
        return "{\"hostname\": " + Quoted.of(port.device()) + ", \"interfaceName\": " + Quoted.of(port.name()) + "}";
    }
}
