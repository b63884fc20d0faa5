package io.fabrictwin.model.event;

import io.fabrictwin.model.id.LinkId;

/**
 * A link carries traffic.
 *
 * @param meta where, when and from whom
 * @param link the link
 */
public record LinkCameUp(EventMeta meta, LinkId link) implements FabricEvent {

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
        return cases.linkCameUp(this);
    }
}
