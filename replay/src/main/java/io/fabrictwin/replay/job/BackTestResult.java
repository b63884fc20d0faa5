package io.fabrictwin.replay.job;

import io.fabrictwin.model.backtest.BackTestScore;
import io.fabrictwin.model.backtest.MadeChange;
import io.fabrictwin.model.id.FabricId;
import java.util.List;

/**
 * What came of a back-test.
 *
 * @param scores in order of change and job
 * @param unscored changes of which nothing could be scored, and why
 */
public record BackTestResult(List<BackTestScore> scores, List<Unscored> unscored) {
    public BackTestResult {
        scores = List.copyOf(scores);
        unscored = List.copyOf(unscored);
    }

    /** A change of which nothing could be scored. */
    public record Unscored(FabricId fabric, MadeChange change, String why) {}
}
