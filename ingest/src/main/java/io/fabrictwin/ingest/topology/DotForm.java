package io.fabrictwin.ingest.topology;

import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;

/** A graph for Cumulus' ptmd and for Graphviz. */
final class DotForm implements TopologyForm {
    @Override
    public String name() {
        return "ptm-dot";
    }

    @Override
    public String readBy() {
        return "Cumulus ptmd (topology.dot) and Graphviz";
    }

    @Override
    public void write(Cabling cabling, Appendable out) {
        TopologyForm.print(out, "graph fabric {\n");
        for (DeviceId device : cabling.devices()) {
            DeviceKind kind = cabling.kind(device);
            if (kind != null) {
                TopologyForm.print(
                        out,
                        "  " + Quoted.of(device) + " [function=" + (kind == DeviceKind.SWITCH ? "switch" : "host")
                                + "]\n");
            }
        }
        for (Cable cable : cabling.cables()) {
            Long rate = cable.bitsPerSecond();
            TopologyForm.print(
                    out,
                    "  " + end(cable.link().a()) + " -- " + end(cable.link().b())
                            + (rate == null ? "" : " [speed=\"" + rate + "bps\"]") + "\n");
        }
        TopologyForm.print(out, "}\n");
    }

    private static String end(PortId port) {
        return Quoted.of(port.device()) + ":" + Quoted.of(port.name());
    }
}
