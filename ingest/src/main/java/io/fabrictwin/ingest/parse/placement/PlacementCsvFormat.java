package io.fabrictwin.ingest.parse.placement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.PlacementDeclared;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;

/**
 * A table with a server in each row and a part of the cluster in each further column: {@code ip,DSW,PSW,ASW}. A record is a
 * line. The column's name is the level, as the table words it.
 */
public final class PlacementCsvFormat implements Format {
    private static final Set<String> SERVERS =
            Set.of("ip", "host", "hostname", "host_name", "node", "nodename", "node_name", "server", "machine", "sn");
    private static final Set<String> LEVELS = Set.of(
            "dsw",
            "psw",
            "asw",
            "tor",
            "leaf",
            "spine",
            "core",
            "access",
            "aggregation",
            "agg",
            "block",
            "rack",
            "pod",
            "rail",
            "su",
            "scalable_unit",
            "zone",
            "room",
            "row",
            "segment",
            "plane",
            "cluster",
            "superpod",
            "switch",
            "leaf_switch",
            "spine_switch",
            "hall",
            "datacenter");

    private static final ObjectReader CELLS = CsvMapper.builder()
            .enable(CsvParser.Feature.WRAP_AS_ARRAY)
            .enable(CsvParser.Feature.TRIM_SPACES)
            .build()
            .readerFor(String[].class);

    @Override
    public String name() {
        return "placement-csv";
    }

    @Override
    public String emittedBy() {
        return "operators and schedulers: a table of servers and the switches, racks or blocks they belong to";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(PlacementDeclared.class);
    }

    @Override
    public Likeness recognise(Head head) {
        String header = head.told().findFirst().orElse("");
        return Likeness.likelyIf(header.length() < 200 && header.indexOf(',') > 0 && isHeader(header.split(",")));
    }

    /** Every column is known: tables of other things have a host in their first column, too. */
    private static boolean isHeader(String[] columns) {
        for (int i = 0; i < columns.length; i++) {
            String column = columns[i].replace("\"", "").strip().toLowerCase(Locale.ROOT);
            if (!(i == 0 ? SERVERS : LEVELS).contains(column)) {
                return false;
            }
        }
        return columns.length > 1;
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        Rows rows = new Rows(input);
        Lines.readText(input, sink, line -> rows.read(line, sink));
    }

    private static final class Rows {
        private final Input input;
        private String[] columns = {};

        Rows(Input input) {
            this.input = input;
        }

        void read(Line line, Sink sink) {
            LineRecord record = new LineRecord(line, input.context());
            if (!line.isBlank()) {
                readRow(line, record);
            }
            record.tell(sink);
        }

        private void readRow(Line line, LineRecord record) {
            try {
                String[][] rows =
                        CELLS.<String[]>readValues(line.text()).readAll().toArray(String[][]::new);
                String[] cells = rows.length == 0 ? new String[] {} : rows[0];
                if (columns.length == 0 && isHeader(cells)) {
                    columns = cells;
                    record.recognise();
                } else if (columns.length == 0) {
                    record.refuse(
                            RejectCode.MALFORMED,
                            "a header with a server's column and then levels has to come first, such as host,rack,leaf");
                } else if (cells.length != columns.length || cells[0].isEmpty()) {
                    record.refuse(
                            RejectCode.MALFORMED,
                            "the header has " + columns.length + " columns, this row has " + cells.length);
                } else {
                    for (int i = 1; i < cells.length; i++) {
                        add(cells[0], columns[i], cells[i], record);
                    }
                }
            } catch (JsonProcessingException e) {
                record.refuse(RejectCode.MALFORMED, "it is no row of comma-separated values");
            } catch (IOException e) {
                throw new IllegalStateException("text in memory can be read", e);
            } catch (IllegalArgumentException e) {
                record.refuse(RejectCode.BAD_VALUE, String.valueOf(e.getMessage()));
            }
        }

        private static void add(String server, String level, String domain, LineRecord record) {
            if (!domain.isEmpty()) {
                record.add(meta -> new PlacementDeclared(meta, new DeviceId(server), level, domain));
            }
        }
    }
}
