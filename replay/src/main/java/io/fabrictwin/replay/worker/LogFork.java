package io.fabrictwin.replay.worker;

import io.fabrictwin.model.calibration.PastChanges;
import io.fabrictwin.model.queue.ScenarioAsked;
import io.fabrictwin.model.scenario.Calibration;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.model.scenario.ScenarioRefusedException;
import io.fabrictwin.replay.Replays;
import io.fabrictwin.replay.job.ForkRequest;
import io.fabrictwin.replay.job.ForkResult;
import io.fabrictwin.replay.job.TwinTopic;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.ForecastCodec;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers scenarios from the log, on a Flink cluster that is started or found with the first of them. A forecast that is
 * written twice is the same record under the same key; where more is asked than the forecast tells, the question's id is part
 * of the key.
 */
public final class LogFork implements Answering, AutoCloseable {
    private final BrokerAccess broker;
    private final Supplier<Replays> cluster;
    private @Nullable Replays replays;

    public LogFork(BrokerAccess broker, Supplier<Replays> cluster) {
        this.broker = broker;
        this.cluster = cluster;
    }

    @Override
    public Outcome answer(ScenarioAsked asked) {
        Scenario scenario;
        try {
            scenario = asked.scenario();
        } catch (ScenarioRefusedException | IllegalArgumentException e) {
            return Outcome.refused(String.valueOf(e.getMessage()));
        }
        ForkResult result = replays()
                .fork(new ForkRequest(
                        new LogSource.Broker(broker),
                        asked.fabric(),
                        List.of(scenario),
                        null,
                        null,
                        LogEnd.knownAt(asked.knownAtNs()),
                        null));
        ForkResult.Answer answer = result.answers().get(0);
        Forecast forecast = answer.forecast();
        if (forecast == null) {
            return Outcome.refused(String.valueOf(answer.refusal()));
        }
        Forecast told = asked.pastChanges().isEmpty()
                ? forecast
                : new Calibration(new PastChanges(asked.pastChanges()), scenario.changes()).calibrated(forecast);
        String key = asked.pastChanges().isEmpty() ? told.id() : told.id() + "/" + asked.id();
        TwinTopic.publish(broker, Topics.FORECASTS, Map.of(key, new ForecastCodec().encode(told)));
        return Outcome.done(key, result.positions(), result.undecodableCount());
    }

    private synchronized Replays replays() {
        Replays known = replays;
        if (known == null) {
            known = cluster.get();
            replays = known;
        }
        return known;
    }

    @Override
    public synchronized void close() {
        if (replays != null) {
            replays.close();
        }
    }
}
