package io.fabrictwin.model.gate;

import java.util.List;

/**
 * An assertion held against a forecast.
 *
 * @param assertion as it was written
 * @param checks one of each job or port that it is about; never empty
 */
public record Checked(String assertion, List<Check> checks) {
    public Checked {
        checks = List.copyOf(checks);
        if (checks.isEmpty()) {
            throw new IllegalArgumentException("'" + assertion + "' was held against nothing");
        }
    }

    /** The worst of all checks. */
    public Outcome outcome() {
        return checks.stream().map(Check::outcome).reduce(Outcome.PASSED, Outcome::and);
    }
}
