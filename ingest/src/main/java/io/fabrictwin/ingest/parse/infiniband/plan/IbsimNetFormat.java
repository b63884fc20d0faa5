package io.fabrictwin.ingest.parse.infiniband.plan;

import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A network for {@code ibsim} ({@code .net}), and what its console shows of it: nodes with their ports, and with the other
 * end of each. Node ids are whatever the author chose; those that hold a GUID ({@code S-0008f10500200b50}) are that GUID.
 */
public final class IbsimNetFormat extends PlanFormat {
    private static final Pattern NODE = Pattern.compile(
            "(Switch|Hca|Ca|Rt|Router)\\s*(\\d{1,5})\\s*\"([^\"]{1,200})\"(?:\\s.*)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern PORT = Pattern.compile(
            "(?:[0-9a-fA-F]{1,16}\\s+)?\\[(\\d{1,5})\\](?:\\[ext \\d{1,5}\\])?\\s*(?:\\([0-9a-fA-F]{1,16}\\))?\\s*"
                    + "\"([^\"]{1,200})\"\\s*\\[(\\d{1,5})\\].*");
    private static final Pattern UNCONNECTED = Pattern.compile(
            "(?:[0-9a-fA-F]{1,16}\\s+)?\\[(\\d{1,5})\\]\\s.*|module .*|(?:nodeguid|sysimgguid|devid|vendid|(?:ca|switch)guid).*");
    private static final Pattern CONSOLE = Pattern.compile(
            "(?:sim> ?)*(?:$|#.*|ib\\w+: .*|parsing: .*|\\S{1,200}: parsed \\d+ lines|Network simulator ready\\.|Max\\w+\\s*= \\d+"
                    + "|\\S{1,200}\\[\\d+\\] \\w+\\.\\w+ has been set to .*|.{1,200}(?:unlinked|linked|detached|attached).*)");
    private static final Pattern MARK = Pattern.compile(
            "(?mi)^(?:Switch|Hca|Ca)\\s*\\d{1,5}\\s*\"[^\"\\n]{1,200}\"(?:\\s+nodeguid [^\\n]*|[ \\t]*)\\r?\\n(?:#[^\\n]*\\n){0,5}"
                    + "(?:[0-9a-f]{1,16}\\s+)?\\[\\d{1,5}\\]\\s*\"");
    private static final Pattern SIMULATOR = Pattern.compile("(?m)^(?:sim> |Network simulator ready)");
    private static final Pattern GUID_NAME = Pattern.compile("[SHR]-([0-9a-fA-F]{16})");
    private static final String OWN_PORT = "Sma Port";

    @Override
    public String name() {
        return "ibsim-net";
    }

    @Override
    public String emittedBy() {
        return "authors of networks for ibsim (.net), and its console";
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.has(SIMULATOR) && head.text().contains("\"[")) {
            return Likeness.CERTAIN;
        }
        return Likeness.likelyIf(head.has(MARK));
    }

    @Override
    String expected() {
        return "neither a node nor a port with its other end";
    }

    @Override
    Reader reader(Sink sink) {
        return new NetReader(sink);
    }

    private static final class NetReader implements Reader {
        private final Sink sink;
        private final PlannedLinks links = new PlannedLinks();
        private @Nullable DeviceId node;

        NetReader(Sink sink) {
            this.sink = sink;
        }

        @Override
        public boolean read(String text, Facts facts) {
            Matcher header = NODE.matcher(text);
            if (header.matches()) {
                node = device(header.group(3));
                return true;
            }
            Matcher port = PORT.matcher(text.stripLeading());
            DeviceId owner = node;
            if (port.matches()) {
                if (owner == null) {
                    throw new IllegalArgumentException("a port of no node: no node stands above it");
                }
                if (!port.group(2).equals(OWN_PORT)) {
                    links.add(
                            facts,
                            new PortId(owner, port.group(1)),
                            new PortId(device(port.group(2)), port.group(3)),
                            null);
                }
                return true;
            }
            if (UNCONNECTED.matcher(text.stripLeading()).matches()) {
                return true;
            }
            if (CONSOLE.matcher(text).matches()) {
                sink.unread("line of the simulator");
                return true;
            }
            return false;
        }

        private static DeviceId device(String id) {
            Matcher guid = GUID_NAME.matcher(id);
            return new DeviceId(guid.matches() ? "0x" + guid.group(1).toLowerCase(Locale.ROOT) : id);
        }
    }
}
