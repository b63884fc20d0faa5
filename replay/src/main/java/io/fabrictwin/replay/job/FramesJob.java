package io.fabrictwin.replay.job;

import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.replay.history.Provenance;
import io.fabrictwin.replay.history.Snapshot;
import io.fabrictwin.replay.history.Snapshots;
import io.fabrictwin.replay.operator.Assembly;
import io.fabrictwin.replay.operator.FoldScope;
import io.fabrictwin.replay.operator.Folding;
import io.fabrictwin.replay.operator.FrameSteps;
import io.fabrictwin.replay.operator.Later;
import io.fabrictwin.replay.source.LogCut;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Folds the log up to the begin of a span, and then each step of it for itself, some steps at a time. */
public final class FramesJob {
    private final FlinkCluster cluster;
    private final LogCut log;
    private final FrameSteps steps;
    private final @Nullable JobId job;

    private FramesJob(FlinkCluster cluster, LogCut log, FrameSteps steps, @Nullable JobId job) {
        this.cluster = cluster;
        this.log = log;
        this.steps = steps;
        this.job = job;
    }

    /** Runs the job up to the begin, and waits for its outcome; those for the steps are run when frames are asked for. */
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
        long lastNs =
                base.later().values().stream().mapToLong(Later::lastNs).max().orElse(beginNs);
        FrameSteps asked = new FrameSteps(beginNs, toNs == null ? Long.MAX_VALUE : Math.max(beginNs, toNs), everyNs);
        FrameSteps steps = toNs == null ? asked.endingWith(asked.of(lastNs)) : asked;
        return new SteppedReplay(
                Provenance.of(log, request.end(), steps.toNs(), snapshot),
                steps,
                base,
                base.laterFrom(log.end()),
                new FramesJob(cluster, log, steps, request.job()));
    }

    /** What some steps add. */
    record Added(SortedMap<Long, Assembly> byStep, Positions laterFrom) {
        long entities() {
            return byStep.values().stream()
                    .mapToLong(assembly -> assembly.states().size())
                    .sum();
        }
    }

    /**
     * Folds some steps.
     *
     * @param first above 0
     * @param last inclusive
     * @param from where the first event after the step before them lies
     */
    Added added(long first, long last, Positions from) {
        SortedMap<Long, Assembly> byStep = new TreeMap<>();
        Assembly rest = new Assembly();
        FrameSteps part = steps.part(first, last);
        cluster.run(environment -> {
            log.stream(environment, from)
                    .ifPresent(records -> Outcome.collect(
                            Folding.stepped(records, part, job),
                            "frames",
                            stepped -> (stepped.step() == 0
                                            ? rest
                                            : byStep.computeIfAbsent(
                                                    first - 1 + stepped.step(), step -> new Assembly()))
                                    .add(stepped.part())));
            return byStep;
        });
        return new Added(byStep, rest.laterFrom(log.end()));
    }
}
