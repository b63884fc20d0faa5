package io.fabrictwin.cli.history;

import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.replay.history.HistoryFold;
import io.fabrictwin.replay.history.Snapshots;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import io.fabrictwin.schemas.BrokerAccess;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where a verb finds history, and how much of it counts. */
public final class HistoryOptions {
    @Option(
            names = "--archive",
            paramLabel = "DIR",
            description = "Read this archive instead of a broker; with --bootstrap, and then on from the broker.")
    private @Nullable Path archive;

    @Option(
            names = "--known-at",
            paramLabel = "TIME",
            description = "Use only what the log had taken in by then (default: all that it holds).")
    private @Nullable String knownAt;

    @Mixin
    private final BrokerOptions brokerOptions = new BrokerOptions();

    /**
     * Connects to what is named, or starts a broker for as long as the result is open.
     *
     * @param teller told in one line what a person should know
     */
    public History open(Consumer<String> teller) {
        LogEnd end = LogEnd.knownAt(knownAt == null ? null : (Long) Times.parseTime(knownAt, Instant.now()));
        Snapshots snapshots = snapshots(teller);
        if (archive != null && !brokerOptions.isNamed()) {
            return new History(new LogSource.Archive(archive), end, snapshots, null);
        }
        BrokerOptions.Broker broker = brokerOptions.openToRead();
        LogSource source = archive == null
                ? new LogSource.Broker(broker.access())
                : new LogSource.ArchiveAndBroker(archive, broker.access());
        return new History(source, end, snapshots, broker);
    }

    /** An archive has snapshots of its own; those of the data folder serve as well. */
    private Snapshots snapshots(Consumer<String> teller) {
        Path data = brokerOptions.data();
        Path own = data.resolve("snapshots");
        return new Snapshots(
                archive == null
                        ? List.of(own, data.resolve("archive").resolve("snapshots"))
                        : List.of(archive.resolve("snapshots"), own),
                teller);
    }

    /** Whether an archive is read. */
    public boolean hasArchive() {
        return archive != null;
    }

    /** As it was given; null: it was not. */
    public @Nullable String knownAt() {
        return knownAt;
    }

    public BrokerOptions brokerOptions() {
        return brokerOptions;
    }

    /**
     * History for the run of a verb.
     *
     * @param broker null where only an archive is read
     */
    public record History(LogSource source, LogEnd end, Snapshots snapshots, BrokerOptions.@Nullable Broker broker)
            implements AutoCloseable {
        /** Folds in this thread, from the nearest snapshot on. */
        public HistoryFold fold() {
            return new HistoryFold(source.cut(end), end, snapshots);
        }

        /** The way to the broker; null where only an archive is read. */
        public @Nullable BrokerAccess access() {
            return broker == null ? null : broker.access();
        }

        @Override
        public void close() {
            if (broker != null) {
                broker.close();
            }
        }
    }
}
