package io.fabrictwin.ingest.parse.nos;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.Block;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.InterfaceName;
import io.fabrictwin.ingest.parse.reading.Name;
import io.fabrictwin.ingest.parse.reading.PortTable;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads text: blocks that begin with the name of an interface, and tables with a row for each interface. */
final class NosText {
    private static final Pattern PROMPT = Pattern.compile(
            "(?:RP/\\d{1,3}/\\w{1,6}/CPU\\d:)?(?:\\S{1,40}@)?([A-Za-z][\\w.-]{0,60})(?:\\([^)]{0,40}\\))?[#>]\\s*(?:show|display|sh) .*");
    private static final Pattern CISCO = Pattern.compile(
            "([A-Za-z][\\w/.:-]{1,60}) is ((?:administratively |admin )?(?:up|down|deleted))\\b(?:, line protocol is (\\S+))?.{0,200}");
    private static final Pattern VRP = Pattern.compile("([A-Za-z0-9][\\w/.:-]{1,60}) current state ?: ?(.{1,60})");
    private static final Pattern JUNOS = Pattern.compile(
            "\\s*Physical interface: ([\\w/.:-]{1,60}), (\\w[\\w ]{0,40})(?:, Physical link is (\\w+))?.{0,100}");
    private static final Pattern TRANSCEIVER = Pattern.compile("((?:Ethernet|Eth|fc|mgmt)\\d[\\d/.]{0,12})");
    private static final Pattern POLICY =
            Pattern.compile("\\s*([A-Za-z][\\w/.:-]{1,60}) (input|output): (\\S{1,100})\\s*");
    private static final Pattern LOGICAL = Pattern.compile("\\s*Logical interface (\\S{1,60}) .*");
    private static final Pattern HEADING = Pattern.compile("(?:Port|Interface)\\s{2,}\\S.*");
    private static final Pattern RULE = Pattern.compile("[-=]{3,}[-= ]*");
    private static final Pattern PFC_ROW = Pattern.compile(
            "(\\S{2,40})\\s+\\w{2,12}\\s+(?:On|Off)(?:\\s+\\([\\w,]{0,20}\\))?\\s+(\\d{1,19})\\s+(\\d{1,19})\\s*");

    private final Input input;
    private final Sink sink;
    private final Block block;
    private DeviceId device;
    private @Nullable InterfaceText open;
    private @Nullable PortTable table;

    NosText(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
        this.device = new DeviceId(InputName.plain(input));
        this.block = new Block(input.context(), sink, this::end);
    }

    void read() throws IOException {
        block.read(input, this::take);
    }

    private void end(Facts facts) {
        InterfaceText told = open;
        if (told != null) {
            told.tell(facts);
        }
    }

    private void take(Line line) {
        String text = line.text();
        String plain = text.strip();
        Matcher prompt = PROMPT.matcher(plain);
        if (plain.isEmpty() || RULE.matcher(plain).matches()) {
            block.ignore(line);
        } else if (prompt.matches()) {
            close();
            device = new DeviceId(prompt.group(1));
            block.ignore(line);
        } else if (!begins(line, text, plain) && !takeTable(line, plain)) {
            InterfaceText told = open;
            if (told == null) {
                block.ignore(line);
            } else {
                block.accept(line);
                told.take(text);
            }
        }
    }

    private void close() {
        block.close();
        open = null;
        table = null;
    }

    private boolean begins(Line line, String text, String plain) {
        Matcher cisco = CISCO.matcher(text);
        Matcher vrp = VRP.matcher(text);
        Matcher junos = JUNOS.matcher(text);
        Matcher policy = POLICY.matcher(text);
        Matcher logical = LOGICAL.matcher(text);
        Matcher transceiver = TRANSCEIVER.matcher(text.stripTrailing());
        if (cisco.matches()) {
            String protocol = cisco.group(3);
            begin(line, cisco.group(1), protocol == null ? cisco.group(2) : protocol, cisco.group(2));
        } else if (vrp.matches()) {
            begin(line, vrp.group(1), vrp.group(2), null);
        } else if (junos.matches()) {
            begin(line, junos.group(1), junos.group(3), junos.group(2).equals("Enabled") ? "up" : junos.group(2));
        } else if (logical.matches()) {
            begin(line, logical.group(1), null, null);
        } else if (policy.matches() && !plain.contains("packets")) {
            begin(line, policy.group(1), null, null);
            InterfaceText told = open;
            if (told != null) {
                told.direction(policy.group(2));
            }
        } else if (transceiver.matches()) {
            begin(line, transceiver.group(1), null, null);
        } else {
            return false;
        }
        return true;
    }

    private void begin(Line line, String port, @Nullable String state, @Nullable String admin) {
        close();
        block.accept(line);
        String name = Name.clean(port);
        open = new InterfaceText(device, name == null ? "port" : name, sink);
        if (open != null) {
            open.state(state, admin);
        }
    }

    private boolean takeTable(Line line, String plain) {
        if (HEADING.matcher(plain).matches() && !plain.contains(": ")) {
            close();
            table = PortTable.of(words(plain), "", sink::unread);
            block.ignore(line);
            return true;
        }
        PortTable rows = table;
        if (rows == null) {
            return false;
        }
        Matcher pfc = PFC_ROW.matcher(plain);
        boolean isPfc = rows.headings().contains("RxPPP") && pfc.matches();
        if (isPfc) {
            rows = PortTable.of(List.of("Port", "RxPPP", "TxPPP"), "", sink::unread);
        }
        List<String> cells = isPfc ? List.of(pfc.group(1), pfc.group(2), pfc.group(3)) : words(plain);
        if (rows == null || cells.size() != rows.headings().size() || rows.port(cells) == null) {
            if (!line.isTerminated()) {
                block.rejectMalformed(line, "the row has other columns than its headings");
                return true;
            }
            return false;
        }
        List<String> named = new ArrayList<>(cells);
        named.replaceAll(cell -> cell.equals(cells.get(0)) ? String.valueOf(InterfaceName.plain(cell)) : cell);
        block.close();
        block.accept(line);
        rows.read(named, device, block.facts());
        block.close();
        return true;
    }

    private static List<String> words(String plain) {
        return Arrays.asList(plain.split("\\s+", -1));
    }
}
