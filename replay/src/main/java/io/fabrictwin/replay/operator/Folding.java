package io.fabrictwin.replay.operator;

import io.fabrictwin.model.id.JobId;
import io.fabrictwin.replay.source.LogRecord;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

/** The fold as a part of a job: records in, parts of their outcome out. */
public final class Folding {
    private Folding() {}

    /**
     * Folds bounded records, each slot those that it reads; an {@link Assembly} merges what several tell of one thing.
     *
     * @param covered what need not be folded; null: nothing
     */
    public static DataStream<FoldedPart> of(
            DataStream<LogRecord> records, FoldScope scope, @Nullable Coverage covered) {
        return records.transform("fold", TypeInformation.of(FoldedPart.class), new FoldOperator(scope, covered));
    }

    /**
     * Folds what bounded records say of the present state, each step for itself.
     *
     * @param job whose completed steps are kept as events; null: of none
     */
    public static DataStream<SteppedPart> stepped(
            DataStream<LogRecord> records, FrameSteps steps, @Nullable JobId job) {
        return records.transform(
                "fold steps", TypeInformation.of(SteppedPart.class), new SteppedFoldOperator(steps, job));
    }
}
