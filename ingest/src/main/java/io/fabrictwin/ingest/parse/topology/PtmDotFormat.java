package io.fabrictwin.ingest.parse.topology;

import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.document.TextDocument;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.id.PortId;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A topology in Graphviz DOT: what Cumulus' prescriptive topology manager checks cables against, what labs are built
 * from, and drawings of InfiniBand fabrics. Edges without ports are drawings only and tell no cable.
 *
 * <p>A record is a statement that names a node.
 */
public final class PtmDotFormat extends PlanFormat {
    private static final Pattern GRAPH =
            Pattern.compile("(?m)^[ \\t]*+(?:strict\\s+)?(?:di)?graph\\b\\s*(?:\"[^\"\\n]*\"|[\\w.-]*)\\s*\\{");
    private static final Pattern EDGE =
            Pattern.compile("(?m)^[ \\t]*+\"?[^\"\\n]{1,200}\"?\\s*(?::[^\\n]{1,200})?(?:--|->)");
    private static final Pattern INFINIBAND_SWITCH = Pattern.compile("S-[0-9a-f]{16}");
    private static final Pattern INFINIBAND_HOST = Pattern.compile("H-[0-9a-f]{16}");
    private static final Pattern MAC = Pattern.compile("(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}");

    public PtmDotFormat() {
        super(
                "ptm-dot",
                "Graphviz DOT: topology.dot of Cumulus' ptmd, labs, and drawings of fabrics",
                Set.of(DeviceDiscovered.class, LinkPlanned.class, NameObserved.class));
    }

    @Override
    public Likeness recognise(Head head) {
        boolean isGraph = !head.isJson() && !head.isXml() && head.has(GRAPH);
        return Likeness.certainIf(isGraph && (head.has(EDGE) || !head.isWhole()));
    }

    @Override
    void read(Input input, Plan plan) throws IOException {
        TextDocument document = TextDocument.read(input);
        DotStatement.Reader reader = new DotStatement.Reader(document.text());
        DotStatement statement;
        int line = 0;
        while ((statement = reader.next()) != null) {
            DotStatement told = statement;
            line = told.line();
            plan.entry("line " + line, told.ends(), () -> tell(told, plan));
        }
        if (document.refusal() == null && !reader.isClosed()) {
            plan.reject("line " + line, RejectCode.TRUNCATED, "the graph's closing brace is missing", document.text());
        }
        plan.refuse(document.refusal());
    }

    private static void tell(DotStatement statement, Plan plan) throws BadEntryException {
        if (statement.problem() != null) {
            throw new BadEntryException(RejectCode.MALFORMED, statement.problem());
        }
        if (statement.ends().size() == 1) {
            String node = statement.ends().get(0).node();
            DeviceKind kind = kind(node, statement.attributes());
            if (kind != null) {
                plan.device(
                        node,
                        kind,
                        statement.attributes().get("desc"),
                        statement.attributes().get("os"));
            }
            return;
        }
        for (int i = 1; i < statement.ends().size(); i++) {
            join(statement.ends().get(i - 1), statement.ends().get(i), statement.attributes(), plan);
        }
    }

    private static void join(DotStatement.End a, DotStatement.End b, Map<String, String> attributes, Plan plan)
            throws BadEntryException {
        for (DotStatement.End end : new DotStatement.End[] {a, b}) {
            DeviceKind kind = kind(end.node(), Map.of());
            if (kind != null) {
                plan.device(end.node(), kind, null, null);
            }
        }
        if (a.port() == null || b.port() == null) {
            plan.unread("edge without ports");
            return;
        }
        PortId from = Plan.port(a.node(), a.port());
        PortId to = Plan.port(b.node(), b.port());
        plan.link(from, to, Rates.bitsPerSecond(attributes.get("speed")));
        mac(from, attributes.get("left_mac"), plan);
        mac(to, attributes.get("right_mac"), plan);
    }

    private static void mac(PortId port, @Nullable String mac, Plan plan) throws BadEntryException {
        if (mac != null && MAC.matcher(mac).matches()) {
            plan.name(port.device().value(), port, NameScheme.MAC, mac.toLowerCase(Locale.ROOT));
        }
    }

    private static @Nullable DeviceKind kind(String node, Map<String, String> attributes) {
        if (INFINIBAND_SWITCH.matcher(node).matches()) {
            return DeviceKind.SWITCH;
        }
        if (INFINIBAND_HOST.matcher(node).matches()) {
            return DeviceKind.NIC;
        }
        String role = attributes.getOrDefault("function", attributes.getOrDefault("type", ""));
        return role.equals("exit") || role.equals("oob-switch") ? DeviceKind.SWITCH : Roles.kind(role);
    }
}
