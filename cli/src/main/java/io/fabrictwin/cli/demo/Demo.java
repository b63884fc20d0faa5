package io.fabrictwin.cli.demo;

import io.fabrictwin.cli.AnswerIsNoException;
import io.fabrictwin.cli.embedded.EmbeddedBroker;
import io.fabrictwin.cli.log.ScoredPast;
import io.fabrictwin.cli.log.TruthLog;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Forecasts;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.cli.render.UsedValues;
import io.fabrictwin.ingest.publish.KafkaOutlet;
import io.fabrictwin.ingest.synth.Story;
import io.fabrictwin.ingest.synth.SyntheticCluster;
import io.fabrictwin.model.backtest.RunningScores;
import io.fabrictwin.model.calibration.UsedValue;
import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.model.timeline.TimelineEntry;
import io.fabrictwin.replay.Replays;
import io.fabrictwin.replay.job.FabricReplay;
import io.fabrictwin.replay.job.ForkRequest;
import io.fabrictwin.replay.job.ForkResult;
import io.fabrictwin.replay.job.ReplayRequest;
import io.fabrictwin.replay.job.ReplayResult;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import io.fabrictwin.streams.app.LiveTwin;
import io.fabrictwin.streams.app.Settings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One demo under way: a broker with an incident in its log, a live twin that has folded it, and a Flink cluster. */
final class Demo implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long POLL_MS = 100;
    /** What every fabric tells of itself at the start is over by then. */
    private static final long SETTLED_NS = 1_000_000;
    /** 2026-01-01T00:00Z: a fixed day, so that the same seed gives the same log and the same digest. */
    private static final long DAY_NS = 1_767_225_600_000_000_000L;

    private final PrintWriter out;
    private final EmbeddedBroker broker;
    private final LiveTwin twin;
    private final Replays replays;
    private final Story story;
    private final Positions end;

    private Demo(PrintWriter out, EmbeddedBroker broker, LiveTwin twin, Replays replays, Story story, Positions end) {
        this.out = out;
        this.broker = broker;
        this.twin = twin;
        this.replays = replays;
        this.story = story;
        this.end = end;
    }

    /** The incident as made by the engine. */
    private record Incident(Story story, List<FabricEvent> events) {}

    /** Starts everything side by side, publishes the incident and waits until the live twin has folded it. */
    static Demo start(Path folder, int port, long seed, PrintWriter out) {
        out.println("Fabric Twin demo. The recording is synthetic: an engine run of a 64-GPU RoCE cluster, seed " + seed
                + ".");
        out.flush();
        Stopwatch stopwatch = new Stopwatch(out);
        CompletableFuture<Incident> recorded = CompletableFuture.supplyAsync(() -> incident(seed));
        CompletableFuture<Replays> flink = CompletableFuture.supplyAsync(
                () -> Replays.start(Runtime.getRuntime().availableProcessors()));
        EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"));
        TruthLog log = new TruthLog(broker.access());
        log.createTopics();
        LiveTwin twin = LiveTwin.start(Settings.local(broker.access(), folder.resolve("stores"), port));
        Replays replays = join(flink);
        stopwatch.lap("Kafka broker, live twin and Flink are up; other verbs reach this log by --bootstrap "
                + broker.bootstrap());
        Incident incident = join(recorded);
        stopwatch.lap(String.format(
                Locale.ROOT,
                "incident recorded: %,d events in %s of cluster time",
                incident.events().size(),
                Units.duration(incident.story().endNs() - incident.story().startNs())));
        // Played in two acts, so that the live twin is asked while the wrong push is in force, as it would be for real.
        // Clocks of the cluster are off by some ms: half-way is safely between push and restoration.
        long halfNs = (incident.story().pushNs() + incident.story().restoreNs()) / 2;
        play(broker, log, twin, incident, Long.MIN_VALUE, halfNs);
        stopwatch.lap("played into the wrong push: the live twin tells of " + findings(twin));
        Positions end = play(broker, log, twin, incident, halfNs, Long.MAX_VALUE);
        stopwatch.lap("played to the end of the storm: the live twin tells of " + findings(twin));
        return new Demo(out, broker, twin, replays, incident.story(), end);
    }

    private static String findings(LiveTwin twin) {
        int count = twin.findings().size();
        return count == 0 ? "no finding yet" : count == 1 ? "1 finding" : count + " findings";
    }

    /** Publishes the events of a span of the incident and waits until the live twin has folded them. */
    private static Positions play(
            EmbeddedBroker broker, TruthLog log, LiveTwin twin, Incident incident, long fromNs, long toNs) {
        try (KafkaOutlet outlet = KafkaOutlet.connect(broker.access(), PATIENCE)) {
            for (FabricEvent event : incident.events()) {
                if (event.meta().eventTimeNs() >= fromNs && event.meta().eventTimeNs() < toNs) {
                    outlet.accept(List.of(event));
                }
            }
            outlet.flush();
        }
        Positions end = log.endPositions();
        await("the live twin has folded the incident", () -> twin.caughtUpWith(end));
        return end;
    }

    private LogSource log() {
        return new LogSource.Broker(broker.access());
    }

    int httpPort() {
        return twin.httpPort();
    }

    /** (a) What the live twin finds. */
    void showFindings() {
        title("What the live twin found");
        List<Finding> findings = twin.findings();
        List<Column<Finding>> columns = List.of(
                Column.text("severity", finding -> words(finding.severity())),
                Column.text("finding", finding -> words(finding.kind())),
                Column.number("startNs", "FROM", finding -> finding.startNs() - story.startNs(), Units::duration),
                Column.number("endNs", "TO", finding -> sinceStart(finding.endNs()), Units::duration),
                Column.text("summary", Finding::summary));
        if (findings.isEmpty()) {
            throw new AnswerIsNoException("the live twin found nothing wrong in an incident");
        }
        Table.print(out, Output.table, findings, columns, "nothing");
        findings.stream()
                .map(Finding::suggestion)
                .filter(suggestion -> suggestion != null)
                .distinct()
                .limit(2)
                .forEach(suggestion -> out.println("  try: " + suggestion));
    }

    /** (b) The incident from the log, on Flink; its digest must be the live twin's. */
    void replay() {
        title("What the replay on Flink tells");
        ReplayResult result =
                replays.replay(ReplayRequest.timeline(log(), story.startNs() + SETTLED_NS, null, LogEnd.before(end)));
        FabricReplay replay = result.fabrics().stream()
                .filter(fabric -> fabric.frame().fabric().equals(SyntheticCluster.FABRIC))
                .findFirst()
                .orElseThrow(() -> new AnswerIsNoException("the replay found no fabric in the log"));
        List<Column<TimelineEntry>> columns = List.of(
                Column.number("timeNs", "AT", entry -> entry.timeNs() - story.startNs(), Units::duration),
                Column.text("entity", TimelineEntry::entity),
                Column.text("what", TimelineEntry::what),
                Column.text("detail", TimelineEntry::detail));
        Table.print(out, Output.table, replay.timeline(), columns, "nothing changed");
        String live = twin.frame(SyntheticCluster.FABRIC).digest();
        String replayed = replay.frame().digest();
        out.println("digest, live twin  " + live);
        out.println("digest, replay     " + replayed);
        if (!live.equals(replayed)) {
            throw new AnswerIsNoException("live twin and replay differ at the same positions: that must not be");
        }
    }

    /** (c) What if. */
    void fork() {
        title("What if");
        List<Scenario> scenarios = new ArrayList<>();
        for (Story.Question question : story.questions()) {
            scenarios.add(new Scenario(
                    question.name(),
                    question.atNs(),
                    question.atNs(),
                    question.atNs() + question.windowNs(),
                    question.changes().stream().map(Change::parse).toList(),
                    1));
        }
        ForkResult result = replays.fork(new ForkRequest(
                log(), SyntheticCluster.FABRIC, scenarios, null, null, LogEnd.before(end), broker.access()));
        List<Forecasts.Row> rows = new ArrayList<>();
        List<List<UsedValue>> values = new ArrayList<>();
        RunningScores scores = ScoredPast.of(broker.access(), out::println);
        Set<String> accuracies = new LinkedHashSet<>();
        for (ForkResult.Answer answer : result.answers()) {
            Forecast forecast = answer.forecast();
            if (forecast == null) {
                throw new AnswerIsNoException(
                        "no forecast for '" + answer.scenario().name() + "': " + answer.refusal());
            }
            rows.addAll(Forecasts.rows(forecast));
            values.add(forecast.values());
            accuracies.add(scores.beside(forecast).accuracy());
        }
        Forecasts.print(
                out,
                Output.table,
                rows,
                new Forecasts.Closing(String.join("; ", accuracies), UsedValues.summaryOf(values), false));
    }

    @Override
    public void close() {
        replays.close();
        twin.close();
        broker.close();
    }

    private static Incident incident(long seed) {
        List<FabricEvent> events = new ArrayList<>();
        Story story = SyntheticCluster.events(new SyntheticCluster.Settings(seed), DAY_NS, events::add);
        return new Incident(story, events);
    }

    private void title(String title) {
        out.println();
        out.println(title);
        out.println("-".repeat(title.length()));
        out.flush();
    }

    private @Nullable Long sinceStart(@Nullable Long timeNs) {
        return timeNs == null ? null : (Long) (timeNs - story.startNs());
    }

    private static String words(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static <T> T join(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNs) {
                throw new AnswerIsNoException("not within " + PATIENCE.toSeconds() + " s: " + what);
            }
            try {
                Thread.sleep(POLL_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AnswerIsNoException("interrupted before: " + what, e);
            }
        }
    }

    /** Says what was done and how long it took. */
    private static final class Stopwatch {
        private final PrintWriter out;
        private final long startNs = System.nanoTime();

        Stopwatch(PrintWriter out) {
            this.out = out;
        }

        void lap(String done) {
            out.printf(Locale.ROOT, "%5.1f s  %s%n", (System.nanoTime() - startNs) / 1e9, done);
            out.flush();
        }
    }
}
