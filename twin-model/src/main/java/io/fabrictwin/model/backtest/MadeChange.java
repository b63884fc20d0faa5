package io.fabrictwin.model.backtest;

import io.fabrictwin.model.scenario.Calibration;
import io.fabrictwin.model.scenario.Change;
import java.util.List;

/**
 * What was changed on the fabric at one time, on purpose or by a fault.
 *
 * @param timeNs event time of the first of its edits, ns since 1970
 * @param changes that make the same of the fabric before; never empty
 */
public record MadeChange(long timeNs, List<Change> changes) {
    public MadeChange {
        changes = List.copyOf(changes);
        if (changes.isEmpty()) {
            throw new IllegalArgumentException("at " + timeNs + " ns nothing was changed");
        }
    }

    /** What it is compared by, such as {@code set-ecn}. */
    public String kind() {
        return Calibration.kind(changes);
    }
}
