package io.fabrictwin.ingest.synth.topology;

import java.util.Locale;
import java.util.function.IntUnaryOperator;

/**
 * Two tiers. Leaves grow with the fabric up to 64 NICs; beyond that there are more of them, and spines are chassis with a
 * port for each.
 */
final class LeafSpine implements Topology {
    private static final int LEAST_DOWN = 8;
    private static final int MOST_DOWN = 64;
    /** A rail needs two groups of servers at least, or nothing would cross the spines. */
    private static final int LEAST_GROUPS = 2;

    private final Wiring wiring;
    private final int nics;
    private final int spines;
    private final int[] leafOfNic;

    private LeafSpine(
            int nics, int leaves, int spines, IntUnaryOperator leafOf, String[] leafNames, boolean isInfiniband) {
        this.nics = nics;
        this.spines = spines;
        leafOfNic = new int[nics];
        Wiring.Builder builder = new Wiring.Builder().nics(nics);
        int[] leafNodes = new int[leaves];
        for (int leaf = 0; leaf < leaves; leaf++) {
            leafNodes[leaf] = builder.node(leafNames[leaf], 1);
        }
        int[] spineNodes = new int[spines];
        for (int spine = 0; spine < spines; spine++) {
            spineNodes[spine] = builder.node(String.format(Locale.ROOT, "spine%03d", spine), 2);
        }
        for (int nic = 0; nic < nics; nic++) {
            leafOfNic[nic] = leafOf.applyAsInt(nic);
            builder.link(nic, leafNodes[leafOfNic[nic]]);
        }
        for (int leaf : leafNodes) {
            for (int spine : spineNodes) {
                builder.link(leaf, spine);
            }
        }
        wiring = builder.build(isInfiniband);
    }

    /** Each leaf holds the NICs of as many servers as fit. */
    static LeafSpine packed(int nics, int oversubscription, boolean isInfiniband) {
        int down = LEAST_DOWN;
        while (down < MOST_DOWN && 4L * down * down <= nics) {
            down *= 2;
        }
        int downs = down;
        int leaves = (nics + down - 1) / down;
        String[] names = new String[leaves];
        for (int leaf = 0; leaf < leaves; leaf++) {
            names[leaf] = String.format(Locale.ROOT, "leaf%04d", leaf);
        }
        return new LeafSpine(nics, leaves, down / oversubscription, nic -> nic / downs, names, isInfiniband);
    }

    /** Each leaf holds one rail of a group of servers. */
    static LeafSpine byRail(int nics, int oversubscription, boolean isInfiniband) {
        int servers = nics / NICS_PER_SERVER;
        int inGroup = LEAST_DOWN / 2;
        while (inGroup < MOST_DOWN && 2 * LEAST_GROUPS * inGroup <= servers) {
            inGroup *= 2;
        }
        int serversInGroup = inGroup;
        int groups = (servers + inGroup - 1) / inGroup;
        String[] names = new String[groups * NICS_PER_SERVER];
        for (int leaf = 0; leaf < names.length; leaf++) {
            names[leaf] =
                    String.format(Locale.ROOT, "group%03d-rail%d", leaf / NICS_PER_SERVER, leaf % NICS_PER_SERVER);
        }
        IntUnaryOperator leafOf =
                nic -> nic / NICS_PER_SERVER / serversInGroup * NICS_PER_SERVER + nic % NICS_PER_SERVER;
        return new LeafSpine(nics, names.length, inGroup / oversubscription, leafOf, names, isInfiniband);
    }

    @Override
    public Wiring wiring() {
        return wiring;
    }

    @Override
    public int[] path(int sourceNic, int destinationNic, long flow, Chooser chooser) {
        int up = leafOfNic[sourceNic];
        int down = leafOfNic[destinationNic];
        if (up == down) {
            return new int[] {2 * sourceNic, 2 * destinationNic + 1};
        }
        int spine = chooser.choose(nics + up, spines, flow);
        return new int[] {
            2 * sourceNic,
            2 * (nics + up * spines + spine),
            2 * (nics + down * spines + spine) + 1,
            2 * destinationNic + 1
        };
    }
}
