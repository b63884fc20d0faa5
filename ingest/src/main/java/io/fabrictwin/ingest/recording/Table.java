package io.fabrictwin.ingest.recording;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables of a recording and the columns that each needs; further columns and another order do no harm. */
enum Table {
    NODES("node", "kind", "node_id", "ip"),
    LINKS("a", "b", "rate_gbps", "delay_ns", "state", "from_ns", "to_ns"),
    CONFIG("time_ns", "device", "setting", "value", "unit"),
    JOBS("job", "rank", "host", "from_step"),
    PLAN("job", "collective", "op", "bytes_per_rank", "launch_fraction", "stream"),
    COMPUTE("job", "step", "rank", "host", "compute_ns"),
    COLLECTIVES("job", "step", "collective", "op", "bytes_per_rank", "rank", "start_ns", "end_ns"),
    STEPS("job", "step", "start_ns", "compute_end_ns", "end_ns"),
    FLOWS(
            "job",
            "stream",
            "src_rank",
            "dst_rank",
            "src_host",
            "dst_host",
            "qp",
            "src_port",
            "dst_port",
            "path",
            "first_ns",
            "messages",
            "bytes"),
    TELEMETRY(
            "time_ns",
            "device",
            "port_to",
            "tx_bytes",
            "rx_bytes",
            "ecn_marked_pkts",
            "cnp_rx",
            "pfc_rx_frames",
            "pfc_rx_paused_ns",
            "pfc_tx_frames",
            "pfc_tx_paused_ns",
            "queue_bytes",
            "queue_max_bytes");

    /** What a table holds, line by line. */
    interface Rows {
        void row(Line line, Row row);

        void blank(Line line);

        void bad(String place, RejectCode code, String reason, byte[] raw);
    }

    @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
    private final List<String> columns;

    Table(String... columns) {
        this.columns = List.of(columns);
    }

    String fileName() {
        return switch (this) {
            case NODES -> "nodes.csv";
            case LINKS -> "links.csv";
            case CONFIG -> "config.csv";
            case JOBS -> "jobs.csv";
            case PLAN -> "plan.csv";
            case COMPUTE -> "compute.csv";
            case COLLECTIVES -> "collectives.csv";
            case STEPS -> "steps.csv";
            case FLOWS -> "flows.csv";
            case TELEMETRY -> "telemetry.csv";
        };
    }

    /** Hands over every line below the header line, which is no record unless it is bad. */
    void read(Input file, Rows rows) throws IOException {
        Reader reader = new Reader(rows);
        Lines.read(file, reader::line);
        if (!reader.sawLine) {
            rows.bad(fileName(), RejectCode.TRUNCATED, "the file is empty: it has no header line", new byte[0]);
        }
    }

    private final class Reader {
        private final Rows rows;
        private final Map<String, Integer> positions = new HashMap<>();
        private boolean sawLine;
        private boolean hasHeader;
        private int width;

        Reader(Rows rows) {
            this.rows = rows;
        }

        void line(Line line) {
            boolean isFirst = !sawLine;
            sawLine = true;
            Line.Defect defect = line.defect();
            if (defect != null) {
                bad(line, defect.code(), defect.reason());
            } else if (isFirst) {
                header(line);
            } else if (line.text().isEmpty()) {
                rows.blank(line);
            } else if (!line.isTerminated()) {
                bad(line, RejectCode.TRUNCATED, "the file ends in this line, which may be cut off");
            } else if (!hasHeader) {
                bad(line, RejectCode.MALFORMED, "the file has no usable header line, so the columns are not known");
            } else {
                String[] fields = line.text().split(",", -1);
                if (fields.length == width) {
                    rows.row(line, new Row(positions, fields));
                } else {
                    bad(line, RejectCode.MALFORMED, fields.length + " columns where the header has " + width);
                }
            }
        }

        private void header(Line line) {
            String[] names = line.text().split(",", -1);
            width = names.length;
            for (int i = 0; i < width; i++) {
                positions.put(names[i].strip(), i);
            }
            String missing = missingColumn();
            hasHeader = missing == null;
            if (missing != null) {
                bad(line, RejectCode.MALFORMED, "the header line has no column '" + missing + "'");
            }
        }

        private @Nullable String missingColumn() {
            return columns.stream()
                    .filter(column -> !positions.containsKey(column))
                    .findFirst()
                    .orElse(null);
        }

        private void bad(Line line, RejectCode code, String reason) {
            rows.bad(place(line), code, reason, line.raw());
        }
    }

    String place(Line line) {
        return fileName() + " " + line.place().inWords();
    }
}
