package io.fabrictwin.ingest.synth;

import java.util.List;

/** Times during which a job gets nothing through, and the clock of its collectives, which stands still then. */
final class Outages {
    /** Begin and end in turn, in order of time. */
    private final List<Long> edgesNs;

    Outages(List<Long> edgesNs) {
        this.edgesNs = List.copyOf(edgesNs);
    }

    /** When something that takes so long is over if it starts then. */
    long after(long startNs, long durationNs) {
        long at = startNs;
        long left = durationNs;
        for (int edge = 0; edge < edgesNs.size(); edge += 2) {
            long downNs = edgesNs.get(edge);
            long upNs = edgesNs.get(edge + 1);
            if (upNs <= at) {
                continue;
            }
            if (downNs >= at + left) {
                break;
            }
            left -= Math.max(0, downNs - at);
            at = upNs;
        }
        return at + left;
    }

    /** Time between two instants in which something gets through. */
    long usable(long fromNs, long toNs) {
        long usable = Math.max(0, toNs - fromNs);
        for (int edge = 0; edge < edgesNs.size(); edge += 2) {
            long downNs = Math.max(fromNs, edgesNs.get(edge));
            long upNs = Math.min(toNs, edgesNs.get(edge + 1));
            usable -= Math.max(0, upNs - downNs);
        }
        return usable;
    }
}
