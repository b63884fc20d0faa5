package io.fabrictwin.ingest.parse.soniccli;

import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Figure;
import io.fabrictwin.ingest.parse.reading.Name;
import io.fabrictwin.ingest.parse.reading.PortTable;
import io.fabrictwin.ingest.parse.reading.Readings;
import io.fabrictwin.ingest.parse.reading.RuledTable;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One table of a show command. */
final class CliTable {
    private static final Pattern GAP = Pattern.compile("\\S\\s{2,}\\S");

    private final RuledTable ruled;
    private final @Nullable PortTable ofPorts;
    private final PortText portText;
    private final Sink sink;
    private final int width;
    private final String title;

    private CliTable(
            RuledTable ruled, @Nullable PortTable ofPorts, PortText portText, Sink sink, int width, String title) {
        this.ruled = ruled;
        this.ofPorts = ofPorts;
        this.portText = portText;
        this.sink = sink;
        this.width = width;
        this.title = title;
    }

    static CliTable of(
            List<String> above, String rule, String command, boolean isSinceCleared, PortText portText, Sink sink) {
        int first = above.size() - 1;
        while (first > 0
                && GAP.matcher(above.get(first - 1)).find()
                && !above.get(first - 1).endsWith(":")) {
            first--;
        }
        RuledTable ruled = new RuledTable(above.subList(first, above.size()), rule);
        String title = (command + " " + String.join(" ", above.subList(0, first))).strip();
        PortTable ofPorts = PortTable.of(ruled.headings(), title, sink::unread);
        if (ofPorts != null && (isSinceCleared || title.contains("counters -p "))) {
            ofPorts.sinceCleared();
        }
        return new CliTable(ruled, ofPorts, portText, sink, rule.stripTrailing().length(), title);
    }

    boolean hasRow(String text) {
        List<String> cells = ruled.cells(text);
        if (ofPorts != null) {
            return ofPorts.port(cells) != null;
        }
        return cells.stream().filter(cell -> !cell.isEmpty()).count() > 1 && !cells.equals(ruled.headings());
    }

    /** A blank line ends it; tables of ports hold blank lines. */
    boolean endsWithBlank() {
        return ofPorts == null;
    }

    boolean isShort(String text) {
        return text.stripTrailing().length() < width;
    }

    /** Whether its rows tell of one port together. */
    boolean isOfLines() {
        return ofPorts == null && (ruled.headings().contains("Parameter") || isHistogram());
    }

    private boolean isHistogram() {
        return ruled.headings().get(0).startsWith("Symbol Errors Per Codeword");
    }

    void read(String text, DeviceId device, Facts facts) {
        List<String> headings = ruled.headings();
        List<String> cells = ruled.cells(text);
        boolean isTaken;
        if (WatchdogRow.isStatistics(headings)) {
            isTaken = WatchdogRow.statistics(headings, cells, device, facts);
        } else if (WatchdogRow.isConfiguration(headings)) {
            isTaken = WatchdogRow.configuration(headings, cells, device, facts);
        } else if (headings.contains("RemoteDevice")) {
            isTaken = neighbour(cells, device, facts);
        } else if (ofPorts != null) {
            isTaken = ofPorts.read(cells, device, facts);
            losslessPriorities(cells, device, facts);
        } else {
            isTaken = others(headings, cells, device, facts);
        }
        if (!isTaken) {
            sink.unread("row of table " + String.join(" ", headings));
        }
    }

    private boolean neighbour(List<String> cells, DeviceId device, Facts facts) {
        String remote = Name.clean(cell(cells, "RemoteDevice"));
        String remotePort = Name.clean(cell(cells, "RemotePortID"));
        String localPort = Name.clean(cell(cells, "LocalPort"));
        if (remote == null || remotePort == null || localPort == null) {
            return false;
        }
        PortId far = new PortId(new DeviceId(remote), remotePort);
        facts.add(new LinkDiscovered(facts.meta(), new LinkId(new PortId(device, localPort), far), null, null, null));
        facts.named(far.device(), far, NameScheme.MAC, Name.mac(remotePort));
        return true;
    }

    private void losslessPriorities(List<String> cells, DeviceId device, Facts facts) {
        String listed = cell(cells, "Lossless priorities");
        String name = ofPorts == null ? null : ofPorts.port(cells);
        if (Figure.isAbsent(listed) || name == null) {
            return;
        }
        List<String> priorities = new ArrayList<>(List.of(listed.split(",", -1)));
        for (int priority = 0; priority < 8; priority++) {
            facts.add(new PfcProfileSet(
                    facts.meta(),
                    device,
                    new PortId(device, name),
                    priority,
                    null,
                    priorities.contains(Integer.toString(priority)),
                    null,
                    null,
                    null,
                    null,
                    null));
        }
    }

    private boolean others(List<String> headings, List<String> cells, DeviceId device, Facts facts) {
        if (isHistogram() || headings.contains("Parameter")) {
            return portText.takeRow(headings, cells);
        }
        if (headings.contains("Interval (in ms)")) {
            facts.tuned(device, null, "counterpoll " + cells.get(0) + " interval ms", cell(cells, "Interval (in ms)"));
            facts.tuned(device, null, "counterpoll " + cells.get(0), cell(cells, "Status"));
            return true;
        }
        if (headings.get(0).equals("Pool") && headings.contains("Bytes")) {
            Readings readings = new Readings(device);
            String what = title.contains("eadroom") ? "headroomWatermarkBytes" : "watermarkBytes";
            readings.gauge(null, "pool " + cells.get(0), what, Figure.number(cell(cells, "Bytes")));
            readings.drainTo(facts);
            return true;
        }
        return false;
    }

    private String cell(List<String> cells, String heading) {
        int column = ruled.headings().indexOf(heading);
        return column < 0 ? "" : cells.get(column).strip();
    }
}
