package io.fabrictwin.streams.processor;

import java.util.concurrent.atomic.LongAdder;

/** What went through this process since it started; a record that is folded again after a crash counts again. */
public final class FoldCounts {
    private final LongAdder folded = new LongAdder();
    private final LongAdder quarantined = new LongAdder();
    private final LongAdder tooLate = new LongAdder();
    private final LateCounts late = new LateCounts();

    void folded() {
        folded.increment();
    }

    void quarantined() {
        quarantined.increment();
    }

    void tooLate(int entries) {
        tooLate.add(entries);
    }

    /** Samples and steps that were older than what the windows reach back to, or within it less new than one kept. */
    public long tooLateTotal() {
        return tooLate.sum();
    }

    /** Events that lay behind what had been folded of their source. */
    public LateCounts late() {
        return late;
    }

    public long foldedTotal() {
        return folded.sum();
    }

    public long quarantinedTotal() {
        return quarantined.sum();
    }
}
