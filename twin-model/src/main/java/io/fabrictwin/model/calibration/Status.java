package io.fabrictwin.model.calibration;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** How a value that a forecast uses came about. */
public enum Status {
    /** Read in the recording or in the fabric's state, or told by the description of a cluster or a job. */
    MEASURED("measured"),
    /** Found by a fit on past observations. */
    FITTED("fitted"),
    /** A documented constant or prior; nothing of this fabric speaks for it. */
    ASSUMED("assumed");

    private final String word;

    Status(String word) {
        this.word = word;
    }

    /** How many values came about in which way: {@code "5 measured, 1 fitted, 3 assumed"}; what there is none of is left out. */
    public static String count(List<UsedValue> values) {
        return Arrays.stream(values())
                .map(status -> new Tally(
                        status.word,
                        values.stream()
                                .filter(value -> value.status() == status)
                                .count()))
                .filter(tally -> tally.count > 0)
                .map(tally -> tally.count + " " + tally.word)
                .collect(Collectors.joining(", "));
    }

    private record Tally(String word, long count) {}

    /** As people read it. */
    public String word() {
        return word;
    }
}
