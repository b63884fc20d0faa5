package io.fabrictwin.ingest.parse.sonictopo;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.YamlDocument;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Name;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.event.PlacementDeclared;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A topology in YAML. A record is a neighbour, or a port that faces a server. */
final class TestBed {
    /** A port of the switch by its number, with the number of the switch before it where there are several. */
    private static final Pattern PORT = Pattern.compile("(?:(\\d{1,2})\\.)?(\\d{1,4})(?:@\\d{1,4})?");

    private static final Set<String> ROLES = Set.of("spine", "leaf", "tor", "core", "regional", "server");

    private final Input input;
    private final Sink sink;
    private final String switchName;
    private long record;

    TestBed(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
        this.switchName = InputName.plain(input);
    }

    void read() throws IOException {
        YamlDocument document = YamlDocument.read(input);
        for (JsonNode value : document.values()) {
            JsonNode topology = value.path("topology");
            boolean hasSeveral = topology.path("dut_num").asInt(1) > 1;
            for (Map.Entry<String, JsonNode> neighbour : topology.path("VMs").properties()) {
                neighbour(neighbour.getKey(), neighbour.getValue(), value.path("configuration"), hasSeveral);
            }
            for (JsonNode host : topology.path("host_interfaces")) {
                server(host.asText(), hasSeveral);
            }
        }
        if (document.refusal() != null) {
            document.refusal().reject(record, sink);
        } else if (record == 0) {
            sink.accepted(record, "document", List.of());
        }
    }

    private @Nullable PortId port(String text, boolean hasSeveral) {
        Matcher matcher = PORT.matcher(text.strip());
        if (!matcher.matches()) {
            return null;
        }
        String number = matcher.group(1) == null ? "0" : matcher.group(1);
        return PortId.of(hasSeveral ? switchName + "-dut" + number : switchName, "port " + matcher.group(2));
    }

    private void neighbour(String key, JsonNode node, JsonNode configurations, boolean hasSeveral) {
        String name = Name.clean(key);
        if (name == null) {
            sink.ignored(record++, "neighbour without a name");
            return;
        }
        Facts facts = new Facts(input.context(), record, null);
        JsonNode configuration = configurations.path(key);
        List<String> ports = new ArrayList<>();
        configuration.path("interfaces").properties().forEach(entry -> {
            if (entry.getKey().startsWith("Ethernet")) {
                ports.add(entry.getKey());
            }
        });
        int index = 0;
        for (JsonNode vlan : node.path("vlans")) {
            PortId here = port(vlan.asText(), hasSeveral);
            String there = index < ports.size() ? ports.get(index) : "Ethernet" + (index + 1);
            index++;
            if (here == null) {
                sink.unread("port that is told in another way");
            } else {
                facts.add(new LinkPlanned(facts.meta(), new LinkId(here, PortId.of(name, there)), null));
            }
        }
        for (JsonNode property : configuration.path("properties")) {
            if (ROLES.contains(property.asText())) {
                facts.add(new PlacementDeclared(facts.meta(), new DeviceId(name), "role", property.asText()));
            }
        }
        sink.accepted(record++, "neighbour " + name, facts.events());
    }

    private void server(String text, boolean hasSeveral) {
        Facts facts = new Facts(input.context(), record, null);
        for (String one : text.split(",", -1)) {
            PortId here = port(one, hasSeveral);
            if (here == null) {
                sink.unread("port that is told in another way");
            } else {
                PortId there =
                        PortId.of(switchName + "-server", "eth" + here.name().substring("port ".length()));
                facts.add(new LinkPlanned(facts.meta(), new LinkId(here, there), null));
            }
        }
        sink.accepted(record++, "host interface " + text, facts.events());
    }
}
