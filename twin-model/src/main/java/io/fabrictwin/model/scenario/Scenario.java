package io.fabrictwin.model.scenario;

import java.util.List;

/**
 * A what-if question.
 *
 * @param name what people call it
 * @param baseTimeNs event time of the fork, on the clock of the recording
 * @param windowFromNs the steps asked about begin at or after this time, not before the base time
 * @param windowToNs and before this time
 * @param changes applied at the base time, in order
 * @param seed of every random draw: two forecasts of one scenario are equal
 * @param reading how much of the recording may be read
 */
public record Scenario(
        String name,
        long baseTimeNs,
        long windowFromNs,
        long windowToNs,
        List<Change> changes,
        long seed,
        Reading reading) {
    public Scenario {
        changes = List.copyOf(changes);
        if (windowFromNs < baseTimeNs) {
            throw new IllegalArgumentException(
                    "window begins at " + windowFromNs + " ns, before the base time " + baseTimeNs + " ns");
        }
        if (windowToNs <= windowFromNs) {
            throw new IllegalArgumentException(
                    "window ends at " + windowToNs + " ns, not after its begin at " + windowFromNs + " ns");
        }
    }

    /** A question that may be answered with the recording as an open book. */
    public Scenario(String name, long baseTimeNs, long windowFromNs, long windowToNs, List<Change> changes, long seed) {
        this(name, baseTimeNs, windowFromNs, windowToNs, changes, seed, Reading.OPEN_BOOK);
    }
}
