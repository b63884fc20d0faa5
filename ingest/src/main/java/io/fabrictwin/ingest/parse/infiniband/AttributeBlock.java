package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An attribute of a node or port, as {@code smpquery}, {@code ibportstate} and {@code saquery} print it. What lies at the
 * end of a directed path has no name in it: of such a port nothing is kept.
 */
final class AttributeBlock implements QueryBlock {
    private static final Pattern HEADING = Pattern.compile(
            "#\\s*(\\w[\\w ]{0,40}?) ?(?:info|description)?: (?:Lid (\\d{1,9})\\s?)?(DR path [^p]{1,200})?(?:port (\\d{1,9}))?.*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern RECORD = Pattern.compile("(\\w{1,40}Record) dump:\\s*");
    private static final Pattern WIDTH = Pattern.compile("(\\d{1,2})X.*");
    private static final Pattern SPEED = Pattern.compile("([0-9.]{1,10}) Gbps.*|(FDR10)\\b.*");

    /** Fields that are kept, or that place the block. */
    private static final Set<String> READ = Set.of(
            "Lid",
            "LinkState",
            "PhysLinkState",
            "LinkWidthActive",
            "LinkSpeedActive",
            "LinkSpeedExtActive",
            "NodeType",
            "NumPorts",
            "Guid",
            "PortGuid",
            "DevId",
            "VendorId",
            "LocalPort",
            "lid",
            "node_type",
            "num_ports",
            "node_guid",
            "port_guid",
            "device_id",
            "vendor_id",
            "port_num",
            "NodeDescription",
            "FromLID",
            "FromPort",
            "ToPort",
            "ToLID");

    private final @Nullable Integer localIdentifier;
    private final boolean isAtEndOfPath;
    private final @Nullable String port;
    private final DottedFields fields = new DottedFields();

    private AttributeBlock(@Nullable Integer localIdentifier, boolean isAtEndOfPath, @Nullable String port) {
        this.localIdentifier = localIdentifier;
        this.isAtEndOfPath = isAtEndOfPath;
        this.port = port;
    }

    /** The block that a line begins; null: it is no heading of one. */
    static @Nullable AttributeBlock begin(String line) {
        Matcher heading = HEADING.matcher(line);
        if (heading.matches() && (heading.group(2) != null || heading.group(3) != null)) {
            return new AttributeBlock(
                    LocalIdentifier.of(heading.group(2), 10), heading.group(3) != null, heading.group(4));
        }
        return RECORD.matcher(line).matches() ? new AttributeBlock(null, false, null) : null;
    }

    /** The block of fields whose heading is missing; null: the line is no field. */
    static @Nullable AttributeBlock beginWithout(String line) {
        AttributeBlock block = new AttributeBlock(null, false, null);
        return block.fields.add(line) ? block : null;
    }

    @Override
    public boolean take(Line line, String text) {
        return fields.add(text);
    }

    /** A heading has no dots behind a name. */
    @Override
    public boolean takesNoHeading() {
        return true;
    }

    @Override
    public void tell(BlockLines lines, Consumer<String> unread) {
        fields.values().keySet().stream().filter(name -> !READ.contains(name)).forEach(unread);
        if (isAtEndOfPath && fields.get("Guid") == null) {
            unread.accept("port at the end of a directed path");
            return;
        }
        tellNode(lines);
        tellPort(lines, unread);
        tellLink(lines);
    }

    private void tellNode(BlockLines lines) {
        String guid = Guid.nameIfValid(told("Guid", "node_guid"));
        String type = told("NodeType", "node_type");
        if (guid == null || type == null) {
            return;
        }
        DeviceId device = new DeviceId(guid);
        boolean isSwitch = type.toLowerCase(Locale.ROOT).startsWith("switch");
        String vendor = told("VendorId", "vendor_id");
        String product = told("DevId", "device_id");
        String model = vendor == null || product == null
                ? null
                : "vendor 0x" + hexadecimal(vendor) + " device 0x" + hexadecimal(product);
        Integer portCount = whole(told("NumPorts", "num_ports"));
        String description = fields.get("NodeDescription");
        lines.tell(
                null,
                meta -> new DeviceDiscovered(
                        meta,
                        device,
                        isSwitch ? DeviceKind.SWITCH : DeviceKind.NIC,
                        description == null || description.isBlank() ? null : description,
                        model,
                        null,
                        null,
                        portCount));
        String number = digits(told("LocalPort", "port_num"));
        PortId portId = isSwitch || number == null ? null : new PortId(device, number);
        Integer lid = localIdentifier != null && !isAtEndOfPath
                ? localIdentifier
                : LocalIdentifier.of(digits(fields.get("lid")), 10);
        if (lid != null) {
            lines.tell(null, meta -> new NameObserved(meta, device, portId, NameScheme.LID, String.valueOf(lid)));
        }
        String portGuid = Guid.nameIfValid(told("PortGuid", "port_guid"));
        if (portId != null && portGuid != null) {
            lines.tell(null, meta -> new NameObserved(meta, device, portId, NameScheme.PORT_GUID, portGuid));
        }
        NodeDescription place = isSwitch ? null : NodeDescription.of(description);
        if (place != null) {
            lines.tell(null, meta -> place.discovered(meta, device.value()));
        }
    }

    private void tellPort(BlockLines lines, Consumer<String> unread) {
        String width = fields.get("LinkWidthActive");
        String state = fields.get("LinkState");
        if (width == null && state == null) {
            return;
        }
        String number = port;
        Integer lid = localIdentifier;
        if (lid == null || number == null) {
            unread.accept("port that is not named");
            return;
        }
        DeviceId device = LocalIdentifier.device(lid);
        PortId portId = new PortId(device, number);
        Boolean isUp = state == null ? null : Boolean.valueOf(state.equals("Active"));
        Long rate = Boolean.FALSE.equals(isUp) ? null : rate(width);
        String physical = fields.get("PhysLinkState");
        String told = state == null || physical == null ? state : state + "/" + physical;
        lines.tell(null, meta -> new NameObserved(meta, device, portId, NameScheme.LID, String.valueOf(lid)));
        lines.tell(null, meta -> new PortDiscovered(meta, portId, rate, null, lid));
        if (isUp != null) {
            lines.tell(null, meta -> new PortStateObserved(meta, portId, isUp, told, rate, null));
        }
    }

    private @Nullable Long rate(@Nullable String width) {
        Matcher lanes = WIDTH.matcher(width == null ? "" : width);
        for (String name : new String[] {"LinkSpeedExtActive", "LinkSpeedActive"}) {
            String text = fields.get(name);
            Matcher speed = SPEED.matcher(text == null ? "" : text);
            if (lanes.matches() && speed.matches()) {
                return LinkRate.signalled(lanes.group(1), speed.group(1) == null ? speed.group(2) : speed.group(1))
                        .bitsPerSecond();
            }
        }
        return null;
    }

    private void tellLink(BlockLines lines) {
        Integer from = LocalIdentifier.of(digits(fields.get("FromLID")), 10);
        Integer to = LocalIdentifier.of(digits(fields.get("ToLID")), 10);
        String fromPort = fields.get("FromPort");
        String toPort = fields.get("ToPort");
        if (from == null || to == null || from.equals(to) || whole(fromPort) == null || whole(toPort) == null) {
            return;
        }
        LinkId link = new LinkId(
                new PortId(LocalIdentifier.device(from), String.valueOf(fromPort)),
                new PortId(LocalIdentifier.device(to), String.valueOf(toPort)));
        lines.tell(null, meta -> new LinkDiscovered(meta, link, null, null, null));
    }

    private @Nullable String told(String name, String otherName) {
        String value = fields.get(name);
        String found = value == null ? fields.get(otherName) : value;
        return found == null || found.isBlank() ? null : found;
    }

    private static String hexadecimal(String text) {
        return text.toLowerCase(Locale.ROOT).replaceFirst("^0x0*(?=[0-9a-f])", "");
    }

    private static @Nullable String digits(@Nullable String text) {
        return whole(text) == null ? null : text;
    }

    private static @Nullable Integer whole(@Nullable String text) {
        return text != null
                        && !text.isEmpty()
                        && text.length() < 9
                        && text.chars().allMatch(c -> c >= '0' && c <= '9')
                ? Integer.valueOf(text)
                : null;
    }
}
