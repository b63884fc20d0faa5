package io.fabrictwin.ingest.parse.sonictopo;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.XmlDocument;
import io.fabrictwin.ingest.parse.document.XmlElement;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Figure;
import io.fabrictwin.ingest.parse.reading.Name;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A minigraph: one switch, its ports, and the cables planned to its neighbours. A record is a device, a port or a cable;
 * the sections about routing and access lists are not read. Cables name ports by their aliases; where the graph tells
 * SONiC's names, too, those count.
 */
public final class SonicMinigraphFormat implements Format {
    private static final long BITS_PER_MEGABIT = 1_000_000;
    private static final Set<String> RECORDS = Set.of("DeviceLinkBase", "Device", "EthernetInterface");
    private static final Set<String> NOT_OF_DATA = Set.of("DeviceSerialLink", "DeviceMgmtLink", "DeviceConsoleLink");

    @Override
    public String name() {
        return "sonic-minigraph";
    }

    @Override
    public String emittedBy() {
        return "SONiC: minigraph.xml";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(
                DeviceDiscovered.class,
                PortDiscovered.class,
                PortConfigured.class,
                LinkPlanned.class,
                NameObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.isXml() && head.hasAll("<DeviceMiniGraph"));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        XmlDocument document = XmlDocument.read(input);
        XmlElement root = document.root();
        if (root == null) {
            if (document.refusal() != null) {
                document.refusal().reject(0, sink);
            }
            return;
        }
        String own = name(root.textOf("Hostname"));
        DeviceId device = new DeviceId(own == null ? InputName.plain(input) : own);
        List<XmlElement> elements =
                root.tree().filter(element -> RECORDS.contains(element.name())).toList();
        Map<String, String> sonicNames = sonicNames(elements);
        long record = 0;
        for (XmlElement element : elements) {
            Facts facts = new Facts(input.context(), record, null);
            String missing = switch (element.name()) {
                case "Device" -> device(element, device, facts);
                case "EthernetInterface" -> port(element, device, facts);
                default -> link(element, device, sonicNames, facts, sink);
            };
            if (missing == null) {
                sink.accepted(record, element.place(), facts.events());
            } else {
                byte[] raw = element.children().toString().getBytes(StandardCharsets.UTF_8);
                sink.rejected(record, element.place(), RejectCode.MISSING_FIELD, missing, raw);
            }
            record++;
        }
        if (elements.isEmpty()) {
            sink.accepted(0, root.place(), List.of());
        }
        root.children().forEach(section -> {
            if (section.tree().noneMatch(element -> RECORDS.contains(element.name()))
                    && !section.children().isEmpty()) {
                sink.unread("section " + section.name());
            }
        });
    }

    private static Map<String, String> sonicNames(List<XmlElement> elements) {
        Map<String, String> names = new HashMap<>();
        for (XmlElement element : elements) {
            String alias = name(element.textOf("InterfaceName"));
            String sonic = name(element.textOf("SonicName"));
            if (alias != null && sonic != null) {
                names.put(alias, sonic);
            }
        }
        return names;
    }

    private static @Nullable String name(@Nullable String text) {
        return text == null ? null : Name.clean(text.replace("\"", ""));
    }

    private static @Nullable Long rate(@Nullable String megabits) {
        Long value = Figure.whole(megabits);
        return value == null || value == 0 || value > Integer.MAX_VALUE ? null : Long.valueOf(value * BITS_PER_MEGABIT);
    }

    private static @Nullable String device(XmlElement element, DeviceId own, Facts facts) {
        String name = name(element.textOf("Hostname"));
        if (name == null) {
            return "the device has no Hostname";
        }
        DeviceId device = new DeviceId(name);
        String address = element.first("ManagementAddress")
                .map(prefix -> prefix.textOf("IPPrefix"))
                .map(prefix -> prefix.replaceAll("/\\d+$", ""))
                .orElse(null);
        if (device.equals(own)) {
            facts.add(new DeviceDiscovered(
                    facts.meta(),
                    device,
                    DeviceKind.SWITCH,
                    element.attribute("type"),
                    name(element.textOf("HwSku")),
                    address,
                    null,
                    null));
        }
        boolean isUnspecified = address != null && (address.startsWith("0.0.0.0") || address.equals("::"));
        facts.named(device, null, NameScheme.ADDRESS, isUnspecified ? null : address);
        return null;
    }

    private static @Nullable String port(XmlElement element, DeviceId device, Facts facts) {
        String alias = name(element.textOf("InterfaceName"));
        String sonic = name(element.textOf("SonicName"));
        if (alias == null) {
            return "the interface has no InterfaceName";
        }
        PortId port = new PortId(device, sonic == null ? alias : sonic);
        facts.add(new PortDiscovered(facts.meta(), port, null, sonic == null ? null : alias, null));
        Long rate = rate(element.textOf("Speed"));
        if (rate != null) {
            facts.add(new PortConfigured(facts.meta(), port, null, rate, null, null, null, null));
        }
        return null;
    }

    private static @Nullable String link(
            XmlElement element, DeviceId own, Map<String, String> sonicNames, Facts facts, Sink sink) {
        String kind = element.textOf("ElementType");
        if (kind != null && NOT_OF_DATA.contains(kind)) {
            sink.unread(kind);
            return null;
        }
        String start = name(element.textOf("StartDevice"));
        String startPort = name(element.textOf("StartPort"));
        String end = name(element.textOf("EndDevice"));
        String endPort = name(element.textOf("EndPort"));
        if (start == null || startPort == null || end == null || endPort == null) {
            return "the link does not name both its devices and ports";
        }
        PortId a = new PortId(
                new DeviceId(start),
                start.equals(own.value()) ? sonicNames.getOrDefault(startPort, startPort) : startPort);
        PortId b = new PortId(
                new DeviceId(end), end.equals(own.value()) ? sonicNames.getOrDefault(endPort, endPort) : endPort);
        if (!a.equals(b)) {
            facts.add(new LinkPlanned(facts.meta(), new LinkId(a, b), rate(element.textOf("Bandwidth"))));
        }
        return null;
    }
}
