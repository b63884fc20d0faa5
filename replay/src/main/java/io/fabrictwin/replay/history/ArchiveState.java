package io.fabrictwin.replay.history;

import io.fabrictwin.replay.operator.Assembly;
import io.fabrictwin.replay.source.ArchivedFile;
import io.fabrictwin.replay.source.LogCut;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import io.fabrictwin.replay.source.Manifest;
import java.nio.file.Path;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** What an archive folds to: a snapshot near its end, and the digests at its end. */
public final class ArchiveState {
    /** Clocks of sources may be ahead by so much: a snapshot this far before the newest event serves also who asks soon. */
    private static final long AHEAD_NS = 5 * 60 * 1_000_000_000L;

    private ArchiveState() {}

    /** Folds an archive from its newest snapshot on, keeps one more, and gives each fabric's digest by name. */
    public static SortedMap<String, String> digests(Path folder, Manifest manifest, Snapshots snapshots) {
        LogCut log = new LogSource.Archive(folder).cut(LogEnd.NOW);
        HistoryFold fold = new HistoryFold(log, LogEnd.NOW, snapshots);
        long lastNs = manifest.files().stream()
                .map(ArchivedFile::lastEventNs)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
        long firstNs = manifest.files().stream()
                .map(ArchivedFile::firstEventNs)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .min()
                .orElse(lastNs);
        fold.keepAt(lastNs - Math.min(AHEAD_NS, (lastNs - firstNs) / 10));
        Assembly assembly = fold.newest().assembly();
        SortedMap<String, String> digests = new TreeMap<>();
        assembly.fabrics()
                .forEach(fabric -> digests.put(
                        fabric.value(), assembly.frame(fabric, log.end()).digest()));
        return digests;
    }
}
