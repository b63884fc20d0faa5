package io.fabrictwin.ingest.parse.topology;

import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.infiniband.Guid;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.NicDiscovered;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of InfiniBand nodes: the node-name map of infiniband-diags, maps of {@code opensm}'s kind with {@code S-} and
 * {@code H-}, and lists of the GUIDs that each host has. A GUID alone tells nothing.
 */
public final class GuidNamesFormat extends PlanFormat {
    private static final Pattern NODE = Pattern.compile(
            "(?:([SH])-([0-9a-f]{16})|(0x[0-9a-fA-F]{8,16}))[\\s,]+(?:\"([^\"]*)\"|((?!0x)[A-Za-z0-9][^\"=]*))(?:\\s+#.*)?");
    private static final Pattern HOST = Pattern.compile("([\\w.-]+)\\s*:\\s*(0x[0-9a-fA-F]{8,16})");
    private static final Pattern ALONE = Pattern.compile("0x[0-9a-fA-F]{12,16}");
    private static final int LINES_LOOKED_AT = 50;

    public GuidNamesFormat() {
        super(
                "guid-names",
                "node-name-map of infiniband-diags, and lists of the GUIDs of hosts",
                Set.of(DeviceDiscovered.class, NameObserved.class, NicDiscovered.class));
    }

    @Override
    public Likeness recognise(Head head) {
        List<String> told = head.told()
                .map(String::strip)
                .filter(line -> !line.startsWith("#"))
                .limit(LINES_LOOKED_AT)
                .toList();
        long matching = told.stream()
                .filter(line -> NODE.matcher(line).matches()
                        || HOST.matcher(line).matches()
                        || ALONE.matcher(line).matches())
                .count();
        // One line may be broken, or cut off at the end of what is looked at.
        boolean isOfKind = matching > 0 && matching >= told.size() - 1;
        boolean isNaming = told.stream().anyMatch(line -> !ALONE.matcher(line).matches());
        return isNaming ? Likeness.likelyIf(isOfKind) : Likeness.possibleIf(isOfKind);
    }

    @Override
    void read(Input input, Plan plan) throws IOException {
        Lines.read(input, line -> read(line, plan));
    }

    private static void read(Line line, Plan plan) {
        Line.Defect defect = line.defect();
        String text = line.text().strip();
        if (defect != null) {
            plan.reject(line.place().inWords(), defect.code(), defect.reason(), line.text());
            return;
        }
        if (text.isEmpty() || text.startsWith("#") || ALONE.matcher(text).matches()) {
            plan.ignore(line.place().inWords());
            return;
        }
        plan.entry(line.place().inWords(), text, () -> tell(text, plan));
    }

    private static void tell(String text, Plan plan) throws BadEntryException {
        Matcher host = HOST.matcher(text);
        Matcher node = NODE.matcher(text);
        if (host.matches()) {
            plan.nic(host.group(1), Guid.name(host.group(2)));
        } else if (node.matches()) {
            String guid = Guid.name(node.group(2) == null ? node.group(3) : node.group(2));
            String name = node.group(4) == null ? node.group(5) : node.group(4);
            String type = node.group(1);
            if (type != null) {
                plan.device(guid, type.equals("S") ? DeviceKind.SWITCH : DeviceKind.NIC, name, null);
            }
            // A host has several adapters: its name tells where one is, not which one it is.
            plan.name(guid, null, NameScheme.DESCRIPTION, name);
        } else {
            throw new BadEntryException(RejectCode.MALFORMED, "the line is neither GUID and name nor host: GUID");
        }
    }
}
