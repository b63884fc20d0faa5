package io.fabrictwin.replay.operator;

import io.fabrictwin.model.id.JobId;
import io.fabrictwin.replay.source.LogRecord;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

/** Folds the records that come to one slot, each step of a replay for itself; like {@link FoldOperator} without checkpoints. */
@SuppressWarnings("NullAway.Init") // Flink begins an operator's life with open().
final class SteppedFoldOperator extends AbstractStreamOperator<SteppedPart>
        implements OneInputStreamOperator<LogRecord, SteppedPart>, BoundedOneInput {
    private static final long serialVersionUID = 1L;

    private final FrameSteps steps;
    private final @Nullable String job;
    private transient SteppedFold fold;

    SteppedFoldOperator(FrameSteps steps, @Nullable JobId job) {
        this.steps = steps;
        this.job = job == null ? null : job.value();
    }

    @Override
    public void open() throws Exception {
        super.open();
        fold = new SteppedFold(
                steps, job == null ? null : new JobId(job), part -> output.collect(new StreamRecord<>(part)));
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
