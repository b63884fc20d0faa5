package io.fabrictwin.replay.job;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import io.fabrictwin.schemas.BrokerAccess;
import org.jspecify.annotations.Nullable;

/**
 * What to back-test.
 *
 * @param source where the log lies
 * @param fabric only this one; null: all
 * @param fromNs changes made at or after this event time, ns since 1970; null: from the log's begin
 * @param toNs and up to this, inclusive; null: to the log's end
 * @param windowNs how long after a change steps are compared
 * @param end where reading ends
 * @param publishTo the broker on whose topic of back-tests scores are written; null: on none
 */
public record BackTestRequest(
        LogSource source,
        @Nullable FabricId fabric,
        @Nullable Long fromNs,
        @Nullable Long toNs,
        long windowNs,
        LogEnd end,
        @Nullable BrokerAccess publishTo) {}
