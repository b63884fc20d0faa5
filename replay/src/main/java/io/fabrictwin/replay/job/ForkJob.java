package io.fabrictwin.replay.job;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.scenario.Reading;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.replay.history.Snapshot;
import io.fabrictwin.replay.history.Snapshots;
import io.fabrictwin.replay.job.ForkResult.Answer;
import io.fabrictwin.replay.operator.AskedScenario;
import io.fabrictwin.replay.operator.FoldScope;
import io.fabrictwin.replay.operator.FoldedPart;
import io.fabrictwin.replay.operator.Forking;
import io.fabrictwin.replay.operator.ScenarioAnswer;
import io.fabrictwin.replay.source.LogCut;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.codec.ForecastCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/** Folds the log once per base time and reading, and answers the scenarios of one fold side by side. */
public final class ForkJob {
    /** What scenarios that share a fold have in common. */
    private record Base(long timeNs, Reading reading) implements Comparable<Base> {
        static Base of(Scenario scenario) {
            return new Base(scenario.baseTimeNs(), scenario.reading());
        }

        @Override
        public int compareTo(Base other) {
            int order = Long.compare(timeNs, other.timeNs);
            return order == 0 ? reading.compareTo(other.reading) : order;
        }
    }

    private ForkJob() {}

    /** Runs one job for each base time and reading, and waits for the outcome. */
    public static ForkResult run(FlinkCluster cluster, ForkRequest request, Snapshots snapshots) {
        return run(cluster, request, snapshots, null);
    }

    /**
     * The same.
     *
     * @param receiver gets each answer as it comes, with the place of its scenario, and again where a cluster has lost its
     *     work; null: nobody waits for any before all are there
     */
    public static ForkResult run(
            FlinkCluster cluster,
            ForkRequest request,
            Snapshots snapshots,
            @Nullable BiConsumer<Integer, Answer> receiver) {
        LogCut log = request.source().cut(request.end());
        SortedMap<Base, List<AskedScenario>> scenariosByBase = new TreeMap<>();
        for (int index = 0; index < request.scenarios().size(); index++) {
            Scenario scenario = request.scenarios().get(index);
            scenariosByBase
                    .computeIfAbsent(Base.of(scenario), base -> new ArrayList<>())
                    .add(AskedScenario.of(index, scenario));
        }
        Map<Integer, ScenarioAnswer> answers = new TreeMap<>();
        scenariosByBase.forEach((base, scenarios) -> {
            cluster.run(environment -> answers(environment, log, snapshots, request, base, scenarios, receiver))
                    .forEach(answer -> answers.put(answer.index(), answer));
        });
        return new ForkResult(
                log.end(),
                answers.values().stream()
                        .map(answer -> decoded(request, answer))
                        .toList(),
                answers.values().stream()
                        .mapToLong(ScenarioAnswer::undecodableCount)
                        .max()
                        .orElse(0));
    }

    private static List<ScenarioAnswer> answers(
            StreamExecutionEnvironment environment,
            LogCut log,
            Snapshots snapshots,
            ForkRequest request,
            Base base,
            List<AskedScenario> scenarios,
            @Nullable BiConsumer<Integer, Answer> receiver) {
        FoldScope scope = scope(request, base);
        Optional<DataStream<FoldedPart>> parts =
                HistoryStream.with(snapshots.nearest(log, scope).orElse(null), environment, log, scope);
        if (parts.isEmpty()) {
            List<ScenarioAnswer> refused = scenarios.stream()
                    .map(scenario -> ScenarioAnswer.refused(scenario, Forking.EMPTY_LOG, 0))
                    .toList();
            if (receiver != null) {
                refused.forEach(answer -> receiver.accept(answer.index(), decoded(request, answer)));
            }
            return refused;
        }
        DataStream<ScenarioAnswer> stream =
                answers(parts.get(), scenarios, request.fabric(), request.end().knownAtNs());
        BrokerAccess publishTo = request.publishTo();
        if (publishTo != null) {
            stream.sinkTo(ForecastRecords.sink(publishTo)).name("publish");
        }
        List<ScenarioAnswer> answers = new ArrayList<>();
        if (receiver == null) {
            Outcome.collect(stream, "fork", answers::add);
        } else {
            Outcome.collectAsTheyCome(stream, "fork", answer -> {
                answers.add(answer);
                receiver.accept(answer.index(), decoded(request, answer));
            });
        }
        return answers;
    }

    private static Answer decoded(ForkRequest request, ScenarioAnswer answer) {
        boolean isRefused = !answer.refusal().isEmpty();
        return new Answer(
                request.scenarios().get(answer.index()),
                isRefused ? null : new ForecastCodec().decode(answer.forecast()),
                isRefused ? answer.refusal() : null);
    }

    /** The job from a fold to answers. */
    static DataStream<ScenarioAnswer> answers(
            DataStream<FoldedPart> parts,
            List<AskedScenario> scenarios,
            @Nullable FabricId fabric,
            @Nullable Long knownAtNs) {
        DataStream<AskedScenario> asked = parts.getExecutionEnvironment()
                .fromData(scenarios, TypeInformation.of(AskedScenario.class))
                .setParallelism(1);
        return Forking.of(parts, asked, fabric, knownAtNs);
    }

    private static FoldScope scope(ForkRequest request, Base base) {
        Long fromNs = request.historyFromNs();
        Long asked = request.historyToNs();
        long toNs = asked == null ? Long.MAX_VALUE : asked;
        return new FoldScope(
                base.timeNs(),
                fromNs == null ? Math.max(0, base.timeNs() - Snapshot.HORIZON_NS) : fromNs,
                base.reading() == Reading.STRICT ? Math.min(toNs, base.timeNs()) : toNs,
                FoldScope.Detail.RERUN);
    }
}
