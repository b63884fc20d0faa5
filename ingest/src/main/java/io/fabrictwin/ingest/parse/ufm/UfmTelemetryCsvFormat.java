package io.fabrictwin.ingest.parse.ufm;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.infiniband.CsvRow;
import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.ingest.parse.infiniband.Guid;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.id.PortId;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * UFM's telemetry as comma-separated rows, one for each sample of a port. Which columns there are is configured: the
 * headings, which come once in a stream, tell it. Rows without headings above them cannot be read.
 *
 * <p>A record is a line.
 */
public final class UfmTelemetryCsvFormat implements Format {
    private static final Pattern BARE_ROW =
            Pattern.compile("\\d{10,19},(?:0x)?[0-9a-fA-F]{16},(?:0x)?[0-9a-fA-F]{16},\\d{1,5},.*");
    private static final List<String> TIMES = List.of("timestamp", "sampletime", "time");
    private static final List<String> NODES = List.of("nodeguid");
    private static final List<String> PORT_GUIDS = List.of("portguid");
    private static final List<String> PORTS = List.of("portnum", "portnumber", "port");
    private static final Set<String> PLACES = Set.of(
            "timestamp",
            "sampletime",
            "time",
            "nodeguid",
            "portguid",
            "portnum",
            "portnumber",
            "port",
            "tag",
            "sourceid");

    @Override
    public String name() {
        return "ufm-telemetry-csv";
    }

    @Override
    public String emittedBy() {
        return "UFM telemetry, endpoints csv/metrics and csv/cset";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(PortCountersObserved.class, GaugesObserved.class, NameObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        String first = head.told().findFirst().orElse("");
        if (first.indexOf(',') >= 0 && columns(first) != null) {
            return Likeness.CERTAIN;
        }
        return Likeness.likelyIf(BARE_ROW.matcher(first).matches());
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        Reader reader = new Reader(input.context(), sink);
        Lines.readText(input, sink, reader::read);
    }

    private record Columns(List<String> names, int time, int node, int portGuid, int port) {}

    private static @Nullable Columns columns(String line) {
        List<String> names = CsvRow.of(line.startsWith("#") ? line.substring(1) : line);
        if (names == null) {
            return null;
        }
        List<String> plain = names.stream()
                .map(name -> name.toLowerCase(Locale.ROOT).replaceAll("[\\s_#]", ""))
                .toList();
        Columns columns =
                new Columns(names, find(plain, TIMES), find(plain, NODES), find(plain, PORT_GUIDS), find(plain, PORTS));
        return columns.time() < 0 || columns.node() < 0 || columns.port() < 0 ? null : columns;
    }

    private static int find(List<String> names, List<String> wanted) {
        return wanted.stream()
                .mapToInt(names::indexOf)
                .filter(index -> index >= 0)
                .findFirst()
                .orElse(-1);
    }

    private static final class Reader {
        private final EventContext context;
        private final Sink sink;
        private @Nullable Columns columns;

        Reader(EventContext context, Sink sink) {
            this.context = context;
            this.sink = sink;
        }

        void read(Line line) {
            if (line.isBlank()) {
                sink.ignored(line.record(), line.place());
                return;
            }
            Columns heading = columns(line.text());
            if (heading != null) {
                columns = heading;
                sink.accepted(line.record(), line.place(), List.of());
                return;
            }
            Columns known = columns;
            List<String> row = CsvRow.of(line.text());
            if (known == null) {
                reject(line, RejectCode.MISSING_FIELD, "no headings above say what the columns are");
            } else if (row == null || row.size() != known.names().size()) {
                reject(
                        line,
                        line.isTerminated() ? RejectCode.MALFORMED : RejectCode.TRUNCATED,
                        "the row has not as many values as there are headings");
            } else {
                readRow(line, row, known);
            }
        }

        private void readRow(Line line, List<String> row, Columns known) {
            String guid = Guid.nameIfValid(row.get(known.node()));
            String port = row.get(known.port());
            Long timeNs = EpochTime.ns(row.get(known.time()));
            if (guid == null || !port.matches("\\d{1,5}") || timeNs == null) {
                reject(line, RejectCode.BAD_VALUE, "the row names no port, or no time since 1970");
                return;
            }
            TelemetryValues values = new TelemetryValues();
            for (int i = 0; i < row.size(); i++) {
                String name = known.names().get(i);
                boolean isPlace = PLACES.contains(name.toLowerCase(Locale.ROOT).replaceAll("[\\s_#]", ""));
                if (!isPlace && !row.get(i).isEmpty() && !values.put(name, row.get(i))) {
                    sink.unread(name);
                }
            }
            Facts facts = new Facts(context, line.record(), timeNs);
            String portGuid = known.portGuid() < 0 ? null : Guid.nameIfValid(row.get(known.portGuid()));
            values.tell(facts, PortId.of(guid, port), portGuid, sink);
            sink.accepted(line.record(), line.place(), facts.events());
        }

        private void reject(Line line, RejectCode code, String reason) {
            sink.rejected(line.record(), line.place(), code, reason, line.raw());
        }
    }
}
