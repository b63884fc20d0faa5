package io.fabrictwin.model.event;

import io.fabrictwin.model.id.LinkId;

/**
 * A link runs at another rate from now on.
 *
 * @param meta where, when and from whom
 * @param link the link
 * @param bitsPerSecond the new rate
 */
public record LinkRateChanged(EventMeta meta, LinkId link, long bitsPerSecond) implements FabricEvent {

    public LinkRateChanged {
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
        return cases.linkRateChanged(this);
    }
}
