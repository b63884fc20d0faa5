package io.fabrictwin.ingest.live;

import io.fabrictwin.ingest.app.FormatChoice;
import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.ingest.app.Intake;
import io.fabrictwin.ingest.publish.BrokerWait;
import io.fabrictwin.ingest.publish.LogScan;
import io.fabrictwin.ingest.publish.LogUnreachableException;
import io.fabrictwin.ingest.publish.SourceLedger;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.SourceState;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes in from live sources until it is closed: each source in a thread of its own, with its own way into the log, so
 * that one that hangs holds up no other. A broker that is away is waited for. How the sources are doing is told over HTTP
 * and noted in the log's topic of notes.
 */
public final class LiveIngest implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveIngest.class);
    private static final Duration BROKER_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration TELL_PAUSE = Duration.ofSeconds(5);
    private static final Duration RETRY_PAUSE = Duration.ofSeconds(2);
    private static final long STOP_MS = 20_000;
    private static final long NS_PER_SECOND = 1_000_000_000L;
    /** Where the beginning of an input does not tell what follows, or there is no telling before it came. */
    private static final Set<String> NO_AUTO = Set.of("tail", "udp", "tcp", "kafka");

    private final LiveConfig config;
    private final BrokerAccess broker;
    private final Runnable prepare;
    private final LongSupplier clockNs;
    private final Stop stop = new Stop();
    private final List<SourceStatus> statuses = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final LiveMetrics metrics = new LiveMetrics();
    private final LiveServer server;
    private @Nullable SourceLedger ledger;

    private LiveIngest(LiveConfig config, BrokerAccess broker, Runnable prepare, Clock clock) {
        this.config = config;
        this.broker = broker;
        this.prepare = prepare;
        this.clockNs = () -> {
            Instant now = clock.instant();
            return now.getEpochSecond() * NS_PER_SECOND + now.getNano();
        };
        Pushes pushes = new Pushes(config.http().queue());
        this.server = new LiveServer(config.http(), pushes, this::states, metrics::scrape);
        if (config.http().acceptsPushes()) {
            add(LiveConfig.Http.NAME, "http", place(config.http()), "by path", "inputs", pushes);
        }
        config.sources().forEach(this::add);
    }

    /**
     * Starts all sources.
     *
     * @param prepare makes sure that the topics are there; throws LogUnreachableException while the broker is away
     * @param clock tells when inputs are taken in
     * @throws IllegalArgumentException if a source names a format that it cannot have; one line for people
     * @throws IllegalStateException if the address is taken; one line for people
     */
    public static LiveIngest start(LiveConfig config, BrokerAccess broker, Runnable prepare, Clock clock) {
        LiveIngest live = new LiveIngest(config, broker, prepare, clock);
        live.server.start();
        live.threads.add(new Thread(live::tell, "fabric-twin-live-states"));
        live.threads.forEach(thread -> {
            thread.setDaemon(true);
            thread.start();
        });
        return live;
    }

    /** The port that it listens on. */
    public int httpPort() {
        return server.port();
    }

    /** How the sources are doing, in the order of the configuration. */
    public List<SourceState> states() {
        return statuses.stream().map(SourceStatus::snapshot).toList();
    }

    /** Stops taking in; what was taken is in the log afterwards, unless the broker is away. */
    @Override
    public void close() {
        stop.wish();
        try {
            for (Thread thread : threads) {
                thread.join(STOP_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.close();
    }

    private void add(SourceSpec spec) {
        if (spec instanceof SourceSpec.Watch watch) {
            add(spec, "watch", watch.folder().toString(), "files", new WatchSource(watch));
        } else if (spec instanceof SourceSpec.Tail tail) {
            add(spec, "tail", tail.file().toString(), "bytes", new TailSource(tail));
        } else if (spec instanceof SourceSpec.Syslog syslog) {
            SyslogSource source = new SyslogSource(syslog);
            add(
                    spec,
                    syslog.transport() == SourceSpec.Syslog.Transport.UDP ? "udp" : "tcp",
                    source.place(),
                    "messages",
                    source);
        } else if (spec instanceof SourceSpec.Messages messages) {
            add(spec, "kafka", messages.broker() + "/" + messages.topic(), "messages", new MessageSource(messages));
        } else if (spec instanceof SourceSpec.Scrape scrape) {
            for (URI target : scrape.targets()) {
                String name =
                        scrape.targets().size() == 1 ? scrape.name() : scrape.name() + " " + target.getAuthority();
                requireFormat(spec, "scrape");
                add(name, "scrape", target.toString(), scrape.format(), "seconds", new ScrapeSource(scrape, target));
            }
        }
    }

    private void add(SourceSpec spec, String kind, String place, String lagUnit, LiveSource source) {
        requireFormat(spec, kind);
        add(spec.name(), kind, place, spec.format(), lagUnit, source);
    }

    private void add(String name, String kind, String place, String format, String lagUnit, LiveSource source) {
        SourceStatus status = new SourceStatus(name, kind, place, format, lagUnit, clockNs, stop);
        statuses.add(status);
        metrics.add(status);
        threads.add(new Thread(() -> run(source, status), "fabric-twin-live-" + name));
    }

    private static void requireFormat(SourceSpec spec, String kind) {
        String format = spec.format();
        if (format.equals(FormatChoice.AUTO) && !NO_AUTO.contains(kind)) {
            return;
        }
        if (Formats.named(format).filter(known -> !known.isFolder()).isEmpty()) {
            throw new IllegalArgumentException("source '" + spec.name() + "': there is no format '" + format
                    + "' that can be taken in this way; see fabric-twin ingest --list");
        }
    }

    private static String place(LiveConfig.Http http) {
        return http.host() + ":" + http.port();
    }

    private void run(LiveSource source, SourceStatus status) {
        while (!stop.isWished()) {
            try (Intake intake = Intake.open(broker, ledger(status), status)) {
                source.run(new SourceContext(config.fabric(), intake, ledger(status), status, stop, clockNs));
            } catch (IOException e) {
                status.error(String.valueOf(e.getMessage()));
                status.state("tries again");
            } catch (LogUnreachableException e) {
                // It waits for the broker until it is to stop.
                status.error(String.valueOf(e.getMessage()));
            } catch (RuntimeException e) {
                LOG.error("the source {} failed", status.snapshot().name(), e);
                status.error("a bug in fabric-twin: " + e);
                status.state("tries again");
            }
            stop.within(RETRY_PAUSE);
        }
        status.state("stopped");
    }

    /** The notes of sources, once they could be read. */
    private synchronized SourceLedger ledger(BrokerWait wait) {
        SourceLedger known = ledger;
        if (known == null) {
            known = wait.answer(broker.bootstrap(), () -> {
                prepare.run();
                return SourceLedger.read(new LogScan(broker, BROKER_TIMEOUT));
            });
            ledger = known;
        }
        return known;
    }

    /** Notes in the log, every few seconds and at the end, how the sources are doing. */
    private void tell() {
        BrokerWait wait = (address, awayFor) -> !stop.isWished();
        try {
            SourceLedger notes = ledger(wait);
            try (Intake intake = Intake.open(broker, notes, wait)) {
                while (!stop.within(TELL_PAUSE)) {
                    states().forEach(intake::noteLater);
                    intake.deliver();
                }
                for (Thread thread : threads) {
                    if (thread != Thread.currentThread()) {
                        thread.join(STOP_MS);
                    }
                }
                states().forEach(intake::noteLater);
                intake.deliver();
            }
        } catch (LogUnreachableException e) {
            LOG.debug("the broker was away when the process stopped", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
