package io.fabrictwin.ingest.parse.sonictopo;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Figure;
import io.fabrictwin.ingest.parse.reading.Name;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Cables as rows of a CSV file; its fields hold no commas. */
final class LinkTable {
    private static final long BITS_PER_MEGABIT = 1_000_000;

    private final Input input;
    private final Sink sink;
    private List<String> headings = List.of();

    LinkTable(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
    }

    void read() throws IOException {
        Lines.readText(input, sink, this::take);
    }

    private void take(Line line) {
        if (line.isBlank() || line.text().startsWith("#")) {
            sink.ignored(line.record(), line.place());
            return;
        }
        List<String> cells = new ArrayList<>();
        for (String cell : line.text().split(",", -1)) {
            cells.add(cell.strip());
        }
        if (cells.contains("StartDevice")) {
            headings = cells;
            sink.ignored(line.record(), line.place());
            return;
        }
        String start = Name.clean(cell(cells, "StartDevice"));
        String startPort = Name.clean(cell(cells, "StartPort"));
        String end = Name.clean(cell(cells, "EndDevice"));
        String endPort = Name.clean(cell(cells, "EndPort"));
        boolean isWhole = line.isTerminated() || cells.size() >= headings.size();
        if (start == null || startPort == null || end == null || endPort == null || !isWhole) {
            sink.rejected(
                    line.record(),
                    line.place(),
                    line.isTerminated() ? RejectCode.MISSING_FIELD : RejectCode.TRUNCATED,
                    "the row does not name both devices and ports of a cable",
                    line.raw());
            return;
        }
        Facts facts = new Facts(input.context(), line.record(), null);
        PortId a = PortId.of(start, startPort);
        PortId b = PortId.of(end, endPort);
        Long megabits = Figure.whole(cell(cells, "BandWidth"));
        if (!a.equals(b)) {
            facts.add(new LinkPlanned(
                    facts.meta(),
                    new LinkId(a, b),
                    megabits == null || megabits > Integer.MAX_VALUE
                            ? null
                            : Long.valueOf(megabits * BITS_PER_MEGABIT)));
        }
        sink.accepted(line.record(), line.place(), facts.events());
    }

    private String cell(List<String> cells, String heading) {
        int column = headings.indexOf(heading);
        return column < 0 || column >= cells.size() ? "" : cells.get(column);
    }
}
