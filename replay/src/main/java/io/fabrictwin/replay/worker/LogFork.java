package io.fabrictwin.replay.worker;

import io.fabrictwin.model.queue.ScenarioAsked;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.model.scenario.ScenarioRefusedException;
import io.fabrictwin.replay.Replays;
import io.fabrictwin.replay.job.ForkRequest;
import io.fabrictwin.replay.job.ForkResult;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import io.fabrictwin.schemas.BrokerAccess;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Answers scenarios from the log, on a Flink cluster that is started or found with the first of them. */
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
        ForkResult.Answer answer = replays()
                .fork(new ForkRequest(
                        new LogSource.Broker(broker),
                        asked.fabric(),
                        List.of(scenario),
                        null,
                        null,
                        LogEnd.NOW,
                        broker))
                .answers()
                .get(0);
        Forecast forecast = answer.forecast();
        return forecast == null ? Outcome.refused(String.valueOf(answer.refusal())) : Outcome.done(forecast.id());
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
