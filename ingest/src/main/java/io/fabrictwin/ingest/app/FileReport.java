package io.fabrictwin.ingest.app;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What became of the records of one file or folder. Each was read once and is of one class, so that
 * {@code read = accepted + ignored + rejected + duplicate + late}.
 *
 * @param file as given
 * @param format name of the format
 * @param read all records
 * @param accepted understood, and published where they hold events
 * @param ignored recognised as not of this format's business
 * @param rejected not understood; in quarantine with the reason
 * @param duplicate published before, and not again
 * @param late published, but more than 10 minutes behind the newest event of their source
 * @param eventsByType number of published events by type; types without any are not in it
 * @param unreadByKind what was seen and understood as nothing that the twin keeps, by kind: how often
 * @param reason why nothing was accepted, or why reading stopped before the end, one line for people; null: neither
 */
public record FileReport(
        String file,
        String format,
        long read,
        long accepted,
        long ignored,
        long rejected,
        long duplicate,
        long late,
        SortedMap<String, Long> eventsByType,
        SortedMap<String, Long> unreadByKind,
        @Nullable String reason) {
    public FileReport {
        eventsByType = Collections.unmodifiableSortedMap(new TreeMap<>(eventsByType));
        unreadByKind = Collections.unmodifiableSortedMap(new TreeMap<>(unreadByKind));
    }

    /** The same account under a name that people know the input by. */
    public FileReport renamed(String name) {
        return new FileReport(
                name, format, read, accepted, ignored, rejected, duplicate, late, eventsByType, unreadByKind, reason);
    }

    /** Of an input that could not be opened. */
    static FileReport unread(String file, String format, String reason) {
        return new FileReport(file, format, 0, 0, 0, 0, 0, 0, new TreeMap<>(), new TreeMap<>(), reason);
    }
}
