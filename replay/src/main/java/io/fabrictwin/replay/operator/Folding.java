package io.fabrictwin.replay.operator;

import io.fabrictwin.replay.source.LogRecord;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;

/** The fold as a part of a job: records in, one part of each key out. */
public final class Folding {
    private Folding() {}

    /** Folds bounded records. The job has to run in batch mode: only then does each key leave once, at the end. */
    public static DataStream<FoldedPart> of(DataStream<LogRecord> records, FoldScope scope) {
        return records.transform("fold", TypeInformation.of(FoldedPart.class), new FoldOperator(scope))
                .keyBy(FoldedPart::key)
                .reduce(FoldedPart::mergedWith)
                .name("merge");
    }
}
