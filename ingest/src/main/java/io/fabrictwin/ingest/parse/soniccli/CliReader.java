package io.fabrictwin.ingest.parse.soniccli;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.Block;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.RuledTable;
import io.fabrictwin.model.event.PfcWatchdogSet;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the text of one input. A table begins with a rule of dashes; what stands above the rule are its headings, and a
 * line above them its title.
 */
final class CliReader {
    private static final Pattern PROMPT = Pattern.compile("\\s*\\S{1,60}@([\\w.-]{1,60})[^$#]{0,60}[$#](?:\\s+(.*))?");
    private static final Pattern COMMAND =
            Pattern.compile("(?:sudo )?(?:show|pfcwd|redis-cli|sonic-clear|ip netns) .*");
    private static final Pattern PORT = Pattern.compile("\\b((?:Ethernet|PortChannel)[\\w./-]+)");
    private static final Pattern SECTION = Pattern.compile("((?:Ethernet|eth)[\\w./-]*):(?: SFP EEPROM.*)?");
    private static final Pattern POLLING = Pattern.compile("Changed polling interval to (\\d{1,9})ms");
    private static final Pattern DOTTED = Pattern.compile("([A-Z][\\w /-]+?)\\.{2,}\\s*(\\S.*)");
    private static final Pattern ROW = Pattern.compile("\\s*Ethernet\\d+(?::\\d+)?(?:\\s+\\S.*)");

    /** Where a command about one port was not pasted with what it printed. */
    private static final String UNTOLD_PORT = "port";

    private final Sink sink;
    private final Block block;
    private final List<String> above = new ArrayList<>();
    private DeviceId device;
    private @Nullable CliTable table;
    private @Nullable Settings settings;
    private PortText portText;
    private String command = "";
    private boolean isSinceCleared;

    private final Input input;

    CliReader(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
        this.device = new DeviceId(InputName.plain(input));
        this.portText = new PortText(device, UNTOLD_PORT, false, sink);
        this.block = new Block(input.context(), sink, this::end);
    }

    void read() throws IOException {
        block.read(input, this::take);
    }

    private void end(Facts facts) {
        portText.drainTo(facts);
    }

    private void take(Line line) {
        String text = line.text();
        String plain = text.strip();
        Matcher prompt = PROMPT.matcher(text);
        if (plain.isEmpty()) {
            above.clear();
            table = table != null && table.endsWithBlank() ? null : table;
            block.ignore(line);
        } else if (prompt.matches()) {
            takePrompt(line, prompt.group(1), prompt.group(2));
        } else if (RuledTable.isRule(text)) {
            takeRule(line, text);
        } else if (settings != null) {
            takeSetting(line, plain, settings);
        } else if (table != null && table.hasRow(text)) {
            takeRow(line, text, table);
        } else {
            takeOther(line, text, plain);
        }
    }

    private void takePrompt(Line line, String host, @Nullable String typed) {
        close();
        device = new DeviceId(host);
        command = typed == null ? "" : typed;
        Matcher port = PORT.matcher(command);
        portText = new PortText(device, port.find() ? port.group(1) : UNTOLD_PORT, false, sink);
        isSinceCleared = false;
        block.ignore(line);
    }

    private void close() {
        block.close();
        table = null;
        settings = null;
        above.clear();
    }

    private void takeRule(Line line, String text) {
        if (settings != null && !settings.isEmpty()) {
            block.close();
            block.accept(line);
            settings.tell(device, block.facts());
            block.close();
            settings = null;
            above.clear();
            return;
        }
        String last = above.isEmpty() ? "" : above.get(above.size() - 1).strip();
        boolean isTitled = last.startsWith("Pool:") || last.startsWith("Profile:") || last.endsWith("pattern:");
        if (isTitled) {
            block.close();
            settings = new Settings(last);
        } else if (!above.isEmpty()) {
            portText.nextTable();
            table = CliTable.of(above, text, command, isSinceCleared, portText, sink);
        } else {
            table = null;
        }
        above.clear();
        block.ignore(line);
    }

    private void takeSetting(Line line, String plain, Settings open) {
        String[] pair = plain.split("\\s{2,}", 2);
        if (pair.length == 2) {
            open.take(pair[0], pair[1]);
            block.accept(line);
        } else {
            settings = null;
            block.rejectMalformed(line, "'" + plain + "' is not of the form key, blanks, value");
        }
    }

    private void takeRow(Line line, String text, CliTable open) {
        if (!line.isTerminated() && open.isShort(text)) {
            block.rejectMalformed(line, "the row has fewer columns than its headings");
            return;
        }
        if (open.isOfLines()) {
            block.accept(line);
            open.read(text, device, block.facts());
        } else {
            block.close();
            block.accept(line);
            open.read(text, device, block.facts());
            block.close();
        }
    }

    private void takeOther(Line line, String text, String plain) {
        Matcher section = SECTION.matcher(plain);
        Matcher polling = POLLING.matcher(plain);
        Matcher dotted = DOTTED.matcher(plain);
        if (section.matches()) {
            close();
            portText = new PortText(device, section.group(1), true, sink);
            block.accept(line);
        } else if (polling.matches()) {
            block.close();
            block.accept(line);
            block.facts()
                    .add(new PfcWatchdogSet(
                            block.facts().meta(), device, null, null, null, null, WatchdogRow.ns(polling.group(1))));
            block.close();
        } else if (dotted.matches()) {
            block.accept(line);
            portText.takeDotted(dotted.group(1), dotted.group(2));
        } else if (portText.takeIndented(text)) {
            block.accept(line);
        } else if (plain.startsWith("Last cached time was")) {
            isSinceCleared = true;
            block.ignore(line);
        } else if (COMMAND.matcher(plain).matches()) {
            command = plain;
            block.ignore(line);
        } else if (table == null && above.isEmpty() && ROW.matcher(text).matches() && !line.isTerminated()) {
            block.rejectMalformed(line, "a row without a table");
        } else {
            above.add(text.stripTrailing());
            if (above.size() > 8) {
                above.remove(0);
            }
            block.ignore(line);
        }
    }
}
