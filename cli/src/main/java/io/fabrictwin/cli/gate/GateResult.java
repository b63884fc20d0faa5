package io.fabrictwin.cli.gate;

import io.fabrictwin.model.gate.Assertion;
import io.fabrictwin.model.gate.Checked;
import io.fabrictwin.model.gate.Outcome;
import io.fabrictwin.model.scenario.Forecast;
import java.util.List;

/**
 * What a gate says.
 *
 * @param isUnknownAllowed whether what is not known passes
 */
record GateResult(Forecast forecast, List<Checked> assertions, boolean isUnknownAllowed) {
    static GateResult of(Forecast forecast, List<Assertion> assertions, boolean isUnknownAllowed) {
        return new GateResult(
                forecast,
                assertions.stream().map(assertion -> assertion.check(forecast)).toList(),
                isUnknownAllowed);
    }

    boolean isPassed() {
        return count(Outcome.REFUSED) == 0 && (isUnknownAllowed || count(Outcome.UNKNOWN) == 0);
    }

    long count(Outcome outcome) {
        return assertions.stream()
                .filter(checked -> checked.outcome() == outcome)
                .count();
    }

    String word() {
        return isPassed() ? "passed" : "refused";
    }

    /** {@code "refused: of 4 assertions 1 refused, 1 unknown"}. */
    String summary() {
        return word() + ": of " + assertions.size() + (assertions.size() == 1 ? " assertion " : " assertions ")
                + count(Outcome.PASSED) + " passed, " + count(Outcome.REFUSED) + " refused, "
                + count(Outcome.UNKNOWN) + " unknown" + (isUnknownAllowed ? " (allowed)" : "");
    }
}
