package io.fabrictwin.replay.job;

import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.timeline.Timeline;
import io.fabrictwin.replay.operator.Assembly;
import io.fabrictwin.replay.operator.FoldScope;
import io.fabrictwin.replay.operator.Folding;
import io.fabrictwin.replay.source.LogCut;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogRecord;
import io.fabrictwin.replay.source.LogSource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
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
                new ReplayRequest(
                        new LogSource.Broker(parameters.getRequired("bootstrap")),
                        timeNs(parameters.get("from")),
                        timeNs(parameters.get("to")),
                        LogEnd.knownAt(timeNs(parameters.get("known-at")))));
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
    public static ReplayResult run(StreamExecutionEnvironment environment, ReplayRequest request) {
        Long toNs = request.toNs();
        Long fromNs = request.fromNs();
        long to = toNs == null ? Long.MAX_VALUE : toNs;
        long from = fromNs == null ? 0 : fromNs;
        LogCut log = request.source().cut(request.end());
        Assembly assembly = log.stream(environment, Positions.NONE)
                .map(records -> fold(records, new FoldScope(to, from, to, true)))
                .orElseGet(Assembly::new);
        List<FabricReplay> fabrics = assembly.fabrics().stream()
                .map(fabric -> {
                    var history = assembly.history(fabric);
                    return new FabricReplay(
                            assembly.frame(fabric, log.end()),
                            history,
                            assembly.eventsByType(fabric),
                            assembly.laterEvents(fabric),
                            Timeline.of(assembly.story(fabric), history, from, to));
                })
                .toList();
        return new ReplayResult(log.end(), fabrics, assembly.undecodableCount(), List.copyOf(assembly.undecodable()));
    }

    /** Runs the fold over any bounded records. */
    static Assembly fold(DataStream<LogRecord> records, FoldScope scope) {
        Assembly assembly = new Assembly();
        Outcome.collect(Folding.of(records, scope), "replay", assembly::add);
        return assembly;
    }
}
