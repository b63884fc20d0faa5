package io.fabrictwin.ingest.parse.lldp;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.XmlDocument;
import io.fabrictwin.ingest.parse.document.XmlElement;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Reads XML of Junos, NX-OS and lldpctl. */
final class NeighbourXml {
    private static final Set<String> NEIGHBOURS =
            Set.of("lldp-neighbor-information", "ROW_nbor", "ROW_nbor_detail", "interface");

    private final Input input;
    private final Sink sink;
    private final DeviceId device;

    NeighbourXml(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
        this.device = new DeviceId(InputName.plain(input));
    }

    void read() throws IOException {
        XmlDocument document = XmlDocument.read(input);
        XmlElement root = document.root();
        if (document.refusal() != null || root == null) {
            if (document.refusal() != null) {
                document.refusal().reject(0, sink);
            }
            return;
        }
        List<XmlElement> elements = root.tree()
                .filter(element -> NEIGHBOURS.contains(element.name()))
                .toList();
        long record = 0;
        for (XmlElement element : elements) {
            Neighbour neighbour = new Neighbour();
            if (element.name().equals("interface")) {
                lldpctl(element, neighbour);
            } else {
                element.tree().forEach(part -> {
                    Field field = Field.of(part.name());
                    if (field != null) {
                        neighbour.take(field, part.text());
                    }
                });
            }
            Facts facts = new Facts(input.context(), record, null);
            neighbour.tell(device, facts, sink);
            sink.accepted(record++, element.place(), facts.events());
        }
        if (record == 0) {
            sink.accepted(record, root.place(), List.of());
        }
    }

    private static void lldpctl(XmlElement element, Neighbour neighbour) {
        neighbour.take(Field.LOCAL_PORT, element.attribute("name"));
        element.first("chassis").ifPresent(chassis -> {
            neighbour.take(Field.CHASSIS, chassis.textOf("id"));
            neighbour.take(Field.SYSTEM_NAME, chassis.textOf("name"));
            neighbour.take(Field.SYSTEM_DESCRIPTION, chassis.textOf("descr"));
            chassis.all("mgmt-ip").forEach(address -> neighbour.take(Field.ADDRESS, address.text()));
            chassis.all("capability")
                    .forEach(capability -> neighbour.take(
                            Field.CAPABILITIES,
                            "on".equals(capability.attribute("enabled")) ? capability.attribute("type") : null));
        });
        element.first("port").ifPresent(port -> {
            neighbour.take(Field.PORT, port.textOf("id"));
            neighbour.take(Field.PORT_DESCRIPTION, port.textOf("descr"));
        });
    }
}
