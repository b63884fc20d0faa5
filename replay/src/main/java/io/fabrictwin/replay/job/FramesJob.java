package io.fabrictwin.replay.job;

import io.fabrictwin.replay.history.Provenance;
import io.fabrictwin.replay.history.Snapshot;
import io.fabrictwin.replay.history.Snapshots;
import io.fabrictwin.replay.operator.Assembly;
import io.fabrictwin.replay.operator.FoldScope;
import io.fabrictwin.replay.operator.Folding;
import io.fabrictwin.replay.operator.FrameSteps;
import io.fabrictwin.replay.source.LogCut;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Folds the log up to the begin of a span, and then each step of it for itself. */
public final class FramesJob {
    private FramesJob() {}

    /** Runs two jobs, and waits for their outcome. */
    public static SteppedReplay run(FlinkCluster cluster, FramesRequest request, Snapshots snapshots) {
        LogCut log = request.source().cut(request.end());
        Long fromNs = request.fromNs();
        long beginNs = fromNs == null ? 0 : fromNs;
        FoldScope scope = new FoldScope(beginNs, beginNs, beginNs, FoldScope.Detail.HISTORY);
        Snapshot snapshot = snapshots.nearest(log, scope).orElse(null);
        Assembly base = cluster.run(environment -> ReplayJob.folded(environment, log, scope, snapshot));
        long everyNs = request.everyNs();
        if (fromNs == null) {
            long firstNs = base.firstLaterNs().orElse(1);
            beginNs = (firstNs - 1) / everyNs * everyNs;
        }
        Long toNs = request.toNs();
        FrameSteps asked = new FrameSteps(beginNs, toNs == null ? Long.MAX_VALUE : Math.max(beginNs, toNs), everyNs);
        SortedMap<Long, Assembly> deltas = cluster.run(environment -> deltas(environment, log, base, asked, request));
        FrameSteps steps = toNs == null ? asked.endingWith(deltas.isEmpty() ? 0 : deltas.lastKey()) : asked;
        return new SteppedReplay(Provenance.of(log, request.end(), steps.toNs(), snapshot), steps, base, deltas);
    }

    private static SortedMap<Long, Assembly> deltas(
            StreamExecutionEnvironment environment,
            LogCut log,
            Assembly base,
            FrameSteps steps,
            FramesRequest request) {
        SortedMap<Long, Assembly> deltas = new TreeMap<>();
        log.stream(environment, base.laterFrom(log.end()))
                .ifPresent(records -> Outcome.collect(
                        Folding.stepped(records, steps, request.job()),
                        "frames",
                        part -> deltas.computeIfAbsent(part.step(), step -> new Assembly())
                                .add(part.part())));
        return deltas;
    }
}
