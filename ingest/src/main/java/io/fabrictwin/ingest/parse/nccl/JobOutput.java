package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.ingest.parse.Envelope;
import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.LineReader;
import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.ingest.parse.LogTime;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.nccl.benchmark.BenchmarkTables;
import io.fabrictwin.ingest.parse.reading.Colours;
import io.fabrictwin.ingest.parse.torch.Watchdog;
import io.fabrictwin.model.id.JobId;
import java.util.regex.Pattern;

/**
 * Reads what a job prints, line by line: the library's messages, the tables of its benchmark and the lines of PyTorch's
 * watchdog, as they come between each other.
 */
final class JobOutput implements LineReader {
    /** A version stands alone in its line, behind nothing but launchers' marks. */
    private static final Pattern VERSION = Pattern.compile("(?:NCCL|RCCL) version .*");

    private final EventContext context;
    private final LineCutter cutter = new LineCutter();
    private final Messages messages;
    private final BenchmarkTables tables;
    private final Watchdog watchdog;

    JobOutput(Input input) {
        this.context = input.context();
        JobId job = new JobId(InputName.plain(input));
        this.messages = new Messages(job);
        this.tables = new BenchmarkTables(job);
        this.watchdog = new Watchdog(job, context.anchorTimeNs());
    }

    @Override
    public void read(Line line, Sink sink) {
        String text = line.text();
        boolean hasMessage = text.contains("CCL");
        if (!hasMessage && !tables.mayHold(line)) {
            sink.ignored(line.record(), line.place());
            return;
        }
        text = Colours.removedFrom(text);
        LineRecord record = new LineRecord(line, context);
        try {
            // A carriage return starts the line again: a message may stand behind a progress bar.
            for (String part : text.indexOf('\r') < 0 ? new String[] {text} : text.split("\r")) {
                if (hasMessage) {
                    readPart(line, part, record);
                } else {
                    readOther(part, record);
                }
            }
        } catch (IllegalArgumentException | ArithmeticException e) {
            record.refuse(RejectCode.BAD_VALUE, String.valueOf(e.getMessage()));
        }
        record.tell(sink);
    }

    private void readPart(Line line, String part, LineRecord record) {
        LineCutter.Cut cut = cutter.cut(line, part);
        if (cut.messages().isEmpty()) {
            if (cut.isTorn()) {
                record.torn("a message");
            } else if (part.contains(Watchdog.MARK)) {
                record.at(LogTime.before(part));
                watchdog.read(part, Envelope.of(part), record);
            } else {
                readOther(part, record);
            }
            return;
        }
        record.recognise();
        Prefix prefix = cut.prefix();
        String host = prefix.envelope().host();
        record.at(prefix.timeNs());
        if (prefix.isOther()) {
            tables.read(prefix.text(), prefix.envelope(), record);
        }
        for (Message message : cut.messages()) {
            if (message.level() != Message.Level.OTHER) {
                messages.read(message, host, record);
            }
        }
    }

    /** A line without a message. */
    private void readOther(String part, LineRecord record) {
        Envelope envelope = Envelope.of(part);
        record.at(LogTime.before(part.substring(0, Math.min(envelope.end(), part.length()))));
        String own = part.substring(Math.min(envelope.end(), part.length())).strip();
        if (VERSION.matcher(own).matches()) {
            messages.readVersions(own, record);
        } else {
            tables.read(part, envelope, record);
        }
    }
}
