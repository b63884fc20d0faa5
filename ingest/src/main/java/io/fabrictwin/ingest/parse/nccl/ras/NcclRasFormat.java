package io.fabrictwin.ingest.parse.nccl.ras;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.CommunicationFailed;
import io.fabrictwin.model.event.CommunicatorHealthObserved;
import io.fabrictwin.model.event.CommunicatorInitialized;
import io.fabrictwin.model.event.CommunicatorProgressObserved;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The answers of NCCL's RAS service, as {@code ncclras} and its port hand them on: reports and monitored events, in text or
 * JSON. Of text a record is a line, of JSON a communicator or an event.
 *
 * <p>A report in text counts healthy communicators by groups only; such a group bears the name {@code group 0}.
 * The job is named as the input.
 */
public final class NcclRasFormat implements Format {
    private static final Pattern REPORT =
            Pattern.compile("(?m)^[ \\t]*+Group\\s+Comms\\s+Nodes\\s+Ranks\\s+Ranks\\s+Ranks\\s+Status\\s+Errors"
                    + "|^#\\d+-\\d+ \\([0-9a-f]{1,16}\\) [A-Z]+");
    private static final Pattern EVENT =
            Pattern.compile("(?m)^[ \\t]*+\\[[0-9: -]{19}\\] [A-Z_]+: Process \\d+ on node ");

    @Override
    public String name() {
        return "nccl-ras";
    }

    @Override
    public String emittedBy() {
        return "ncclras, or a client of NCCL's RAS port 28028";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(
                CommunicationFailed.class,
                CommunicatorHealthObserved.class,
                CommunicatorInitialized.class,
                CommunicatorProgressObserved.class,
                JobStarted.class);
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.first() == '{') {
            return Likeness.certainIf(head.hasAll("\"communicators_count\"", "\"communicators\"")
                    || head.hasAll("\"event\"", "\"group\"", "\"peer\"", "\"cuda_devs\""));
        }
        return Likeness.certainIf(head.has(REPORT) || head.has(EVENT));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        boolean isDocument;
        try (InputStream in = input.open()) {
            isDocument = Head.of(in).first() == '{';
        }
        if (isDocument) {
            new RasDocument(input, sink).run();
        } else {
            RasReport report = new RasReport(input);
            Lines.readText(input, sink, line -> report.read(line, sink));
        }
    }
}
