package io.fabrictwin.replay.job;

import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.replay.history.Snapshot;
import io.fabrictwin.replay.history.Snapshots;
import io.fabrictwin.replay.operator.FoldScope;
import io.fabrictwin.replay.operator.FoldedPart;
import io.fabrictwin.replay.operator.Folding;
import io.fabrictwin.replay.source.LogCut;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/** A log as a stream of folded parts; some of them tell of the same thing. */
final class HistoryStream {
    private HistoryStream() {}

    /** What the log says after the snapshot; empty where there is nothing to read. */
    static Optional<DataStream<FoldedPart>> after(
            @Nullable Snapshot base, StreamExecutionEnvironment environment, LogCut log, FoldScope scope) {
        return log.stream(environment, base == null ? Positions.NONE : base.resumeAt())
                .map(records -> Folding.of(records, scope, base == null ? null : base.coverage()));
    }

    /** What the snapshot and the log after it say, for those who need both on the cluster, which has to see the snapshot's file. */
    static Optional<DataStream<FoldedPart>> with(
            @Nullable Snapshot base, StreamExecutionEnvironment environment, LogCut log, FoldScope scope) {
        Optional<DataStream<FoldedPart>> read = after(base, environment, log, scope);
        if (base == null) {
            return read;
        }
        DataStream<FoldedPart> kept = environment
                .fromData(List.of(base.file()), TypeInformation.of(String.class))
                .<FoldedPart>flatMap((file, out) ->
                        Snapshots.read(file, part -> part.within(scope).ifPresent(out::collect)))
                .returns(TypeInformation.of(FoldedPart.class))
                .name("snapshot");
        return Optional.of(read.map(kept::union).orElse(kept));
    }
}
