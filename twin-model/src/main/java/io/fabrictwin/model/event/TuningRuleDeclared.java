package io.fabrictwin.model.event;

import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A rule by which a tuner plugin overrides the library's choice; the first rule that fits counts.
 *
 * @param meta where, when and from whom
 * @param job the set of rules, named after its file
 * @param position position in the set
 * @param operation what the collectives do
 * @param minBytes least size it serves; null: any
 * @param maxBytes greatest size it serves; null: any
 * @param algorithm algorithm to use; null: not told
 * @param protocol protocol to use; null: not told
 * @param channels channels to use; null: any
 * @param nodeCount only with so many nodes; null: any
 * @param rankCount only with so many ranks; null: any
 */
public record TuningRuleDeclared(
        EventMeta meta,
        JobId job,
        int position,
        CollectiveOperation operation,
        @Nullable Long minBytes,
        @Nullable Long maxBytes,
        @Nullable String algorithm,
        @Nullable String protocol,
        @Nullable Integer channels,
        @Nullable Integer nodeCount,
        @Nullable Integer rankCount)
        implements FabricEvent {

    public TuningRuleDeclared {
        Require.notNegative("position", position);
        Require.notNegative("minBytes", minBytes);
        Require.notNegative("maxBytes", maxBytes);
        Require.notNegative("channels", channels);
        Require.notNegative("nodeCount", nodeCount);
        Require.notNegative("rankCount", rankCount);
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
        return cases.tuningRuleDeclared(this);
    }
}
