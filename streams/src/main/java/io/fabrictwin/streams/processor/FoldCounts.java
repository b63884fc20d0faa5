package io.fabrictwin.streams.processor;

import java.util.concurrent.atomic.LongAdder;

/** What went through this process since it started; a record that is folded again after a crash counts again. */
public final class FoldCounts {
    private final LongAdder folded = new LongAdder();
    private final LongAdder quarantined = new LongAdder();

    void folded() {
        folded.increment();
    }

    void quarantined() {
        quarantined.increment();
    }

    public long foldedTotal() {
        return folded.sum();
    }

    public long quarantinedTotal() {
        return quarantined.sum();
    }
}
