package io.fabrictwin.ingest.live;

import io.fabrictwin.ingest.app.FileReport;
import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.ingest.app.Intake;
import io.fabrictwin.ingest.events.EventsFormat;
import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.publish.SourceLedger;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * What the thread of a live source works with.
 *
 * @param clockNs now, ns since 1970
 */
record SourceContext(
        FabricId fabric, Intake intake, SourceLedger ledger, SourceStatus status, Stop stop, LongSupplier clockNs) {

    /** Stands for a format that is not known yet. */
    static final Format ANY_FILE = new EventsFormat();

    /** Where the events of an input in memory come from, taken in now. */
    EventContext eventContext(Format format, String identity, long anchorTimeNs) {
        return new EventContext(
                fabric, new SourceId(format.name(), identity), anchorTimeNs, clockNs.getAsLong());
    }

    /** Counts what became of an input, and keeps the reason if it was nothing. */
    void took(String input, FileReport report) {
        status.took(report);
        String reason = report.reason();
        if (reason != null && report.duplicate() == 0 && report.ignored() == 0) {
            status.error(input + ": " + reason);
        }
    }

    /** The format of the name; for {@code auto} the one that the input looks like, empty where it is not clear. */
    static Optional<Format> format(String name, Input input) throws IOException {
        if (!name.equals(SourceSpec.AUTO)) {
            return Formats.named(name);
        }
        List<Format> likely = Formats.recognised(Head.of(input));
        return likely.size() == 1 ? Optional.of(likely.get(0)) : Optional.empty();
    }

    /** One line that says why {@code auto} did not choose. */
    static String notRecognised(Input input) throws IOException {
        List<Format> likely = Formats.recognised(Head.of(input));
        return likely.isEmpty()
                ? "looks like none of the formats; name one instead of auto"
                : "looks like any of "
                        + likely.stream().map(Format::name).collect(Collectors.joining(", "))
                        + "; name one instead of auto";
    }
}
