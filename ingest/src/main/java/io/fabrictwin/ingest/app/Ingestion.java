package io.fabrictwin.ingest.app;

import io.fabrictwin.ingest.parse.FileInput;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.publish.BrokerWait;
import io.fabrictwin.ingest.publish.ConsumerOutlet;
import io.fabrictwin.ingest.publish.DiscardingOutlet;
import io.fabrictwin.ingest.publish.KafkaOutlet;
import io.fabrictwin.ingest.publish.KnownEvents;
import io.fabrictwin.ingest.publish.LogScan;
import io.fabrictwin.ingest.publish.LogUnreachableException;
import io.fabrictwin.ingest.publish.LoggedEvents;
import io.fabrictwin.ingest.publish.Outlet;
import io.fabrictwin.ingest.publish.Sequences;
import io.fabrictwin.ingest.publish.SourceLedger;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.schemas.BrokerAccess;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Takes files and folders in: into the log, into a consumer in this process, or only for a look. All three are one code
 * path. A file that cannot be read does not stop the others: its report gives the reason.
 */
public final class Ingestion {
    /** How long a broker may be silent before it counts as away. */
    private static final Duration BROKER_TIMEOUT = Duration.ofSeconds(15);

    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final Clock clock;

    /** @param clock tells when inputs are taken in */
    public Ingestion(Clock clock) {
        this.clock = clock;
    }

    /**
     * Publishes to the log what is not there yet. The topics must exist.
     *
     * @param wait what is done while the broker is away
     * @throws LogUnreachableException if it is away for longer; what was published is recognised the next time
     */
    public List<FileReport> publish(
            FormatChoice choice,
            List<Path> paths,
            IngestOptions options,
            BrokerAccess broker,
            BrokerWait wait,
            IngestListener listener) {
        LogScan log = new LogScan(broker, BROKER_TIMEOUT);
        try (KafkaOutlet outlet = KafkaOutlet.connect(broker, BROKER_TIMEOUT, wait)) {
            LoggedEvents known =
                    wait.answer(broker.bootstrap(), () -> new LoggedEvents(log, SourceLedger.read(log), outlet));
            return run(choice, paths, options, known, known::endOfInput, outlet, listener);
        }
    }

    /** Hands the events to the consumer, in order. */
    public List<FileReport> inMemory(
            FormatChoice choice,
            List<Path> paths,
            IngestOptions options,
            Consumer<? super FabricEvent> consumer,
            IngestListener listener) {
        return run(choice, paths, options, new Sequences(), source -> {}, new ConsumerOutlet(consumer), listener);
    }

    /** Publishes nothing; the log is not asked for duplicates. */
    public List<FileReport> dryRun(
            FormatChoice choice, List<Path> paths, IngestOptions options, IngestListener listener) {
        return run(choice, paths, options, new Sequences(), source -> {}, new DiscardingOutlet(), listener);
    }

    private List<FileReport> run(
            FormatChoice choice,
            List<Path> paths,
            IngestOptions options,
            KnownEvents known,
            Consumer<SourceId> atEnd,
            Outlet outlet,
            IngestListener listener) {
        Instant now = clock.instant();
        long observedTimeNs = now.getEpochSecond() * NS_PER_SECOND + now.getNano();
        List<FileReport> reports = new ArrayList<>();
        for (Path path : paths) {
            reports.add(run(choice, path, options, observedTimeNs, known, atEnd, outlet, listener));
        }
        return reports;
    }

    private static FileReport run(
            FormatChoice choice,
            Path path,
            IngestOptions options,
            long observedTimeNs,
            KnownEvents known,
            Consumer<SourceId> atEnd,
            Outlet outlet,
            IngestListener listener) {
        Format format;
        FileInput input;
        try {
            format = choice.of(path);
            input = FileInput.of(format, path, options.fabric(), options.at(), observedTimeNs);
        } catch (IOException e) {
            return FileReport.unread(path.toString(), choice.name(), reason(path, e));
        }
        Account account = new Account(input, format.name(), known, outlet, listener);
        String problem = null;
        try {
            format.parse(input, account);
        } catch (IOException e) {
            problem = reason(path, e);
        }
        outlet.flush();
        atEnd.accept(input.context().source());
        return account.report(problem);
    }

    private static String reason(Path path, IOException e) {
        if (e instanceof NoSuchFileException) {
            return path + ": no such file or folder";
        }
        return e instanceof AccessDeniedException ? path + ": not allowed to read it" : String.valueOf(e.getMessage());
    }
}
