package io.fabrictwin.ingest.parse.ufm;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.ingest.parse.infiniband.CsvRow;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkPlanned;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Network design tables: planned cables as comma-separated rows under the headings StartDevice, StartPort, EndDevice and
 * EndPort, as a file or inside of an upload request to UFM (JSON). A record is a row.
 */
public final class NdtFormat implements Format {
    private static final Pattern UPLOAD = Pattern.compile("\"file\"\\s*:\\s*\"[^\"]{0,300}(?i:StartDevice)");
    private static final int LINES_LOOKED_AT = 10;
    private static final String LINK_TYPE = "LinkType";
    private static final int LEAST_HEADINGS = 3;

    @Override
    public String name() {
        return "ufm-ndt";
    }

    @Override
    public String emittedBy() {
        return "people who plan cabling for UFM: network design table (.ndt, .csv) or its upload request (JSON)";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(LinkPlanned.class);
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.isJson()) {
            return Likeness.certainIf(head.has(UPLOAD));
        }
        List<String> headings =
                head.told().limit(LINES_LOOKED_AT).filter(NdtFormat::isHeading).toList();
        if (headings.stream().anyMatch(line -> line.contains(LINK_TYPE))) {
            return Likeness.CERTAIN;
        }
        // Other tools' tables of cables have the four headings, too.
        return Likeness.likelyIf(!headings.isEmpty());
    }

    private static boolean isHeading(String line) {
        List<String> row = line.indexOf(',') < 0 ? null : CsvRow.of(line);
        return row != null && PlanTable.headings(row) >= LEAST_HEADINGS;
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        Head head;
        try (InputStream in = input.open()) {
            head = Head.of(in);
        }
        PlanTable table = new PlanTable(input.context(), sink);
        if (head.isJson()) {
            readUploads(JsonDocument.read(input), table, sink);
        } else {
            Lines.readText(
                    input, sink, line -> table.read(line.record(), line.place().inWords(), line.text(), line.raw()));
        }
    }

    private static void readUploads(JsonDocument document, PlanTable table, Sink sink) {
        long record = 0;
        for (JsonNode value : document.values()) {
            for (JsonNode upload : value.isArray() ? value : List.of(value)) {
                String file = upload.path("file").asText("");
                String name = upload.path("file_name").asText("upload");
                if (file.isBlank()) {
                    sink.rejected(
                            record++,
                            name,
                            RejectCode.MISSING_FIELD,
                            "the upload has no field 'file' with a table",
                            PlanTable.raw(upload.toString()));
                    continue;
                }
                table.begin();
                Iterator<String> lines = file.lines().iterator();
                for (int number = 1; lines.hasNext(); number++) {
                    String line = lines.next();
                    table.read(record++, name + " line " + number, line, PlanTable.raw(line));
                }
            }
        }
        if (document.refusal() != null) {
            document.refusal().reject(record, sink);
        } else if (record == 0) {
            sink.rejected(0, "document", RejectCode.MISSING_FIELD, "there is no upload in it", new byte[0]);
        }
    }
}
