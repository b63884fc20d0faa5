package io.fabrictwin.replay.operator;

import io.fabrictwin.replay.source.LogRecord;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

/**
 * Folds the records that come to one slot. What is not yet sent is not checkpointed: this operator is for bounded input
 * that can be read again.
 */
@SuppressWarnings("NullAway.Init") // Flink begins an operator's life with open().
final class FoldOperator extends AbstractStreamOperator<FoldedPart>
        implements OneInputStreamOperator<LogRecord, FoldedPart>, BoundedOneInput {
    private static final long serialVersionUID = 1L;

    private final FoldScope scope;
    private final @Nullable Coverage covered;
    private transient RecordFold fold;

    FoldOperator(FoldScope scope, @Nullable Coverage covered) {
        this.scope = scope;
        this.covered = covered;
    }

    @Override
    public void open() throws Exception {
        super.open();
        fold = new RecordFold(scope, covered, part -> output.collect(new StreamRecord<>(part)));
    }

    @Override
    public void processElement(StreamRecord<LogRecord> element) {
        fold.add(element.getValue());
    }

    @Override
    public void endInput() {
        fold.finish();
    }
}
