package io.fabrictwin.cli.validate;

import io.fabrictwin.model.ladder.Check;
import io.fabrictwin.model.ladder.Rung;
import java.util.List;

/** A rung and what its checks gave. */
record RungResult(Rung rung, List<Check> checks) {
    static RungResult of(Rung rung) {
        return new RungResult(rung, rung.checks().get());
    }

    boolean isInBand() {
        return !checks.isEmpty() && checks.stream().allMatch(Check::isInBand);
    }

    long inBand() {
        return checks.stream().filter(Check::isInBand).count();
    }
}
