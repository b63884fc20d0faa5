package io.fabrictwin.cli.worker;

import io.fabrictwin.cli.AnswerIsNoException;
import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.UnreachableException;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.log.FoldedLog;
import io.fabrictwin.cli.log.ScoredPast;
import io.fabrictwin.cli.log.TruthLog;
import io.fabrictwin.cli.log.WholeTopic;
import io.fabrictwin.cli.render.Progress;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.cli.scenario.Answer;
import io.fabrictwin.cli.scenario.AskOptions;
import io.fabrictwin.cli.scenario.ScenarioForm;
import io.fabrictwin.model.backtest.RunningScores;
import io.fabrictwin.model.calibration.PastChange;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.queue.QueuedScenario;
import io.fabrictwin.model.queue.ScenarioAsked;
import io.fabrictwin.model.queue.ScenarioProgress;
import io.fabrictwin.model.queue.ScenarioStage;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.ForecastCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts scenarios to workers, through their topic, and waits for the answers. Whoever stops waiting leaves them there. */
public final class WorkerAsking implements AutoCloseable {
    private final BrokerOptions.Broker broker;
    private final ScenarioTopic topic;
    private final List<PastChange> pastChanges;
    private final PrintWriter err;

    private WorkerAsking(
            BrokerOptions.Broker broker, ScenarioTopic topic, List<PastChange> pastChanges, PrintWriter err) {
        this.broker = broker;
        this.topic = topic;
        this.pastChanges = pastChanges;
        this.err = err;
    }

    /** Reaches the topic, for as long as the result is open. */
    public static WorkerAsking open(AskOptions options, PrintWriter err) {
        if (options.historyOptions().hasArchive() || options.flinkOptions().isNamed()) {
            throw new WrongUsageException("a worker reads its broker's log on a Flink cluster of its own:"
                    + " leave out --archive and --flink, or leave out --ask");
        }
        List<PastChange> pastChanges = options.calibrator().pastChanges();
        BrokerOptions.Broker broker = options.brokerOptions().open();
        try {
            return new WorkerAsking(broker, new ScenarioTopic(broker.access()), pastChanges, err);
        } catch (RuntimeException e) {
            broker.close();
            throw e;
        }
    }

    /**
     * Asks, and waits until all have their answers; in the order given.
     *
     * @param now what relative times count from
     */
    public List<Answer> ask(List<ScenarioForm> forms, Instant now) {
        List<ScenarioAsked> questions = new ArrayList<>();
        for (ScenarioForm form : forms) {
            String knownAt = form.knownAt();
            questions.add(ScenarioAsked.of(
                    fabric(form.fabric()),
                    form.scenario(now),
                    Times.toNs(now),
                    knownAt == null ? null : (Long) Times.parseTime(knownAt, now),
                    pastChanges));
        }
        Map<String, List<String>> jobs = new HashMap<>();
        for (int index = 0; index < questions.size(); index++) {
            topic.tell(questions.get(index));
            jobs.put(questions.get(index).id(), forms.get(index).jobs());
        }
        return answers(questions.stream().map(ScenarioAsked::id).toList(), jobs);
    }

    /** Waits until all of what was asked before have their answers; in the order given. */
    public List<Answer> answers(List<String> ids) {
        return answers(ids, Map.of());
    }

    private FabricId fabric(@Nullable String wanted) {
        return wanted == null ? FoldedLog.chosen(new TruthLog(broker.access()).fabrics(), null) : new FabricId(wanted);
    }

    private List<Answer> answers(List<String> ids, Map<String, List<String>> jobs) {
        Map<String, QueuedScenario> over = awaited(new LinkedHashSet<>(ids));
        RunningScores scores = ScoredPast.of(broker.access(), err::println);
        Map<String, byte[]> forecasts = forecasts(over);
        return ids.stream()
                .map(id -> answer(
                        Objects.requireNonNull(over.get(id)), forecasts, jobs.getOrDefault(id, List.of()), scores))
                .toList();
    }

