package io.fabrictwin.ingest.parse.topology;

import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.id.PortId;
import java.util.Arrays;
import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the lines of one topology: a heading, the switches' numbers, the links. */
final class Ns3Reader {
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final int MAX_NODES = 10_000_000;
    private static final int SIMAI_FIELDS = 6;

    private final Plan plan;
    private final BitSet switches = new BitSet();
    private final BitSet nvswitches = new BitSet();
    private final BitSet introduced = new BitSet();
    private int[] ports = new int[1 << 10];
    private boolean hasHeading;
    private boolean hasLinks;
    private boolean isList;
    private int nodeCount;
    private long count = -1;
    private long told;
    private int nvswitchesLeft;
    private @Nullable String gpuType;

    Ns3Reader(Plan plan) {
        this.plan = plan;
    }

    void read(Line line) {
        Line.Defect defect = line.defect();
        if (defect != null) {
            plan.reject(line.place().inWords(), defect.code(), defect.reason(), line.text());
            return;
        }
        String text = line.text().strip();
        if (text.isEmpty() || text.startsWith("#") || (hasHeading && told == count)) {
            // The simulators read as much as the heading counts; people write notes after it.
            plan.ignore(line.place().inWords());
        } else if (!hasHeading) {
            readHeading(line, text);
        } else {
            readLine(line, text);
        }
    }

    /** Says where the heading promises more than came. */
    void end() {
        if (count > told) {
            plan.unread(
                    isList
                            ? "flows that the heading counts but the file does not have"
                            : "links that the heading counts but the file does not have");
        }
    }

    private void readHeading(Line line, String text) {
        hasHeading = true;
        if (text.matches("\\d{1,9}")) {
            isList = true;
            count = Long.parseLong(text);
            plan.entry(line.place().inWords(), text, () -> plan.unread("count of flows or traced nodes"));
            return;
        }
        if (!Ns3TopologyFormat.HEADING.matcher(text).matches()) {
            plan.reject(
                    line.place().inWords(), RejectCode.MALFORMED, "the first line is not 'nodes switches links'", text);
            return;
        }
        String[] fields = BLANKS.split(text, -1);
        nodeCount = Integer.parseInt(fields[0]);
        boolean isSimai = fields.length == SIMAI_FIELDS;
        if (isSimai) {
            nvswitchesLeft = Integer.parseInt(fields[2]);
            count = Long.parseLong(fields[4]);
            gpuType = fields[SIMAI_FIELDS - 1];
        } else {
            count = Long.parseLong(fields[fields.length - 1]);
        }
        plan.entry(line.place().inWords(), text, () -> {});
    }

    private void readLine(Line line, String text) {
        Matcher link = Ns3TopologyFormat.LINK.matcher(text);
        if (isList) {
            if (Ns3TopologyFormat.FLOW.matcher(text).matches()) {
                told++;
                plan.entry(line.place().inWords(), text, () -> plan.unread("planned flow"));
            } else if (Ns3TopologyFormat.NUMBERS.matcher(text).matches()) {
                told += BLANKS.split(text, -1).length;
                plan.entry(line.place().inWords(), text, () -> plan.unread("traced node"));
            } else {
                plan.reject(
                        line.place().inWords(), cutOr(line), "the line is neither a flow nor a list of nodes", text);
            }
        } else if (link.matches()) {
            hasLinks = true;
            told++;
            plan.entry(line.place().inWords(), text, () -> readLink(link));
        } else if (!hasLinks && Ns3TopologyFormat.NUMBERS.matcher(text).matches()) {
            plan.entry(line.place().inWords(), "switches", () -> readSwitches(text));
        } else {
            plan.reject(line.place().inWords(), cutOr(line), "the line is not 'node node rate delay error'", text);
        }
    }

    private static RejectCode cutOr(Line line) {
        return line.isTerminated() ? RejectCode.MALFORMED : RejectCode.TRUNCATED;
    }

    private void readSwitches(String text) throws BadEntryException {
        for (String word : BLANKS.split(text, -1)) {
            int number = node(word);
            if (nvswitchesLeft > 0) {
                nvswitchesLeft--;
                nvswitches.set(number);
            }
            switches.set(number);
            introduce(number);
        }
    }

    private void readLink(Matcher link) throws BadEntryException {
        int a = node(link.group(1));
        int b = node(link.group(2));
        Long rate = Rates.bitsPerSecond(link.group(3));
        if (a == b) {
            throw new BadEntryException(RejectCode.BAD_VALUE, "the link joins node " + a + " to itself");
        }
        introduce(a);
        introduce(b);
        plan.onlyLink(port(a), port(b), rate);
        plan.unread("delay");
    }

    private int node(String word) throws BadEntryException {
        int number = Integer.parseInt(word);
        if (number >= nodeCount || number >= MAX_NODES) {
            throw new BadEntryException(
                    RejectCode.UNKNOWN_REFERENCE, "node " + number + " is beyond the " + nodeCount + " of the heading");
        }
        return number;
    }

    private void introduce(int number) throws BadEntryException {
        if (!introduced.get(number)) {
            introduced.set(number);
            boolean isSwitch = switches.get(number);
            plan.device(
                    name(number),
                    isSwitch ? DeviceKind.SWITCH : DeviceKind.HOST,
                    null,
                    nvswitches.get(number) ? "NVSwitch" : isSwitch ? null : gpuType);
        }
    }

    private PortId port(int number) throws BadEntryException {
        if (number >= ports.length) {
            ports = Arrays.copyOf(ports, Math.max(number + 1, 2 * ports.length));
        }
        return Plan.port(name(number), String.valueOf(++ports[number]));
    }

    private static String name(int number) {
        return "n" + number;
    }
}
