package io.fabrictwin.streams.app;

import io.fabrictwin.model.backtest.BackTestScore;
import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.queue.QueuedScenario;
import io.fabrictwin.model.queue.ScenarioNote;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.BackTestScoreCodec;
import io.fabrictwin.schemas.codec.ForecastCodec;
import io.fabrictwin.streams.console.Console;
import io.fabrictwin.streams.console.PortTakenException;
import io.fabrictwin.streams.peer.Gathering;
import io.fabrictwin.streams.peer.PartJournal;
import io.fabrictwin.streams.peer.PeerClient;
import io.fabrictwin.streams.peer.PeerFollower;
import io.fabrictwin.streams.processor.FoldCounts;
import io.fabrictwin.streams.query.Peers;
import io.fabrictwin.streams.query.ServedTwin;
import io.fabrictwin.streams.query.Shared;
import io.fabrictwin.streams.query.StoreTwinView;
import io.fabrictwin.streams.query.TwinCut;
import io.fabrictwin.streams.query.TwinStatus;
import io.fabrictwin.streams.store.LocalStores;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The live twin: folds the log as it grows, keeps findings, serves page and API.
 *
 * <p>It starts at once and says what it waits for: a broker that is away, topics that do not exist yet. What it shows is
 * all that has been folded, see {@link LocalStores}: here, and by the other instances of its group, see {@link Gathering}.
 */
