package io.fabrictwin.replay.job;

import io.fabrictwin.model.backtest.BackTest;
import io.fabrictwin.model.backtest.BackTestScore;
import io.fabrictwin.model.backtest.MadeChange;
import io.fabrictwin.model.backtest.MadeChanges;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.model.scenario.WorkloadWindow;
import io.fabrictwin.replay.history.Snapshots;
import io.fabrictwin.replay.operator.Assembly;
import io.fabrictwin.replay.operator.FoldScope;
import io.fabrictwin.replay.source.LogCut;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.BackTestScoreCodec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Finds the changes in history, forks each as of then, and scores the forecasts by the steps that followed. */
public final class BackTestJob {
    private static final long SEED = 1;

    private BackTestJob() {}

    /**
     * Runs one job that finds the changes and one for each of them, from the nearest snapshot before it on, and waits for the
     * outcome.
     */
    public static BackTestResult run(FlinkCluster cluster, BackTestRequest request, Snapshots snapshots) {
        LogCut log = request.source().cut(request.end());
        FoldScope all = new FoldScope(Long.MAX_VALUE, 0, Long.MAX_VALUE, FoldScope.Detail.TIMELINE);
        Assembly history = cluster.run(environment -> ReplayJob.folded(environment, log, all, null));
        List<BackTestScore> scores = new ArrayList<>();
        List<BackTestResult.Unscored> unscored = new ArrayList<>();
        for (FabricId fabric : history.fabrics()) {
            if (request.fabric() == null || fabric.equals(request.fabric())) {
                score(cluster, request, LogEnd.before(log.end()), snapshots, history, fabric, scores, unscored);
            }
        }
        BrokerAccess publishTo = request.publishTo();
        if (publishTo != null) {
            BackTestScoreCodec codec = new BackTestScoreCodec();
            Map<String, byte[]> messages = new LinkedHashMap<>();
            scores.forEach(score -> messages.put(score.id(), codec.encode(score)));
            TwinTopic.publish(publishTo, Topics.BACKTESTS, messages);
        }
        return new BackTestResult(scores, unscored);
    }

    private static void score(
            FlinkCluster cluster,
            BackTestRequest request,
            LogEnd end,
            Snapshots snapshots,
            Assembly history,
            FabricId fabric,
            List<BackTestScore> scores,
            List<BackTestResult.Unscored> unscored) {
        List<MadeChange> made = MadeChanges.of(history.story(fabric));
        WorkloadWindow steps = WorkloadWindow.of(fabric, history.history(fabric));
        BackTest backTest = new BackTest(made, request.windowNs(), steps);
        List<Scenario> scenarios = backTest.scenarios(SEED);
        List<Integer> asked = IntStream.range(0, made.size())
                .filter(index -> isWithin(request, made.get(index).timeNs()))
                .boxed()
                .toList();
        if (asked.isEmpty()) {
            return;
        }
        ForkResult forked = ForkJob.run(
                cluster,
                new ForkRequest(
                        request.source(),
                        fabric,
                        asked.stream().map(scenarios::get).toList(),
                        null,
                        null,
                        end,
                        null),
                snapshots);
        for (int place = 0; place < asked.size(); place++) {
            int index = asked.get(place);
            ForkResult.Answer answer = forked.answers().get(place);
            Forecast forecast = answer.forecast();
            List<BackTestScore> ofChange = forecast == null ? List.of() : backTest.scores(index, forecast);
            scores.addAll(ofChange);
            if (ofChange.isEmpty()) {
                unscored.add(new BackTestResult.Unscored(
                        fabric,
                        made.get(index),
                        forecast == null
                                ? String.valueOf(answer.refusal())
                                : "no job made " + BackTest.LEAST_STEPS + " steps before and after it"));
            }
        }
    }

    private static boolean isWithin(BackTestRequest request, long timeNs) {
        Long fromNs = request.fromNs();
        Long toNs = request.toNs();
        return (fromNs == null || timeNs >= fromNs) && (toNs == null || timeNs <= toNs);
    }
}
