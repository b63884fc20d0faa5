package io.fabrictwin.ingest.publish;

import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.id.SourceId;
import java.util.HashMap;
import java.util.Map;

/**
 * Which events of which sources are known, exactly, at about a bit each where a source's records follow one another; and
 * how far the event time of each source has come.
 */
public final class Sequences implements KnownEvents {
    private static final int RECORDS_PER_BLOCK = 512;

    private final Map<SourceId, Source> sources = new HashMap<>();

    @Override
    public boolean add(EventMeta meta) {
        Source source = sources.computeIfAbsent(meta.source(), key -> new Source());
        source.newestEventTimeNs = Math.max(source.newestEventTimeNs, meta.eventTimeNs());
        long[] block = source.blocks
                .computeIfAbsent(meta.index(), index -> new HashMap<>())
                .computeIfAbsent(meta.record() / RECORDS_PER_BLOCK, number -> new long[RECORDS_PER_BLOCK / Long.SIZE]);
        long bit = bit(meta);
        boolean isNew = (block[word(meta)] & bit) == 0;
        block[word(meta)] |= bit;
        return isNew;
    }

    @Override
    public boolean contains(EventMeta meta) {
        Source source = sources.get(meta.source());
        if (source == null) {
            return false;
        }
        Map<Long, long[]> blocks = source.blocks.get(meta.index());
        long[] block = blocks == null ? null : blocks.get(meta.record() / RECORDS_PER_BLOCK);
        return block != null && (block[word(meta)] & bit(meta)) != 0;
    }

    @Override
    public boolean contains(SourceId source) {
        return sources.containsKey(source);
    }

    @Override
    public long newestEventTimeNs(SourceId source) {
        Source known = sources.get(source);
        return known == null ? 0 : known.newestEventTimeNs;
    }

    /** Forgets all events of the source. */
    void remove(SourceId source) {
        sources.remove(source);
    }

    private static int word(EventMeta meta) {
        return (int) (meta.record() % RECORDS_PER_BLOCK) / Long.SIZE;
    }

    private static long bit(EventMeta meta) {
        return 1L << (meta.record() % Long.SIZE);
    }

    private static final class Source {
        private final Map<Integer, Map<Long, long[]>> blocks = new HashMap<>();
        private long newestEventTimeNs;
    }
}
