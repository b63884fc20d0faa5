package io.fabrictwin.ingest.live;

import io.fabrictwin.ingest.app.FileReport;
import io.fabrictwin.ingest.app.FormatChoice;
import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.ingest.app.Intake;
import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.publish.SourceLedger;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongSupplier;

/**
 * What the thread of a live source works with.
 *
 * @param clockNs now, ns since 1970
 */
record SourceContext(
        FabricId fabric, Intake intake, SourceLedger ledger, SourceStatus status, Stop stop, LongSupplier clockNs) {

    /** Where the events of an input in memory come from, taken in now. */
    EventContext eventContext(Format format, String identity, long anchorTimeNs) {
        return new EventContext(fabric, new SourceId(format.name(), identity), anchorTimeNs, clockNs.getAsLong());
    }

    /** Counts what became of an input, and keeps the reason if it was nothing. */
    void took(String input, FileReport report) {
        status.took(report);
        String reason = report.reason();
        if (reason != null && report.duplicate() == 0 && report.ignored() == 0) {
            status.error(input + ": " + reason);
        }
    }

    /**
     * The format of the name; for {@code auto} the one that the input looks like.
     *
     * @throws IOException if it looks like none, or like several; the message is for people
     */
    static Format format(String name, Input input) throws IOException {
        if (!name.equals(FormatChoice.AUTO)) {
            return Formats.named(name).orElseThrow();
        }
        try (InputStream in = input.open()) {
            return FormatChoice.byContent(Head.of(in));
        }
    }
}
