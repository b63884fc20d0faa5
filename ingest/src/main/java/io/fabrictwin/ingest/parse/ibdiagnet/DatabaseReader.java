package io.fabrictwin.ingest.parse.ibdiagnet;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.LogTime;
import io.fabrictwin.ingest.parse.Place;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.infiniband.CsvRow;
import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.Swept;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a database into its sections. The end of the links sweeps, if nodes, ports and links were whole: no row of the
 * input was rejected until then, and each of these sections ended.
 */
final class DatabaseReader implements Sink {
    private static final Pattern BORDER = Pattern.compile("(START|END)_(\\w{1,60})\\s*");
    private static final Set<String> SUBNET = Set.of("NODES", "PORTS", "LINKS");

    private final EventContext context;
    private final Sink sink;
    private final Sections sections = new Sections();
    private final Set<String> whole = new HashSet<>();
    private @Nullable String section;
    private @Nullable Map<String, Integer> columns;
    private @Nullable Long timeNs;
    private boolean isDisturbed;
    private boolean isSwept;

    DatabaseReader(EventContext context, Sink sink) {
        this.context = context;
        this.sink = sink;
    }

    void read(Line line) {
        String text = line.text().strip();
        Matcher border = BORDER.matcher(text);
        if (border.matches()) {
            Facts facts = new Facts(context, line.record(), timeNs);
            if (border.group(1).equals("START")) {
                section = border.group(2);
            } else {
                end(border.group(2), facts);
            }
            columns = null;
            accepted(line.record(), line.place(), facts.events());
            return;
        }
        String open = section;
        if (text.isEmpty() || text.startsWith("#") || text.matches("-{3,}")) {
            if (timeNs == null && open == null) {
                timeNs = LogTime.before(text);
            }
            ignored(line.record(), line.place());
        } else if (open == null) {
            // Titles, and a table of where the sections are.
            sink.unread("line outside of a section");
            accepted(line.record(), line.place(), List.of());
        } else {
            readRow(line, text, open);
        }
    }

    private void readRow(Line line, String text, String open) {
        List<String> values = CsvRow.of(text);
        Map<String, Integer> known = columns;
        Facts facts = new Facts(context, line.record(), timeNs);
        if (values == null) {
            reject(line, RejectCode.MALFORMED, "the quotes of the row do not fit together");
        } else if (known == null) {
            columns = columns(values);
            accepted(line.record(), line.place(), List.of());
        } else if (values.size() < known.size() && !line.isTerminated()) {
            reject(line, RejectCode.TRUNCATED, "the row of " + open + " is cut off");
        } else if (!Sections.has(open)) {
            sink.unread(open);
            accepted(line.record(), line.place(), List.of());
        } else {
            try {
                String problem = sections.read(open, new Row(known, values), facts, sink);
                if (problem == null) {
                    accepted(line.record(), line.place(), facts.events());
                } else {
                    reject(line, RejectCode.MISSING_FIELD, problem);
                }
            } catch (IllegalArgumentException e) {
                reject(line, RejectCode.BAD_VALUE, String.valueOf(e.getMessage()));
            }
        }
    }

    private void end(String name, Facts facts) {
        if (name.equals(section)) {
            whole.add(name);
        }
        section = null;
        if (!isSwept && !isDisturbed && whole.containsAll(SUBNET)) {
            isSwept = true;
            facts.add(meta -> new Swept(meta, null, sections.switches()));
        }
    }

    private static Map<String, Integer> columns(List<String> headings) {
        Map<String, Integer> columns = new HashMap<>();
        for (int i = 0; i < headings.size(); i++) {
            columns.putIfAbsent(headings.get(i).toLowerCase(Locale.ROOT), i);
        }
        return columns;
    }

    private void reject(Line line, RejectCode code, String reason) {
        rejected(line.record(), line.place(), code, reason, line.raw());
    }

    @Override
    public void accepted(long record, Place place, List<? extends FabricEvent> events) {
        sink.accepted(record, place, events);
    }

    @Override
    public void ignored(long record, Place place) {
        sink.ignored(record, place);
    }

    @Override
    public void rejected(long record, Place place, RejectCode code, String reason, byte[] raw) {
        isDisturbed = true;
        sink.rejected(record, place, code, reason, raw);
    }
}
