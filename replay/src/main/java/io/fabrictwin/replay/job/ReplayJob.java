package io.fabrictwin.replay.job;

import io.fabrictwin.model.timeline.Timeline;
import io.fabrictwin.replay.history.Provenance;
import io.fabrictwin.replay.history.Snapshot;
import io.fabrictwin.replay.history.Snapshots;
import io.fabrictwin.replay.operator.Assembly;
import io.fabrictwin.replay.operator.FoldScope;
import io.fabrictwin.replay.source.LogCut;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import io.fabrictwin.schemas.BrokerAccess;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ParameterTool;
import org.jspecify.annotations.Nullable;

/** Folds the log up to fixed positions and tells what happened between two event times. */
public final class ReplayJob {
    private ReplayJob() {}

    /**
     * Entry of the job jar, for a cluster to submit it to: {@code --bootstrap HOST:PORT [--from TIME] [--to TIME]
     * [--known-at TIME]}, where TIME is ISO-8601 in UTC. Prints digest and timeline of each fabric.
     */
    public static void main(String[] arguments) {
        ParameterTool parameters = ParameterTool.fromArgs(arguments);
        ReplayResult result = run(
                StreamExecutionEnvironment.getExecutionEnvironment(FlinkCluster.jobSettings()),
                ReplayRequest.timeline(
                        new LogSource.Broker(BrokerAccess.plain(parameters.getRequired("bootstrap"))),
                        timeNs(parameters.get("from")),
                        timeNs(parameters.get("to")),
                        LogEnd.knownAt(timeNs(parameters.get("known-at")))),
                Snapshots.NONE);
        for (FabricReplay fabric : result.fabrics()) {
            System.out.println(fabric.frame().fabric() + " " + fabric.frame().digest());
            fabric.timeline()
                    .forEach(entry -> System.out.println(String.join(
                            "  ",
                            Instant.EPOCH.plusNanos(entry.timeNs()).toString(),
                            entry.entity(),
                            entry.what(),
                            entry.detail())));
        }
        result.undecodable()
                .forEach(place -> System.out.println("undecodable: " + place.topic() + "-" + place.partition()
                        + " offset " + place.offset() + ": " + place.reason()));
    }

    private static @Nullable Long timeNs(@Nullable String time) {
        return time == null ? null : ChronoUnit.NANOS.between(Instant.EPOCH, Instant.parse(time));
    }

    /** Runs in the given environment and waits for the outcome. */
    public static ReplayResult run(StreamExecutionEnvironment environment, ReplayRequest request, Snapshots snapshots) {
        Long toNs = request.toNs();
        Long fromNs = request.fromNs();
        long to = toNs == null ? Long.MAX_VALUE : toNs;
        long from = fromNs == null ? 0 : fromNs;
        LogCut log = request.source().cut(request.end());
        FoldScope scope = new FoldScope(to, from, to, request.detail());
        Snapshot base = snapshots.nearest(log, scope).orElse(null);
        Assembly assembly = folded(environment, log, scope, base);
        List<FabricReplay> fabrics = assembly.fabrics().stream()
                .map(fabric -> {
                    var history = assembly.history(fabric);
                    return new FabricReplay(
                            assembly.frame(fabric, log.end()),
                            history,
                            assembly.eventsByType(fabric),
                            assembly.laterEvents(fabric),
                            Timeline.of(assembly.story(fabric), history, assembly.pausedTimes(fabric), from, to));
                })
                .toList();
        return new ReplayResult(
                Provenance.of(log, request.end(), toNs, base),
                fabrics,
                assembly.undecodableCount(),
                List.copyOf(assembly.undecodable()));
    }

    /** Runs the fold, which begins here with what a snapshot holds: a cluster need not see its file. */
    static Assembly folded(
            StreamExecutionEnvironment environment, LogCut log, FoldScope scope, @Nullable Snapshot base) {
        Assembly assembly = Snapshots.begin(base, scope);
        HistoryStream.after(base, environment, log, scope)
                .ifPresent(parts -> Outcome.collect(parts, "replay", assembly::add));
        return assembly;
    }
}
