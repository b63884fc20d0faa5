package io.fabrictwin.replay.job;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import io.fabrictwin.schemas.BrokerAccess;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to fork.
 *
 * @param source where the log lies
 * @param fabric null: the only one that the log tells of
 * @param scenarios those of one base time share one fold
 * @param historyFromNs event time from which on recorded work is read, ns since 1970; null: from the
 *     horizon before each base time, {@link io.fabrictwin.replay.history.Snapshot#HORIZON_NS}
 * @param historyToNs up to which, inclusive; null: to the log's end
 * @param end where reading ends
 * @param publishTo the broker on whose topic of forecasts they are also written; null: on none
 */
public record ForkRequest(
        LogSource source,
        @Nullable FabricId fabric,
        List<Scenario> scenarios,
        @Nullable Long historyFromNs,
        @Nullable Long historyToNs,
        LogEnd end,
        @Nullable BrokerAccess publishTo) {
    public ForkRequest {
        scenarios = List.copyOf(scenarios);
        if (scenarios.isEmpty()) {
            throw new IllegalArgumentException("a fork needs a scenario");
        }
    }
}
