package io.fabrictwin.model.event;

import io.fabrictwin.model.id.LinkId;
import org.jspecify.annotations.Nullable;

/**
 * A plan or configuration says that two ports are meant to be joined; nobody has seen it.
 *
 * @param meta where, when and from whom
 * @param link the link
 * @param bitsPerSecond planned rate; null: not told
 */
public record LinkPlanned(
        EventMeta meta, LinkId link, @Nullable Long bitsPerSecond) implements FabricEvent {

    public LinkPlanned {
        Require.notNegative("bitsPerSecond", bitsPerSecond);
    }

    @Override
    public Topic topic() {
        return Topic.TOPOLOGY;
    }

    @Override
    public String key() {
        return link.a().device().value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.linkPlanned(this);
    }
}
