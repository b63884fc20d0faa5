package io.fabrictwin.ingest.topology;

import io.fabrictwin.model.id.PortId;
import java.util.Locale;

/** NetBox' table of cables. */
final class NetboxForm implements TopologyForm {
    @Override
    public String name() {
        return "netbox-cables";
    }

    @Override
    public String readBy() {
        return "NetBox (CSV import of cables); without rates and kinds of devices";
    }

    @Override
    public void write(Cabling cabling, Appendable out) {
        TopologyForm.print(out, "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name\n");
        for (Cable cable : cabling.cables()) {
            TopologyForm.print(
                    out, end(cable.link().a()) + "," + end(cable.link().b()) + "\n");
        }
    }

    private static String end(PortId port) {
        return String.format(
                Locale.ROOT, "%s,dcim.interface,%s", cell(port.device().value()), cell(port.name()));
    }

    private static String cell(String text) {
        return text.matches(".*[,\" ].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}
