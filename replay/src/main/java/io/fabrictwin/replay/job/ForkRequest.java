package io.fabrictwin.replay.job;

import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.scenario.Scenario;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to fork.
 *
 * @param bootstrap Kafka's address, host:port
 * @param scenarios those of one base time share one fold
 * @param historyFromNs event time from which on recorded work is read, ns since 1970; null: from the log's begin
 * @param historyToNs up to which, inclusive; null: to the log's end
 * @param end read before these positions only; null: all that is committed when the fork starts
 * @param publishes whether forecasts are also written to the topic of forecasts
 */
public record ForkRequest(
        String bootstrap,
        FabricId fabric,
        List<Scenario> scenarios,
        @Nullable Long historyFromNs,
        @Nullable Long historyToNs,
        @Nullable Positions end,
        boolean publishes) {
    public ForkRequest {
        scenarios = List.copyOf(scenarios);
        if (scenarios.isEmpty()) {
            throw new IllegalArgumentException("a fork needs a scenario");
        }
    }
}
