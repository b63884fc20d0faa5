package io.fabrictwin.model.event;

import io.fabrictwin.model.id.LinkId;
import org.jspecify.annotations.Nullable;

/**
 * A cable was seen between two ports.
 *
 * @param meta where, when and from whom
 * @param link the link
 * @param bitsPerSecond rate it runs at; null: not told
 * @param delayNs one-way delay; null: not told
 * @param widthAndSpeed as the source prints it, such as 4x HDR; null: not told
 */
public record LinkDiscovered(
        EventMeta meta,
        LinkId link,
        @Nullable Long bitsPerSecond,
        @Nullable Long delayNs,
        @Nullable String widthAndSpeed)
        implements FabricEvent {

    public LinkDiscovered {
        Require.notNegative("bitsPerSecond", bitsPerSecond);
        Require.notNegative("delayNs", delayNs);
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
        return cases.linkDiscovered(this);
    }
}
