package io.fabrictwin.model.window;

import io.fabrictwin.model.collective.Collectives;
import io.fabrictwin.model.event.CollectiveOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What collectives of one operation and size did in a window.
 *
 * @param sizeClassBytes the power of two that their size is at least, and less than twice; 0 of nothing
 * @param count how many of those that are kept
 * @param meanNs mean time once all ranks had come, by the clock of the one that came last
 * @param busBytesPerSecond bus bandwidth, as NCCL's tests define it: bytes that a rank's link carries a second, whatever the
 *     number of ranks; null: how many ranks take part was not told, or they took no time
 */
public record CollectiveWindow(
        CollectiveOperation operation,
        long sizeClassBytes,
        int count,
        double meanNs,
        @Nullable Double busBytesPerSecond) {
    /** In order of operation and size. */
    static List<CollectiveWindow> of(List<CollectiveRun> runs) {
        SortedMap<CollectiveRun.Kind, List<CollectiveRun>> byKind = new TreeMap<>();
        for (CollectiveRun run : runs) {
            byKind.computeIfAbsent(run.kind(), unknown -> new ArrayList<>()).add(run);
        }
        List<CollectiveWindow> windows = new ArrayList<>();
        byKind.forEach((kind, ofKind) -> {
            double sumNs = 0;
            double busBytes = 0;
            boolean areRanksKnown = true;
            for (CollectiveRun run : ofKind) {
                sumNs += run.shortestNs();
                Integer ranks = run.rankCount();
                areRanksKnown &= ranks != null && ranks > 0;
                if (ranks != null && ranks > 0) {
                    busBytes += Collectives.busFactor(run.operation(), ranks) * run.sizeBytes();
                }
            }
            windows.add(new CollectiveWindow(
                    kind.operation(),
                    kind.sizeClassBytes(),
                    ofKind.size(),
                    sumNs / ofKind.size(),
                    areRanksKnown && sumNs > 0 ? (Double) (busBytes / sumNs * 1e9) : null));
        });
        return List.copyOf(windows);
    }
}
