package io.fabrictwin.replay.job;

import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.Scenario;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a fork.
 *
 * @param positions the cut of the log that was read
 * @param answers one of each scenario, in the order asked
 * @param undecodableCount records that could not be decoded: what they told is missing; a replay says where they lie
 */
public record ForkResult(Positions positions, List<Answer> answers, long undecodableCount) {
    public ForkResult {
        answers = List.copyOf(answers);
    }

    /**
     * The answer to one scenario: a forecast, or why there is none.
     *
     * @param forecast null: refused
     * @param refusal null: not refused
     */
    public record Answer(
            Scenario scenario,
            @Nullable Forecast forecast,
            @Nullable String refusal) {}
}
