package io.fabrictwin.model.event;

import io.fabrictwin.model.id.LinkId;

/**
 * A link stopped carrying traffic, or was taken out of routing.
 *
 * @param meta where, when and from whom
 * @param link the link
 */
public record LinkWentDown(EventMeta meta, LinkId link) implements FabricEvent {

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
        return cases.linkWentDown(this);
    }
}
