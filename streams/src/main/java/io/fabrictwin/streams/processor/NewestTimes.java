package io.fabrictwin.streams.processor;

import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.id.SourceId;
import java.util.LinkedHashMap;
import java.util.Map;

/** The newest event time of each source in one partition: across partitions, arrival has no order. For one thread. */
final class NewestTimes {
    /** A source that has been silent for longer than so many others begins anew. */
    private static final int MOST_SOURCES = 10_000;

    private final Map<SourceId, Long> newestNs = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SourceId, Long> eldest) {
            return size() > MOST_SOURCES;
        }
    };

    /** How far an event lies behind those of its source before it, ns; 0: it does not. */
    long behindNs(EventMeta meta) {
        long newest = newestNs.merge(meta.source(), meta.eventTimeNs(), Math::max);
        return newest - meta.eventTimeNs();
    }
}
