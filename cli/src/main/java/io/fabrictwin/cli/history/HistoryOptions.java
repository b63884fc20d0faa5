package io.fabrictwin.cli.history;

import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import java.nio.file.Path;
import java.time.Instant;
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

    /** Connects to what is named, or starts a broker for as long as the result is open. */
    public History open() {
        LogEnd end = LogEnd.knownAt(knownAt == null ? null : (Long) Times.parseTime(knownAt, Instant.now()));
        if (archive != null && !brokerOptions.isNamed()) {
            return new History(new LogSource.Archive(archive), end, null);
        }
        BrokerOptions.Broker broker = brokerOptions.open();
        LogSource source = archive == null
                ? new LogSource.Broker(broker.bootstrap())
                : new LogSource.ArchiveAndBroker(archive, broker.bootstrap());
        return new History(source, end, broker);
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
    public record History(LogSource source, LogEnd end, BrokerOptions.@Nullable Broker broker)
            implements AutoCloseable {
        /** The broker's address; null where only an archive is read. */
        public @Nullable String bootstrap() {
            return broker == null ? null : broker.bootstrap();
        }

        @Override
        public void close() {
            if (broker != null) {
                broker.close();
            }
        }
    }
}
