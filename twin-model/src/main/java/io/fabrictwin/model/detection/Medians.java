package io.fabrictwin.model.detection;

import io.fabrictwin.model.calibration.Scores;
import java.util.Collection;

/** The middle of what was seen so far, where nothing may have been seen yet. */
final class Medians {
    private Medians() {}

    /** The median; 0 of none. */
    static double of(Collection<? extends Number> numbers) {
        return numbers.isEmpty()
                ? 0
                : Scores.median(
                        numbers.stream().mapToDouble(Number::doubleValue).toArray());
    }
}
