package io.fabrictwin.model.multipath;

import io.fabrictwin.model.route.Murmur3;
import java.util.BitSet;

/**
 * Two tiers that hash the same fields. With the same function in both, the flows that arrive on one uplink share a residue
 * of their hash, and the second tier can use only some of its links; other seeds there undo it.
 */
public final class Polarization {
    private Polarization() {}

    /** Links of {@code second} that the flows of one uplink of {@code first} can use: second / gcd(first, second). */
    public static int usableLinks(int first, int second) {
        int a = first;
        int b = second;
        while (b != 0) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        return second / a;
    }

    /**
     * The same by hashing: most links of the second tier that the flows of any one link of the first take.
     *
     * @param flows number of flows, each with ports of its own
     * @param firstSeed hash seed of the first tier
     * @param secondSeed hash seed of the second tier
     */
    public static int observedLinks(int first, int second, int flows, int firstSeed, int secondSeed) {
        BitSet[] used = new BitSet[first];
        for (int link = 0; link < first; link++) {
            used[link] = new BitSet(second);
        }
        for (int flow = 0; flow < flows; flow++) {
            int arrived = Integer.remainderUnsigned(Murmur3.hash(firstSeed, flow, flows + flow, 0), first);
            int leaves = Integer.remainderUnsigned(Murmur3.hash(secondSeed, flow, flows + flow, 0), second);
            used[arrived].set(leaves);
        }
        int most = 0;
        for (BitSet links : used) {
            most = Math.max(most, links.cardinality());
        }
        return most;
    }
}
