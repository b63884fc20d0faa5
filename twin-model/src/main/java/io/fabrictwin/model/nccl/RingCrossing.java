package io.fabrictwin.model.nccl;

import java.util.ArrayList;
import java.util.List;

/**
 * One edge of a ring between two servers.
 *
 * @param channel channel of the search
 * @param fromNode server that it leaves; it enters the next one
 * @param exitNic NIC of the channel's last GPU there
 * @param entryNic NIC of its first GPU on the next server
 */
public record RingCrossing(int channel, int fromNode, int exitNic, int entryNic) {
    /** Whether the edge changes rails, and so has to pass a spine. */
    public boolean changesRail() {
        return exitNic != entryNic;
    }

    /**
     * All edges of NCCL's rings between servers. A ring enters a server at one NIC and leaves it at its neighbour's; as
     * cross-NIC is 2 by default, odd servers swap the two rings of a pair, so that each edge keeps to one rail. Only where the
     * number of servers is odd, the edge back to the first one changes rails.
     *
     * @param nics NICs of a server, one a rail
     */
    public static List<RingCrossing> of(Communicator ranks, int nics) {
        if (nics < 1) {
            throw new IllegalArgumentException("nics must be positive: " + nics);
        }
        List<RingCrossing> crossings = new ArrayList<>();
        if (ranks.nodes() == 1) {
            return crossings;
        }
        for (int channel = 0; channel < ranks.ring().channels(); channel++) {
            for (int node = 0; node < ranks.nodes(); node++) {
                int next = (node + 1) % ranks.nodes();
                crossings.add(new RingCrossing(
                        channel, node, nic(channel, node, true, nics), nic(channel, next, false, nics)));
            }
        }
        return crossings;
    }

    private static int nic(int channel, int node, boolean isExit, int nics) {
        int own = channel % nics;
        int neighbour = (own ^ 1) < nics ? own ^ 1 : own;
        boolean isSwapped = node % 2 == 1;
        return isExit == isSwapped ? own : neighbour;
    }
}
