package io.fabrictwin.ingest.parse.ufm;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.infiniband.CsvRow;
import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.model.event.DeviceTuned;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * The list of UFM's events that a monitor follows, with how severe each is: a setting of the monitor, which is named as the
 * input. A record is a line.
 */
public final class UfmEventPolicyFormat implements Format {
    private static final String ID = "msg_id";
    private static final String SEVERITY = "severity";
    private static final String UFM = "ufm.";

    @Override
    public String name() {
        return "ufm-event-policy";
    }

    @Override
    public String emittedBy() {
        return "operators of UFM: list of event ids with their severity (CSV)";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(DeviceTuned.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.text().contains("\n" + UFM)
                && head.told().findFirst().map(UfmEventPolicyFormat::isHeading).orElse(false));
    }

    private static boolean isHeading(String line) {
        List<String> names = CsvRow.of(line.startsWith("#") ? line.substring(1) : line);
        return names != null && names.contains(ID) && names.contains(SEVERITY);
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        DeviceId monitor = new DeviceId(InputName.plain(input));
        Lines.readText(input, sink, line -> read(line, monitor, input.context(), sink));
    }

    private static void read(Line line, DeviceId monitor, EventContext context, Sink sink) {
        List<String> row = CsvRow.of(line.text());
        if (line.isBlank() || line.text().startsWith("#")) {
            sink.ignored(line.record(), line.place());
        } else if (row == null || row.size() < 3 || row.get(0).isEmpty()) {
            sink.rejected(
                    line.record(),
                    line.place(),
                    line.isTerminated() ? RejectCode.MALFORMED : RejectCode.TRUNCATED,
                    "not an event with its severity and meaning",
                    line.raw());
        } else {
            Facts facts = new Facts(context, line.record(), null);
            facts.add(meta -> new DeviceTuned(meta, monitor, null, row.get(0), row.get(1)));
            sink.accepted(line.record(), line.place(), facts.events());
        }
    }
}
