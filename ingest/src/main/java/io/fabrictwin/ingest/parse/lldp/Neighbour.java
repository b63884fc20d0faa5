package io.fabrictwin.ingest.parse.lldp;

import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Figure;
import io.fabrictwin.ingest.parse.reading.InterfaceName;
import io.fabrictwin.ingest.parse.reading.Name;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What one port heard of one neighbour. */
final class Neighbour {
    private static final Set<String> NOT_ADVERTISED = Set.of("not advertised", "not present", "\"\"", "*");
    private static final Pattern SONIC_INTERFACE = Pattern.compile("Ethernet\\d{1,4}");
    private static final Pattern INTERFACE = Pattern.compile("[A-Za-z][\\w/.:-]*\\d[\\w/.:-]*");
    private static final Pattern ADDRESS =
            Pattern.compile("\\d{1,3}(?:\\.\\d{1,3}){3}|[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7}");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,10}");

    private final Map<Field, String> fields = new EnumMap<>(Field.class);
    private final List<String> addresses = new ArrayList<>();

    /** Takes a field; the first of a name counts, and what is written as not told is none. */
    void take(Field field, @Nullable String value) {
        String clean = Name.clean(value);
        if (clean != null && clean.length() > 1 && clean.startsWith("\"") && clean.endsWith("\"")) {
            clean = Name.clean(clean.substring(1, clean.length() - 1));
        }
        if (clean == null || Figure.isAbsent(clean) || NOT_ADVERTISED.contains(clean.toLowerCase(Locale.ROOT))) {
            return;
        }
        if (field == Field.ADDRESS) {
            addresses.add(clean);
        } else if (field == Field.CAPABILITIES) {
            fields.merge(field, clean, (a, b) -> a + "," + b);
        } else {
            fields.putIfAbsent(field, clean);
        }
    }

    boolean has(Field field) {
        return fields.containsKey(field);
    }

    boolean isEmpty() {
        return fields.isEmpty() && addresses.isEmpty();
    }

    /** Adds the link and the names; a neighbour that tells neither who nor which port it is gives none. */
    void tell(DeviceId device, Facts facts, Sink sink) {
        String mac = Name.mac(fields.get(Field.CHASSIS));
        String remote = remoteName(mac);
        String local = InterfaceName.plain(fields.get(Field.LOCAL_PORT));
        if (remote == null) {
            sink.unread("neighbour without a name");
            return;
        }
        DeviceId far = new DeviceId(remote);
        describe(far, facts);
        facts.named(far, null, NameScheme.MAC, mac);
        for (String address : addresses) {
            if (ADDRESS.matcher(address).matches()) {
                facts.named(far, null, NameScheme.ADDRESS, address.toLowerCase(Locale.ROOT));
            }
        }
        String port = remotePort();
        if (port == null) {
            sink.unread("neighbour without a port");
            return;
        }
        PortId there = new PortId(far, port);
        if (local == null) {
            facts.add(new PortDiscovered(facts.meta(), there, null, null, null));
            sink.unread("neighbour of an unknown port");
        } else if (!there.equals(new PortId(device, local))) {
            LinkId link = new LinkId(new PortId(device, local), there);
            facts.add(new LinkDiscovered(facts.meta(), link, null, null, null));
        }
        facts.named(far, there, NameScheme.MAC, Name.mac(fields.get(Field.PORT)));
        if (isNamedByDescription()) {
            facts.named(far, there, NameScheme.ALIAS, InterfaceName.plain(fields.get(Field.PORT)));
        } else {
            facts.named(far, there, NameScheme.DESCRIPTION, fields.get(Field.PORT_DESCRIPTION));
        }
    }

    private @Nullable String remoteName(@Nullable String mac) {
        String name = fields.get(Field.SYSTEM_NAME);
        if (name != null) {
            return name;
        }
        return mac != null ? mac : fields.get(Field.CHASSIS);
    }

    /** A port that is numbered or told by its MAC is better known by its description, where that is a name. */
    private @Nullable String remotePort() {
        String port = fields.get(Field.PORT);
        String description = fields.get(Field.PORT_DESCRIPTION);
        boolean isNamed = description != null && INTERFACE.matcher(description).matches();
        if (isNamedByDescription()) {
            return InterfaceName.plain(description);
        }
        String mac = Name.mac(port);
        if (port == null || ((mac != null || NUMBER.matcher(port).matches()) && isNamed)) {
            return InterfaceName.plain(description);
        }
        return mac != null ? mac : InterfaceName.plain(port);
    }

    /** SONiC tells the alias of a port as its identity, and the interface that all else is about as its description. */
    private boolean isNamedByDescription() {
        String port = fields.get(Field.PORT);
        String description = fields.get(Field.PORT_DESCRIPTION);
        return port != null
                && Name.mac(port) == null
                && description != null
                && SONIC_INTERFACE.matcher(description).matches()
                && fields.getOrDefault(Field.SYSTEM_DESCRIPTION, "").startsWith("SONiC");
    }

    private void describe(DeviceId far, Facts facts) {
        DeviceKind kind = kind();
        if (kind != null) {
            String address = addresses.stream()
                    .filter(one -> ADDRESS.matcher(one).matches())
                    .findFirst()
                    .orElse(null);
            facts.add(new DeviceDiscovered(
                    facts.meta(), far, kind, fields.get(Field.SYSTEM_DESCRIPTION), null, address, null, null));
        }
    }

    private @Nullable DeviceKind kind() {
        String told = fields.getOrDefault(Field.CAPABILITIES, "").toLowerCase(Locale.ROOT);
        List<String> letters = List.of(told.split("[^a-z]+", -1));
        if (told.contains("bridge")
                || told.contains("router")
                || letters.contains("b")
                || letters.contains("r")
                || letters.contains("br")
                || letters.contains("obr")) {
            return DeviceKind.SWITCH;
        }
        return told.contains("station") || letters.contains("s") ? DeviceKind.HOST : null;
    }
}
