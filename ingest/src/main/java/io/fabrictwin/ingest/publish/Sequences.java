package io.fabrictwin.ingest.publish;

import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.id.SourceId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which events of which sources are known, exactly, at about a bit each where a source's records follow one another; and
 * how far the event time of each source has come.
 */
public final class Sequences implements KnownEvents {
    private static final int RECORDS_PER_BLOCK = 512;

    private final Map<SourceId, Source> sources = new HashMap<>();
    /** The source that was asked for last: events come source by source. */
    private @Nullable Source last;

    @Override
    public boolean add(EventMeta meta) {
        Source source = last;
        if (source == null || !source.id.equals(meta.source())) {
            source = sources.computeIfAbsent(meta.source(), Source::new);
            last = source;
        }
        source.newestEventTimeNs = Math.max(source.newestEventTimeNs, meta.eventTimeNs());
        long[] block = source.block(meta);
        if (block == null) {
            block = source.newBlock(meta);
        }
        long bit = bit(meta);
        boolean isNew = (block[word(meta)] & bit) == 0;
        block[word(meta)] |= bit;
        return isNew;
    }

    @Override
    public boolean contains(EventMeta meta) {
        Source source = find(meta.source());
        long[] block = source == null ? null : source.block(meta);
        return block != null && (block[word(meta)] & bit(meta)) != 0;
    }

    @Override
    public boolean contains(SourceId source) {
        return find(source) != null;
    }

    @Override
    public long newestEventTimeNs(SourceId source) {
        Source known = find(source);
        return known == null ? 0 : known.newestEventTimeNs;
    }

    /** Forgets all events of the source. */
    void remove(SourceId source) {
        sources.remove(source);
        last = null;
    }

    private @Nullable Source find(SourceId id) {
        Source source = last;
        if (source == null || !source.id.equals(id)) {
            source = sources.get(id);
            last = source;
        }
        return source;
    }

    private static int word(EventMeta meta) {
        return (int) (meta.record() % RECORDS_PER_BLOCK) / Long.SIZE;
    }

    private static long bit(EventMeta meta) {
        return 1L << (meta.record() % Long.SIZE);
    }

    private static final class Source {
        private final SourceId id;
        private final Map<Integer, Map<Long, long[]>> blocks = new HashMap<>();
        private long newestEventTimeNs;
        /** The block that was asked for last, as most of the time it is asked for next. */
        private long @Nullable [] block;

        private int blockIndex;
        private long blockNumber;

        Source(SourceId id) {
            this.id = id;
        }

        /** Null: nothing of it is known. */
        long @Nullable [] block(EventMeta meta) {
            long number = meta.record() / RECORDS_PER_BLOCK;
            if (block == null || blockIndex != meta.index() || blockNumber != number) {
                Map<Long, long[]> ofIndex = blocks.get(meta.index());
                block = ofIndex == null ? null : ofIndex.get(number);
                blockIndex = meta.index();
                blockNumber = number;
            }
            return block;
        }

        long[] newBlock(EventMeta meta) {
            long[] added = new long[RECORDS_PER_BLOCK / Long.SIZE];
            blockIndex = meta.index();
            blockNumber = meta.record() / RECORDS_PER_BLOCK;
            blocks.computeIfAbsent(blockIndex, index -> new HashMap<>()).put(blockNumber, added);
            block = added;
            return added;
        }
    }
}
