package io.fabrictwin.replay.source;

import io.fabrictwin.model.frame.Positions;
import java.io.Serializable;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * What the manifest says of one file of an archive. It holds all of a partition between two offsets.
 *
 * @param path within the archive's folder
 * @param from first offset that it covers
 * @param to the offset after the last
 * @param records how many it holds; fewer than offsets where the log has none at some
 * @param undecodable how many of them hold no event
 * @param firstAppendMs least log-append time, ms since 1970
 * @param lastAppendMs greatest
 * @param firstEventNs least event time, ns since 1970; null: it holds no event
 * @param lastEventNs greatest; null likewise
 * @param bytes its length
 * @param sha256 of all of it, 64 hexadecimal digits
 * @param schemas fingerprints of the schemas that wrote its events, 16 hexadecimal digits each
 */
public record ArchivedFile(
        String path,
        String topic,
        int partition,
        long from,
        long to,
        long records,
        long undecodable,
        long firstAppendMs,
        long lastAppendMs,
        @Nullable Long firstEventNs,
        @Nullable Long lastEventNs,
        long bytes,
        String sha256,
        SortedSet<String> schemas)
        implements Serializable {
    /** The partition that it is of. */
    public Positions.Partition place() {
        return new Positions.Partition(topic, partition);
    }
}
