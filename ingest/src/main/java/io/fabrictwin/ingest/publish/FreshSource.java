package io.fabrictwin.ingest.publish;

import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.id.SourceId;

/**
 * Events of a source that was never taken in before, or whose earlier records are left out already; those of other
 * sources are asked for elsewhere. What the source itself adds need not be kept: its records come once.
 */
public final class FreshSource implements KnownEvents {
    private final SourceId own;
    private final KnownEvents others;
    private long newestEventTimeNs;

    public FreshSource(SourceId own, KnownEvents others) {
        this.own = own;
        this.others = others;
    }

    @Override
    public boolean contains(EventMeta meta) {
        return !meta.source().equals(own) && others.contains(meta);
    }

    @Override
    public boolean contains(SourceId source) {
        return !source.equals(own) && others.contains(source);
    }

    @Override
    public boolean add(EventMeta meta) {
        if (!meta.source().equals(own)) {
            return others.add(meta);
        }
        newestEventTimeNs = Math.max(newestEventTimeNs, meta.eventTimeNs());
        return true;
    }

    @Override
    public long newestEventTimeNs(SourceId source) {
        return source.equals(own) ? newestEventTimeNs : others.newestEventTimeNs(source);
    }
}