public final class LiveTwin implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveTwin.class);
    private static final long ASK_MS = 1_000;
    private static final long LOOK_MS = 500;
    /** A large fabric is looked at for a fifth of the time, so that folding keeps up whatever a look costs. */
    private static final int REST = 4;
    /** While the log is read for the first time nobody can decide by what is seen. */
    private static final int REST_AT_REBUILD = 19;

    private final Clock clock = Clock.systemUTC();
    private final StateFolder stateFolder;
    private final LocalStores stores = new LocalStores();
    private final FoldCounts counts = new FoldCounts();
    private final PartJournal journal =
            new PartJournal(UUID.randomUUID().toString().replace("-", ""));
    private final StoreTwinView view = new StoreTwinView(stores, journal);
    private final Folding folding;
    private final Address instance;
    private final PeerClient client;
    private final Gathering gathering;
    private final PeerFollower follower;
    private final Findings findings;
    private final TopicTable<Forecast> forecasts;
    private final ScenarioDesk scenarios;
    private final TopicTable<BackTestScore> scores;
    private final TwinMetrics metrics;
    private final Console console;
    private final ScheduledExecutorService background = Executors.newScheduledThreadPool(3, work -> {
        Thread thread = new Thread(work, "fabric-twin-live");
        thread.setDaemon(true);
        return thread;
    });

    private volatile Shared looked;
    /** When the last look for findings ended, and how long it took: looks follow one another. */
    private long findingsEndNs = System.nanoTime();

    private long findingsTookNs;

    private LiveTwin(Settings settings, StateFolder stateFolder) {
        ClientSettings clients = new ClientSettings(settings);
        this.stateFolder = stateFolder;
        this.looked = Shared.nothing();
        this.folding = new Folding(settings, clients, stores, counts);
        this.findings = new Findings(clients, this::tellOfChange);
        this.forecasts =
                new TopicTable<>(Topics.FORECASTS, clients.consumer(), new ForecastCodec()::decode, this::tellOfChange);
        this.scenarios = new ScenarioDesk(clients, this::tellOfChange);
        this.scores = new TopicTable<>(
                Topics.BACKTESTS, clients.consumer(), new BackTestScoreCodec()::decode, this::tellOfChange);
        this.instance = new Address(settings, this::httpPort);
        this.client = new PeerClient(instance, settings.token(), Console.PART_PATH);
        this.gathering = new Gathering(instance, journal);
        this.follower = new PeerFollower(client, gathering, clock);
        Served served = new Served();
        this.metrics = new TwinMetrics(counts, served);
        this.console = new Console(served, metrics::scrape, settings.token(), clock);
    }

    /**
     * Starts a live twin. It returns as soon as page and API are served; {@link #status()} tells what it waits for.
     *
     * @throws CannotStartException where it cannot start here, with what to do
     */
    public static LiveTwin start(Settings settings) {
        StateFolder stateFolder = StateFolder.open(settings.stateDirectory());
        LiveTwin twin;
        try {
            twin = new LiveTwin(settings, stateFolder);
        } catch (KafkaException e) {
            stateFolder.close();
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new CannotStartException(
                    "broker address " + settings.broker() + " cannot be used (" + cause.getMessage()
                            + "): give it as host:port",
                    e);
        } catch (RuntimeException e) {
            stateFolder.close();
            throw e;
        }
        try {
            twin.console.start(settings.httpHost(), settings.httpPort());
        } catch (PortTakenException e) {
            twin.close();
            throw new CannotStartException(String.valueOf(e.getMessage()), e);
        }
        twin.background.execute(() -> twin.folding.start(twin.instance.get(), twin::followTopics));
        twin.lookAfter(LOOK_MS);
        return twin;
    }

    private void followTopics() {
        findings.start();
        forecasts.start();
        scenarios.start();
        scores.start();
        var unused = background.scheduleWithFixedDelay(
                () -> {
                    if (folding.askForEnds()) {
                        tellOfChange();
                    }
                },
                0,
                ASK_MS,
                TimeUnit.MILLISECONDS);
        // Apart from looking: how long a look takes does not tell whether the others are there.
        var unusedPeers = background.scheduleWithFixedDelay(
                () -> follower.ask(folding.others(instance.get())), 0, LOOK_MS, TimeUnit.MILLISECONDS);
    }

    private void lookAfter(long delayMs) {
        try {
            var unused = background.schedule(this::look, delayMs, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("stopped looking", e);
        }
    }

    /** Takes a cut, and looks for findings in it if that is due: it may take long, and the cut tells how far folding is. */
    private void look() {
        long startNs = System.nanoTime();
        long tookNs = 0;
        int rest = REST;
        try {
            Shared now = gather();
            tookNs = System.nanoTime() - startNs;
            Positions target = folding.endsAtBegin();
            rest = target == null || now.cut().positions().covers(target) ? REST : REST_AT_REBUILD;
            Shared before = looked;
            looked = now;
            if (lookForFindingsIfDue(now, rest)
                    || now.cut() != before.cut()
                    || !now.sharing().missing().equals(before.sharing().missing())) {
                tellOfChange();
            }
        } catch (RuntimeException e) {
            LOG.error("cannot look at the twin; trying again", e);
        }
        lookAfter(Math.max(LOOK_MS, rest * TimeUnit.NANOSECONDS.toMillis(tookNs)));
    }

    private boolean lookForFindingsIfDue(Shared shared, int rest) {
        long startNs = System.nanoTime();
        if (startNs - findingsEndNs < rest * findingsTookNs) {
            return false;
        }
        try {
            return lookForFindings(shared);
        } finally {
            findingsEndNs = System.nanoTime();
            findingsTookNs = findingsEndNs - startNs;
        }
    }

    private Shared gather() {
        view.cut();
        return gathering.gather(folding.partitionCount(), folding.ends(), clock.millis());
    }

    private boolean lookForFindings(Shared shared) {
        return folding.state() == TwinStatus.State.RUNNING && folding.brokerReachable() && findings.look(shared);
    }

    private void tellOfChange() {
        console.tellOfChange();
    }

    /** Fabrics told of so far. */
    public SortedSet<FabricId> fabrics() {
        return cut().fabrics();
    }

    /** The frame of a fabric by now, with its positions; an empty one where nothing was told of it. */
    public FabricFrame frame(FabricId fabric) {
        return cut().frame(fabric);
    }

    /** All fabrics and the bounded history beside them, as one cut; of other instances what has arrived. */
    public TwinCut cut() {
        return gather().cut();
    }

    /** What is or was wrong, by all that has been folded by now; present findings first. */
    public List<Finding> findings() {
        lookForFindings(gather());
        return findings.findings();
    }

    /** Forecasts published so far, newest first. */
    public List<Forecast> forecasts() {
        List<Forecast> newestFirst = new ArrayList<>(forecasts.values());
        Collections.reverse(newestFirst);
        return List.copyOf(newestFirst);
    }

    /** Whether everything before the given positions has been folded, here or by others who told. */
    public boolean caughtUpWith(Positions positions) {
        return stores.positions().mergedWith(looked.cut().positions()).covers(positions);
    }

    /** How the service is. */
    public TwinStatus status() {
        Shared now = looked;
        String detail = folding.detail();
        boolean isFolding = folding.state() == TwinStatus.State.RUNNING || folding.state() == TwinStatus.State.STARTING;
        return new TwinStatus(
                folding.state(),
                folding.brokerReachable(),
                lagRecords(now.cut()),
                rebuild(now.cut()),
                detail.isEmpty() && isFolding ? now.sharing().detail() : detail);
    }

    private TwinStatus.@Nullable Rebuild rebuild(TwinCut cut) {
        Positions target = folding.endsAtBegin();
        return target == null ? null : new TwinStatus.Rebuild(sum(target.limitedTo(cut.positions())), sum(target));
    }

    private static long sum(Positions positions) {
        return positions.nextOffsets().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private @Nullable Long lagRecords(TwinCut cut) {
        Positions ends = folding.ends();
        return ends == null ? null : (Long) (sum(ends) - sum(ends.limitedTo(cut.positions())));
    }

    /** Port that page and API are served on. */
    public int httpPort() {
        return console.port();
    }

    /** Stops. What was not committed is folded again at the next start. */
    @Override
    public void close() {
        console.close();
        background.shutdownNow();
        folding.close();
        findings.close();
        forecasts.close();
        scenarios.close();
        scores.close();
        metrics.close();
        stateFolder.close();
    }

    /** What page and API read: the cut last looked at, so that all of one page is of one cut and reading it costs no folding. */
    private final class Served implements ServedTwin {
        private final Peers peers = new LivePeers(folding, client, journal);

        @Override
        public Shared shared() {
            return looked;
        }

        @Override
        public Peers peers() {
            return peers;
        }

        @Override
        public List<Finding> findings() {
            return findings.findings();
        }

        @Override
        public List<Forecast> forecasts() {
            return LiveTwin.this.forecasts();
        }

        @Override
        public List<BackTestScore> scores() {
            return scores.values();
        }

        @Override
        public List<QueuedScenario> scenarios() {
            return scenarios.scenarios();
        }

        @Override
        public void tell(ScenarioNote note) {
            scenarios.tell(note);
        }

        @Override
        public TwinStatus status() {
            return LiveTwin.this.status();
        }
    }
}