    /** Waits; whoever interrupts is told how to go on. */
    private Map<String, QueuedScenario> awaited(Set<String> ids) {
        Map<String, QueuedScenario> over = new HashMap<>();
        Thread farewell = new Thread(() -> tellFarewell(ids, over.keySet()));
        Runtime.getRuntime().addShutdownHook(farewell);
        try (Progress progress = Progress.on(err)) {
            while (true) {
                for (String id : ids) {
                    QueuedScenario scenario = topic.known(id);
                    if (scenario.stage().isLast()) {
                        over.put(id, scenario);
                    }
                }
                if (over.size() == ids.size()) {
                    return over;
                }
                progress.show(how(ids, over));
                topic.await();
            }
        } finally {
            stay(farewell);
        }
    }

    /** How the first that is open is doing. */
    private String how(Set<String> ids, Map<String, QueuedScenario> over) {
        QueuedScenario first = ids.stream()
                .filter(id -> !over.containsKey(id))
                .map(topic::known)
                .findFirst()
                .orElseThrow();
        String of = ids.size() == 1 ? "" : over.size() + " of " + ids.size() + " answered; ";
        ScenarioProgress told = first.progress();
        if (told != null) {
            return of + first.asked().id() + " runs on worker " + told.worker();
        }
        return of + first.asked().id() + " waits, "
                + (first.ahead() == 0 ? "next in line; does a fabric-twin worker run?" : first.ahead() + " ahead");
    }

    private void tellFarewell(Set<String> ids, Set<String> over) {
        List<String> left = ids.stream().filter(id -> !over.contains(id)).toList();
        if (left.isEmpty()) {
            return;
        }
        err.println();
        left.forEach(
                id -> err.println(id + " is left in the queue; pick its forecast up with: fabric-twin fork --asked "
                        + id + ", or take it back with: fabric-twin scenarios cancel " + id));
        err.flush();
    }

    private static void stay(Thread farewell) {
        try {
            Runtime.getRuntime().removeShutdownHook(farewell);
        } catch (IllegalStateException e) {
            // The process ends already, and the farewell is being told.
        }
    }

    /** The newest under each key that an answer names. */
    private Map<String, byte[]> forecasts(Map<String, QueuedScenario> over) {
        Set<String> keys = new LinkedHashSet<>();
        over.values().forEach(scenario -> {
            ScenarioProgress told = scenario.progress();
            if (told != null && told.forecastKey() != null) {
                keys.add(told.forecastKey());
            }
        });
        Map<String, byte[]> forecasts = new HashMap<>();
        if (!keys.isEmpty()) {
            WholeTopic.read(broker.access(), Topics.FORECASTS, (key, value) -> {
                if (keys.contains(key)) {
                    forecasts.put(key, value);
                }
            });
        }
        return forecasts;
    }

    private static Answer answer(
            QueuedScenario scenario, Map<String, byte[]> forecasts, List<String> jobs, RunningScores scores) {
        ScenarioAsked asked = scenario.asked();
        ScenarioProgress told = scenario.progress();
        if (told == null || scenario.stage() == ScenarioStage.CANCELLED) {
            throw new AnswerIsNoException(asked.id() + " was taken back; ask again for a forecast");
        }
        if (scenario.stage() == ScenarioStage.FAILED) {
            throw new UnreachableException(
                    "worker " + told.worker() + " could not answer " + asked.id() + ": " + told.detail());
        }
        boolean isDone = scenario.stage() == ScenarioStage.DONE;
        return new Answer(
                asked.name(),
                jobs,
                asked.scenario(),
                isDone ? scores.beside(forecast(told, forecasts)) : null,
                isDone ? null : told.detail(),
                told.positions(),
                told.undecodable());
    }

    private static Forecast forecast(ScenarioProgress told, Map<String, byte[]> forecasts) {
        byte[] bytes = forecasts.get(told.forecastKey());
        if (bytes == null) {
            throw new AnswerIsNoException(
                    "the forecast of " + told.id() + " is no longer on " + Topics.FORECASTS + "; ask again");
        }
        try {
            return new ForecastCodec().decode(bytes);
        } catch (UndecodableException e) {
            throw new BadDataException("the forecast of " + told.id() + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        topic.close();
        broker.close();
    }
}
