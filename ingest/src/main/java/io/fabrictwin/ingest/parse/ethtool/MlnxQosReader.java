package io.fabrictwin.ingest.parse.ethtool;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.Block;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Figure;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.QosMapSet;
import io.fabrictwin.model.event.SchedulerSet;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one input of mlnx_qos. */
final class MlnxQosReader {
    /** Where the command line was not pasted. */
    private static final String UNTOLD_PORT = "port";

    private static final long MILLIMETRES_PER_METRE = 1_000;
    private static final Pattern COMMAND = Pattern.compile(".*\\bmlnx_qos\\b.*?-i\\s*([\\w.@-]+).*");
    private static final Pattern DSCP = Pattern.compile("prio:\\s*(\\d)\\s+dscp:\\s*([\\d,\\s]*)");
    private static final Pattern ROW = Pattern.compile("(priority|enabled|buffer)\\s+(\\d+(?:\\s+\\d+)*)");
    private static final Pattern CLASS = Pattern.compile(
            "tc:\\s*(\\d),?\\s+ratelimit:\\s*([^,]{1,40}),\\s*tsa:\\s*(\\w+)(?:,\\s*bw:\\s*(\\d{1,3})%)?.*");
    private static final Pattern PRIORITY = Pattern.compile("priority:\\s*(\\d)");
    private static final Pattern SETTING = Pattern.compile(
            "(DCBX mode|Priority trust state|Receive buffer size.*?|Cable len|.*default priority.*?):\\s*(.*)");
    private static final List<String> HEADINGS =
            List.of("dscp2prio mapping:", "PFC configuration:", "default priority:");

    private final Sink sink;
    private final Input input;
    private final Block block;
    private final DeviceId device;
    private PortId port;

    private final SortedMap<String, String> dscpToPriority = new TreeMap<>();
    private final SortedMap<String, String> priorityToClass = new TreeMap<>();
    private final SortedMap<String, String> priorityToBuffer = new TreeMap<>();
    private final Map<String, String> settings = new TreeMap<>();
    private final Map<Integer, Matcher> classes = new TreeMap<>();
    private final List<Integer> enabled = new ArrayList<>();
    private List<Integer> priorities = List.of();
    private @Nullable String openClass;

    MlnxQosReader(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
        this.device = new DeviceId(InputName.plain(input));
        this.port = new PortId(device, UNTOLD_PORT);
        this.block = new Block(input.context(), sink, this::end);
    }

    void read() throws IOException {
        block.read(input, this::take);
    }

    private void take(Line line) {
        String text = line.text().strip();
        Matcher command = COMMAND.matcher(text);
        if (command.matches()) {
            block.close();
            port = new PortId(device, command.group(1));
            block.ignore(line);
        } else if (text.startsWith("DCBX mode") && block.isOpen()) {
            block.close();
            takeText(text);
            block.accept(line);
        } else if (takeText(text)) {
            block.accept(line);
        } else {
            block.ignore(line);
        }
    }

    private boolean takeText(String text) {
        Matcher dscp = DSCP.matcher(text);
        Matcher row = ROW.matcher(text);
        Matcher trafficClass = CLASS.matcher(text);
        Matcher priority = PRIORITY.matcher(text);
        Matcher setting = SETTING.matcher(text);
        if (dscp.matches()) {
            for (String one : dscp.group(2).split("[,\\s]+", -1)) {
                Long value = Figure.whole(one);
                if (value != null) {
                    dscpToPriority.put(value.toString(), dscp.group(1));
                }
            }
        } else if (row.matches()) {
            takeRow(row.group(1), numbers(row.group(2)));
        } else if (trafficClass.matches()) {
            openClass = trafficClass.group(1);
            classes.put(Integer.valueOf(trafficClass.group(1)), trafficClass);
        } else if (priority.matches() && openClass != null) {
            priorityToClass.put(priority.group(1), openClass);
        } else if (HEADINGS.contains(text)) {
            return true;
        } else if (setting.matches()) {
            settings.put(setting.group(1), setting.group(2));
        } else {
            return false;
        }
        return true;
    }

    private void takeRow(String what, List<Integer> values) {
        switch (what) {
            case "priority" -> priorities = values;
            case "enabled" -> {
                enabled.clear();
                enabled.addAll(values);
            }
            default -> {
                for (int i = 0; i < values.size() && i < priorities.size(); i++) {
                    priorityToBuffer.put(
                            priorities.get(i).toString(), values.get(i).toString());
                }
            }
        }
    }

    private static List<Integer> numbers(String text) {
        List<Integer> numbers = new ArrayList<>();
        for (String one : text.split("\\s+", -1)) {
            Long value = Figure.whole(one);
            numbers.add(value == null || value > 255 ? 0 : value.intValue());
        }
        return numbers;
    }

    private void end(Facts facts) {
        map("dscp-to-priority", dscpToPriority, facts);
        map("priority-to-traffic-class", priorityToClass, facts);
        map("priority-to-buffer", priorityToBuffer, facts);
        for (int i = 0; i < enabled.size() && i < priorities.size(); i++) {
            facts.add(new PfcProfileSet(
                    facts.meta(),
                    device,
                    port,
                    priorities.get(i),
                    null,
                    enabled.get(i) != 0,
                    null,
                    null,
                    null,
                    null,
                    null));
        }
        classes.forEach((number, told) -> {
            Long share = Figure.whole(told.group(4));
            facts.add(new SchedulerSet(
                    facts.meta(),
                    device,
                    port,
                    number,
                    told.group(3).toLowerCase(Locale.ROOT),
                    share == null ? null : share.intValue(),
                    Figure.bitsPerSecond(told.group(2))));
        });
        Long metres = Figure.whole(settings.remove("Cable len"));
        if (metres != null && metres < Integer.MAX_VALUE) {
            facts.add(new PortConfigured(
                    facts.meta(), port, null, null, null, null, null, metres * MILLIMETRES_PER_METRE));
        }
        facts.tuned(device, port, "trust", settings.remove("Priority trust state"));
        facts.tuned(device, port, "dcbx mode", settings.remove("DCBX mode"));
        settings.forEach((name, value) -> facts.tuned(device, port, name, value));
        if (facts.isEmpty()) {
            sink.unread("output without settings");
        }
        clear();
    }

    private void map(String name, SortedMap<String, String> entries, Facts facts) {
        if (!entries.isEmpty()) {
            facts.add(new QosMapSet(facts.meta(), device, port, name, entries));
        }
    }

    private void clear() {
        dscpToPriority.clear();
        priorityToClass.clear();
        priorityToBuffer.clear();
        settings.clear();
        classes.clear();
        enabled.clear();
        priorities = List.of();
        openClass = null;
    }
}
