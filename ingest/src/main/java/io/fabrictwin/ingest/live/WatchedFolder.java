package io.fabrictwin.ingest.live;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides which files of a folder are whole and not taken yet. A file is whole once it has looked the same for a while,
 * or was last written that long ago already when it was first seen, as one that is moved into the folder when it is done.
 */
final class WatchedFolder {
    private final long settleNs;
    private final Map<Path, Sighting> sightings = new HashMap<>();

    /** How a file looks from outside. */
    record Look(String fileKey, long sizeBytes, long lastWrittenNs) {}

    private record Sighting(Look look, long sinceNs, boolean isTaken) {}

    WatchedFolder(long settleNs) {
        this.settleNs = settleNs;
    }

    /** The files to take now, in order, given all that are there; they count as taken from now on. */
    List<Path> ready(SortedMap<Path, Look> present, long nowNs) {
        sightings.keySet().retainAll(present.keySet());
        List<Path> ready = new ArrayList<>();
        present.forEach((file, look) -> {
            Sighting now = sighting(sightings.get(file), look, nowNs);
            if (!now.isTaken && nowNs - now.sinceNs >= settleNs) {
                ready.add(file);
                now = new Sighting(look, now.sinceNs, true);
            }
            sightings.put(file, now);
        });
        return ready;
    }

    private static Sighting sighting(@Nullable Sighting former, Look look, long nowNs) {
        if (former == null) {
            return new Sighting(look, Math.min(nowNs, look.lastWrittenNs), false);
        }
        // A file that changed was written just now, whatever its time says.
        return former.look.equals(look) ? former : new Sighting(look, nowNs, false);
    }

    /** How many files are there that are not whole yet. */
    long waiting() {
        return sightings.values().stream().filter(sighting -> !sighting.isTaken).count();
    }
}
