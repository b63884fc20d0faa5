package io.fabrictwin.model.event;

import io.fabrictwin.model.id.JobId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a health service told of a communicator as a whole.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param communicator identity that all members share
 * @param rankCount number of members; null: not told
 * @param status state as the service words it, such as RUNNING; null: not told
 * @param error finding as the service words it, such as MISMATCH; null: not told
 * @param missingRanks members that did not answer
 */
public record CommunicatorHealthObserved(
        EventMeta meta,
        JobId job,
        String communicator,
        @Nullable Integer rankCount,
        @Nullable String status,
        @Nullable String error,
        List<Integer> missingRanks)
        implements FabricEvent {

    public CommunicatorHealthObserved {
        Require.notNegative("rankCount", rankCount);
        missingRanks = List.copyOf(missingRanks);
    }

    @Override
    public Topic topic() {
        return Topic.WORKLOAD;
    }

    @Override
    public String key() {
        return job.value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.communicatorHealthObserved(this);
    }
}
