package io.fabrictwin.ingest.parse.nvue;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.Block;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.PortTable;
import io.fabrictwin.ingest.parse.reading.RuledTable;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one input: trees whose indent tells what belongs to what, and tables. */
final class NvueReader {
    private static final Pattern PROMPT =
            Pattern.compile("(?:\\S{1,40}@)?([A-Za-z][\\w.-]{0,60})[^#$]{0,60}[#$]\\s+(?:sudo )?(nv show .*)");
    private static final Pattern INTERFACE = Pattern.compile("nv show interface ([\\w.-]{1,40})(?: .*)?");
    private static final Pattern TITLE_RULE = Pattern.compile("={3,}");

    private final Input input;
    private final Sink sink;
    private final Block block;
    private final List<String> path = new ArrayList<>();
    private final List<Integer> indents = new ArrayList<>();
    private DeviceId device;
    private Tree tree;
    private @Nullable RuledTable table;
    private @Nullable PortTable ofPorts;
    private @Nullable QosTable ofQos;
    private String above = "";
    private String title = "";

    NvueReader(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
        this.device = new DeviceId(InputName.plain(input));
        this.tree = new Tree(device, null, sink);
        this.block = new Block(input.context(), sink, this::end);
    }

    void read() throws IOException {
        block.read(input, this::take);
    }

    private void end(Facts facts) {
        tree.tell(facts);
        QosTable told = ofQos;
        if (told != null) {
            told.tell(facts);
        }
    }

    private void take(Line line) {
        String text = line.text().stripTrailing();
        Matcher prompt = PROMPT.matcher(text.strip());
        if (prompt.matches()) {
            begin(prompt.group(1), prompt.group(2));
            block.ignore(line);
        } else if (text.isBlank()) {
            block.ignore(line);
            endTable();
        } else if (TITLE_RULE.matcher(text.strip()).matches()) {
            title = above.strip();
            block.ignore(line);
        } else if (RuledTable.isRule(text)) {
            beginTable(text);
            block.ignore(line);
        } else if (table != null) {
            takeRow(line, text, table);
        } else {
            above = text;
            block.ignore(line);
        }
    }

    private void begin(String host, String command) {
        block.close();
        endTable();
        title = "";
        device = new DeviceId(host);
        Matcher port = INTERFACE.matcher(command);
        tree = new Tree(device, port.matches() ? port.group(1) : null, sink);
    }

    private void endTable() {
        if (ofQos != null) {
            block.close();
        }
        table = null;
        ofPorts = null;
        ofQos = null;
        above = "";
    }

    private void beginTable(String rule) {
        RuledTable begun = new RuledTable(List.of(above), rule);
        table = begun;
        ofPorts = PortTable.of(begun.headings(), title, sink::unread);
        ofQos = begun.headings().contains("operational") ? null : new QosTable(device, title, begun.headings(), sink);
        path.clear();
        indents.clear();
    }

    private void takeRow(Line line, String text, RuledTable open) {
        List<String> cells = open.cells(text);
        PortTable ports = ofPorts;
        QosTable qos = ofQos;
        if (ports != null && ports.port(cells) != null) {
            block.close();
            block.accept(line);
            ports.read(cells, device, block.facts());
            block.close();
        } else if (qos != null) {
            block.accept(line);
            qos.take(cells);
        } else {
            block.accept(line);
            takeLeaf(text, open, cells);
        }
    }

    private void takeLeaf(String text, RuledTable open, List<String> cells) {
        int indent = text.length() - text.stripLeading().length();
        while (!indents.isEmpty() && indents.get(indents.size() - 1) >= indent) {
            indents.remove(indents.size() - 1);
            path.remove(path.size() - 1);
        }
        path.add(cells.get(0));
        indents.add(indent);
        String value = cell(open, cells, "operational");
        if (value.isEmpty()) {
            value = cell(open, cells, "applied");
        }
        if (!value.isEmpty()) {
            tree.take(List.copyOf(path), value);
        }
    }

    private static String cell(RuledTable table, List<String> cells, String heading) {
        int column = table.headings().indexOf(heading);
        return column < 0 ? "" : cells.get(column).strip();
    }
}
