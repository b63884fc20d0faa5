package io.fabrictwin.ingest.parse.nvue;

import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Figure;
import io.fabrictwin.model.event.QosMapSet;
import io.fabrictwin.model.event.SchedulerSet;
import io.fabrictwin.model.id.DeviceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A table of a switch's classes: what is mapped to what, how each is served, which pool it uses. */
final class QosTable {
    private static final Pattern WEIGHTED = Pattern.compile("(\\w+)-(\\d{1,3})%");

    private final DeviceId device;
    private final String title;
    private final List<String> headings;
    private final Sink sink;
    private final List<List<String>> rows = new ArrayList<>();

    QosTable(DeviceId device, String title, List<String> headings, Sink sink) {
        this.device = device;
        this.title = title;
        this.headings = headings;
        this.sink = sink;
    }

    void take(List<String> cells) {
        rows.add(cells);
    }

    void tell(Facts facts) {
        if (headings.contains("switch-prio") && headings.contains("dscp")) {
            map("pcp", "switch-prio", facts);
            map("dscp", "switch-prio", facts);
        } else if (headings.contains("switch-prio") && headings.contains("traffic-class")) {
            map("switch-prio", "traffic-class", facts);
            schedulers(facts);
        } else if (headings.contains("name") && headings.contains("size")) {
            rows.forEach(row -> facts.tuned(device, null, "pool " + cell(row, "name") + " size", cell(row, "size")));
        } else if (!rows.isEmpty()) {
            sink.unread("table " + title);
        }
        rows.clear();
    }

    private void map(String from, String to, Facts facts) {
        SortedMap<String, String> entries = new TreeMap<>();
        for (List<String> row : rows) {
            for (String one : cell(row, from).split(",", -1)) {
                if (!Figure.isAbsent(one) && !Figure.isAbsent(cell(row, to))) {
                    entries.put(one.strip(), cell(row, to));
                }
            }
        }
        if (!entries.isEmpty()) {
            facts.add(new QosMapSet(facts.meta(), device, null, from + "-to-" + to, entries));
        }
    }

    private void schedulers(Facts facts) {
        SortedMap<Integer, String> byClass = new TreeMap<>();
        for (List<String> row : rows) {
            Long trafficClass = Figure.whole(cell(row, "traffic-class"));
            String weight = cell(row, "scheduler-weight");
            if (trafficClass != null && trafficClass < 64 && !Figure.isAbsent(weight)) {
                byClass.put(trafficClass.intValue(), weight);
            }
        }
        byClass.forEach((trafficClass, weight) -> {
            Matcher weighted = WEIGHTED.matcher(weight);
            boolean isWeighted = weighted.matches();
            facts.add(new SchedulerSet(
                    facts.meta(),
                    device,
                    null,
                    trafficClass,
                    isWeighted
                            ? weighted.group(1).toLowerCase(Locale.ROOT)
                            : weight.startsWith("strict") ? "strict" : weight,
                    isWeighted ? Integer.valueOf(weighted.group(2)) : null,
                    null));
        });
    }

    private String cell(List<String> row, String heading) {
        int column = headings.indexOf(heading);
        return column < 0 ? "" : row.get(column).strip();
    }
}
