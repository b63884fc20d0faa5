package io.fabrictwin.ingest.topology;

import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;

/** A lab for containerlab; every node is of kind linux until somebody gives it an image. */
final class ContainerlabForm implements TopologyForm {
    @Override
    public String name() {
        return "containerlab";
    }

    @Override
    public String readBy() {
        return "containerlab (.clab.yml); without rates; choose kinds and images yourself";
    }

    @Override
    public void write(Cabling cabling, Appendable out) {
        TopologyForm.print(out, "name: fabric\ntopology:\n  nodes:\n");
        for (DeviceId device : cabling.devices()) {
            boolean isSwitch = cabling.kind(device) == DeviceKind.SWITCH;
            TopologyForm.print(
                    out,
                    "    " + Quoted.of(device) + ":\n      kind: linux\n"
                            + (isSwitch ? "      labels:\n        role: switch\n" : ""));
        }
        TopologyForm.print(out, "  links:\n");
        for (Cable cable : cabling.cables()) {
            TopologyForm.print(
                    out,
                    "    - type: veth\n      endpoints:\n" + end(cable.link().a())
                            + end(cable.link().b()));
        }
    }

    private static String end(PortId port) {
        return "        - {node: " + Quoted.of(port.device()) + ", interface: " + Quoted.of(port.name()) + "}\n";
    }
}
