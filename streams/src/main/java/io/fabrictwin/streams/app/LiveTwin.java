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
import io.fabrictwin.streams.processor.FoldCounts;
import io.fabrictwin.streams.query.ServedTwin;
import io.fabrictwin.streams.query.StoreTwinView;
import io.fabrictwin.streams.query.TwinCut;
import io.fabrictwin.streams.query.TwinStatus;
import io.fabrictwin.streams.store.LocalStores;
import io.fabrictwin.streams.topology.TwinTopology;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The live twin: folds the log as it grows, keeps findings, serves page and API.
 *
 * <p>It starts at once and says what it waits for: a broker that is away, topics that do not exist yet. What it shows is
 * all that has been folded, see {@link LocalStores}.
 */
public final class LiveTwin implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveTwin.class);
    private static final long RETRY_MS = 1_000;
    private static final long LOOK_MS = 500;
    /** A large fabric is looked at for a fifth of the time, so that folding keeps up whatever a look costs. */
    private static final int REST = 4;

    private static final Duration STOP = Duration.ofSeconds(20);

    private final Settings settings;
    private final StateFolder stateFolder;
    private final LocalStores stores = new LocalStores();
    private final FoldCounts counts = new FoldCounts();
    private final StoreTwinView view = new StoreTwinView(stores);
    private final Admin admin;
    private final BrokerTopics topics;
    private final FindingWatch findings;
    private final TopicTable<Forecast> forecasts;
    private final ScenarioDesk scenarios;
    private final TopicTable<BackTestScore> scores;
    private final KafkaStreams streams;
    private final TwinMetrics metrics;
    private final Console console;
    private final ScheduledExecutorService background = Executors.newScheduledThreadPool(2, work -> {
        Thread thread = new Thread(work, "fabric-twin-live");
        thread.setDaemon(true);
        return thread;
    });

    private volatile TwinCut looked;
    private volatile TwinStatus.@Nullable State beforeFolding = TwinStatus.State.WAITING_FOR_BROKER;
    private volatile String detail;
    private volatile boolean brokerReachable;
    private volatile @Nullable Positions ends;
    private volatile @Nullable Positions endsAtBegin;

    private LiveTwin(Settings settings, StateFolder stateFolder) {
        ClientSettings clients = new ClientSettings(settings);
        this.settings = settings;
        this.stateFolder = stateFolder;
        this.looked = view.cut();
        this.detail = waitingForBroker();
        this.admin = Admin.create(clients.admin());
        this.topics = new BrokerTopics(admin);
        this.findings = new FindingWatch(clients);
        this.forecasts =
                new TopicTable<>(Topics.FORECASTS, clients.consumer(), new ForecastCodec()::decode, this::tellOfChange);
        this.scenarios = new ScenarioDesk(clients, this::tellOfChange);
        this.scores = new TopicTable<>(
                Topics.BACKTESTS, clients.consumer(), new BackTestScoreCodec()::decode, this::tellOfChange);
        this.streams = new KafkaStreams(TwinTopology.of(stores, counts), clients.streams());
        streams.setUncaughtExceptionHandler(fault -> {
            LOG.error("a folding thread failed and is replaced", fault);
            detail = "a folding thread failed and was replaced: " + fault.getMessage();
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        });
        Served served = new Served();
        this.metrics = new TwinMetrics(counts, served);
        this.console = new Console(served, metrics::scrape, settings.token(), Clock.systemUTC());
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
        twin.background.execute(twin::startFolding);
        twin.lookAfter(LOOK_MS);
        return twin;
    }

    private void startFolding() {
        try {
            while (!hasTopics()) {
                Thread.sleep(RETRY_MS);
            }
            streams.start();
            findings.start();
            forecasts.start();
            scenarios.start();
            scores.start();
            beforeFolding = null;
            detail = "";
            var unused = background.scheduleWithFixedDelay(this::askForEnds, 0, RETRY_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("cannot start folding", e);
            beforeFolding = TwinStatus.State.STOPPED;
            detail = "folding could not be started (" + e.getMessage() + "): see the log, then start again";
        }
    }

    private boolean hasTopics() throws InterruptedException {
        try {
            List<String> missing = topics.missing();
            brokerReachable = true;
            if (missing.isEmpty()) {
                return true;
            }
            beforeFolding = TwinStatus.State.WAITING_FOR_TOPICS;
            detail = "waiting for topics " + String.join(", ", missing)
                    + ": make them with fabric-twin topics apply, or ingest something";
        } catch (ExecutionException e) {
            LOG.debug("the broker does not answer", e);
            brokerReachable = false;
            beforeFolding = TwinStatus.State.WAITING_FOR_BROKER;
            detail = e.getCause() instanceof AuthenticationException refusal
                    ? "the broker at " + settings.broker() + " does not let us in: " + refusal.getMessage()
                    : waitingForBroker();
        }
        return false;
    }

    private String waitingForBroker() {
        return "waiting for the broker at " + settings.broker() + ": start it, or give another address";
    }

    private void askForEnds() {
        boolean wasReachable = brokerReachable;
        try {
            Positions now = topics.ends();
            ends = now;
            if (endsAtBegin == null) {
                endsAtBegin = now;
            }
            brokerReachable = true;
        } catch (ExecutionException e) {
            LOG.debug("the broker does not answer", e);
            brokerReachable = false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("cannot ask for the log's end; trying again", e);
            brokerReachable = false;
        }
        if (wasReachable != brokerReachable) {
            tellOfChange();
        }
    }

    private void lookAfter(long delayMs) {
        try {
            var unused = background.schedule(this::look, delayMs, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("stopped looking", e);
        }
    }

    private void look() {
        long startNs = System.nanoTime();
        try {
            TwinCut cut = view.cut();
            boolean isNew = cut != looked;
            looked = cut;
            if (lookForFindings(cut) || isNew) {
                tellOfChange();
            }
        } catch (RuntimeException e) {
            LOG.error("cannot look at the twin; trying again", e);
        }
        long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
        lookAfter(Math.max(LOOK_MS, REST * tookMs));
    }

    /** A cut that lacks partitions, as when tasks are still being restored, would end incidents that go on. */
    private boolean lookForFindings(TwinCut cut) {
        Positions known = ends;
        boolean isWhole = known != null
                && foldingState() == TwinStatus.State.RUNNING
                && known.nextOffsets().entrySet().stream()
                        .allMatch(end -> end.getValue() == 0
                                || cut.positions().nextOffsets().containsKey(end.getKey()));
        return isWhole && findings.look(cut);
    }

    private void tellOfChange() {
        console.tellOfChange();
    }

    /** Fabrics told of so far. */
    public SortedSet<FabricId> fabrics() {
        return view.cut().fabrics();
    }

    /** The frame of a fabric by now, with its positions; an empty one where nothing was told of it. */
    public FabricFrame frame(FabricId fabric) {
        return view.cut().frame(fabric);
    }

    /** All fabrics and the bounded history beside them, as one cut. */
    public TwinCut cut() {
        return view.cut();
    }

    /** What is or was wrong, by all that has been folded by now; present findings first. */
    public List<Finding> findings() {
        lookForFindings(view.cut());
        return findings.findings();
    }

    /** Forecasts published so far, newest first. */
    public List<Forecast> forecasts() {
        List<Forecast> newestFirst = new ArrayList<>(forecasts.values());
        Collections.reverse(newestFirst);
        return List.copyOf(newestFirst);
    }

    /** Whether everything before the given positions has been folded. */
    public boolean caughtUpWith(Positions positions) {
        return stores.positions().covers(positions);
    }

    /** How the service is. */
    public TwinStatus status() {
        TwinStatus.State before = beforeFolding;
        return new TwinStatus(
                before == null ? foldingState() : before, brokerReachable, lagRecords(), rebuild(), detail());
    }

    private TwinStatus.State foldingState() {
        return switch (streams.state()) {
            case RUNNING -> TwinStatus.State.RUNNING;
            case CREATED, REBALANCING -> TwinStatus.State.STARTING;
            case PENDING_SHUTDOWN, NOT_RUNNING, PENDING_ERROR, ERROR -> TwinStatus.State.STOPPED;
        };
    }

    private String detail() {
        if (beforeFolding != null || brokerReachable) {
            return detail;
        }
        return "the broker at " + settings.broker() + " does not answer: what is shown is what was folded before";
    }

    private TwinStatus.@Nullable Rebuild rebuild() {
        Positions target = endsAtBegin;
        if (target == null) {
            return null;
        }
        var folded = looked.positions().nextOffsets();
        return new TwinStatus.Rebuild(
                target.nextOffsets().entrySet().stream()
                        .mapToLong(end -> Math.min(end.getValue(), folded.getOrDefault(end.getKey(), 0L)))
                        .sum(),
                target.nextOffsets().values().stream()
                        .mapToLong(Long::longValue)
                        .sum());
    }

    private @Nullable Long lagRecords() {
        Positions known = ends;
        if (known == null) {
            return null;
        }
        var folded = looked.positions().nextOffsets();
        return known.nextOffsets().entrySet().stream()
                .mapToLong(end -> Math.max(0, end.getValue() - folded.getOrDefault(end.getKey(), 0L)))
                .sum();
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
        streams.close(CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
                .withTimeout(STOP));
        findings.close();
        forecasts.close();
        scenarios.close();
        scores.close();
        metrics.close();
        admin.close(STOP);
        stateFolder.close();
    }

    /** What page and API read: the cut last looked at, so that all of one page is of one cut and reading it costs no folding. */
    private final class Served implements ServedTwin {
        @Override
        public TwinCut cut() {
            return looked;
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
