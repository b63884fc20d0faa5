package io.fabrictwin.replay.operator;

import java.io.Serializable;

/**
 * A span of event time in equal steps. Step 0 is the span's begin; step n holds what came after the end of step n - 1, up to
 * its own, inclusive. The last may be shorter.
 *
 * @param fromNs ns since 1970
 * @param toNs ns since 1970, inclusive
 * @param everyNs length of a step
 */
public record FrameSteps(long fromNs, long toNs, long everyNs) implements Serializable {
    public FrameSteps {
        if (fromNs < 0 || fromNs > toNs || everyNs <= 0) {
            throw new IllegalArgumentException(
                    "no steps of " + everyNs + " ns lie between " + fromNs + " ns and " + toNs + " ns");
        }
    }

    /** Whether an event lies after the begin, within the span. */
    boolean hold(long eventTimeNs) {
        return eventTimeNs > fromNs && eventTimeNs <= toNs;
    }

    /** The step that an event falls into. */
    public long of(long eventTimeNs) {
        return eventTimeNs <= fromNs ? 0 : (eventTimeNs - fromNs - 1) / everyNs + 1;
    }

    /** The same steps up to one of them. */
    public FrameSteps endingWith(long step) {
        long beforeNs = step == 0 ? fromNs : fromNs + (step - 1) * everyNs;
        long lengthNs = step == 0 ? 0 : Math.min(everyNs, Long.MAX_VALUE - beforeNs);
        return new FrameSteps(fromNs, beforeNs + lengthNs, everyNs);
    }

    /** The steps from one to another, inclusive; of them, the first is step 1. */
    public FrameSteps part(long first, long last) {
        return new FrameSteps(endNs(first - 1), endNs(last), everyNs);
    }

    /** When a step ends, ns since 1970. */
    public long endNs(long step) {
        return step >= of(toNs) ? toNs : fromNs + step * everyNs;
    }
}
