package io.fabrictwin.model.multipath;

import java.util.Arrays;

/**
 * A rail-optimised leaf-spine fabric as an array of directed links. Every rail is a leaf-spine fabric of its own: host
 * {@code h} of a rail hangs on leaf {@code h / hostsPerLeaf}, every leaf has one link each way to every spine of its rail.
 * A host is one NIC; with one NIC a rail, host {@code h} of all rails is the server {@code h}. One rail makes a plain
 * leaf-spine fabric. A link with a rate of 0 is down; leaves know which spines still reach another leaf, as with BGP.
 *
 * <p>Links of a rail come in this order: host to leaf, leaf to host, leaf to spine, spine to leaf. Immutable.
 */
public final class RailFabric {
    private final int rails;
    private final int leaves;
    private final int hostsPerLeaf;
    private final int spines;
    private final double[] bytesPerNs;

    /** Whether all fabric links of a leaf, by rail and leaf, are up. */
    private final boolean[] whole;

    private RailFabric(int rails, int leaves, int hostsPerLeaf, int spines, double[] bytesPerNs) {
        this.rails = rails;
        this.leaves = leaves;
        this.hostsPerLeaf = hostsPerLeaf;
        this.spines = spines;
        this.bytesPerNs = bytesPerNs;
        whole = new boolean[rails * leaves];
        for (int rail = 0; rail < rails; rail++) {
            for (int leaf = 0; leaf < leaves; leaf++) {
                boolean up = true;
                for (int spine = 0; spine < spines; spine++) {
                    up &= bytesPerNs[uplink(rail, leaf, spine)] > 0 && bytesPerNs[downlink(rail, leaf, spine)] > 0;
                }
                whole[rail * leaves + leaf] = up;
            }
        }
    }

    /**
     * A fabric with all links up.
     *
     * @param rails number of rails
     * @param leaves leaves a rail
     * @param hostsPerLeaf hosts a leaf
     * @param spines spines a rail
     * @param hostBytesPerNs rate of a host's link, each way
     * @param oversubscription rate of a leaf's hosts over that of its uplinks; 1 is non-blocking
     * @throws IllegalArgumentException for a count under 1 or a rate or ratio that is not positive
     */
    public static RailFabric of(
            int rails, int leaves, int hostsPerLeaf, int spines, double hostBytesPerNs, double oversubscription) {
        if (rails < 1 || leaves < 1 || hostsPerLeaf < 1 || spines < 1) {
            throw new IllegalArgumentException("a fabric needs rails, leaves, hosts and spines: " + rails + " x "
                    + leaves + " x " + hostsPerLeaf + ", " + spines);
        }
        if (!(hostBytesPerNs > 0) || !(oversubscription > 0)) {
            throw new IllegalArgumentException(
                    "rate and oversubscription must be positive: " + hostBytesPerNs + ", " + oversubscription);
        }
        int hosts = leaves * hostsPerLeaf;
        int railLinks = 2 * hosts + 2 * leaves * spines;
        double[] bytesPerNs = new double[rails * railLinks];
        double fabricLink = hostsPerLeaf * hostBytesPerNs / (spines * oversubscription);
        for (int rail = 0; rail < rails; rail++) {
            int start = rail * railLinks;
            Arrays.fill(bytesPerNs, start, start + 2 * hosts, hostBytesPerNs);
            Arrays.fill(bytesPerNs, start + 2 * hosts, start + railLinks, fabricLink);
        }
        return new RailFabric(rails, leaves, hostsPerLeaf, spines, bytesPerNs);
    }

    /** The same fabric with another rate on some links; 0 takes them down. */
    public RailFabric with(double bytesPerNs, int... links) {
        double[] changed = this.bytesPerNs.clone();
        for (int link : links) {
            changed[link] = bytesPerNs;
        }
        return new RailFabric(rails, leaves, hostsPerLeaf, spines, changed);
    }

    /** The same fabric without a spine: it is drained, all its links are down. */
    public RailFabric withoutSpine(int rail, int spine) {
        int[] links = new int[2 * leaves];
        for (int leaf = 0; leaf < leaves; leaf++) {
            links[2 * leaf] = uplink(rail, leaf, spine);
            links[2 * leaf + 1] = downlink(rail, leaf, spine);
        }
        return with(0, links);
    }

    /** The same fabric with fabric links that never bind: what hosts alone allow, the nominal case. */
    public RailFabric withoutFabricLimits() {
        double[] changed = bytesPerNs.clone();
        int railLinks = links() / rails;
        for (int rail = 0; rail < rails; rail++) {
            int start = rail * railLinks;
            Arrays.fill(changed, start + 2 * hosts(), start + railLinks, Double.POSITIVE_INFINITY);
        }
        return new RailFabric(rails, leaves, hostsPerLeaf, spines, changed);
    }

    /** Number of rails. */
    public int rails() {
        return rails;
    }

    /** Leaves a rail. */
    public int leaves() {
        return leaves;
    }

    /** Hosts a leaf. */
    public int hostsPerLeaf() {
        return hostsPerLeaf;
    }

    /** Spines a rail. */
    public int spines() {
        return spines;
    }

    /** Hosts a rail. */
    public int hosts() {
        return leaves * hostsPerLeaf;
    }

    /** Number of links of all rails, each direction counted. */
    public int links() {
        return bytesPerNs.length;
    }

    /** Rate of a link; 0 if it is down. */
    public double bytesPerNs(int link) {
        return bytesPerNs[link];
    }

    /** Leaf of a host. */
    public int leaf(int host) {
        return host / hostsPerLeaf;
    }

    /** Link from a host to its leaf. */
    public int hostUp(int rail, int host) {
        return rail * (bytesPerNs.length / rails) + host;
    }

    /** Link from a leaf to its host. */
    public int hostDown(int rail, int host) {
        return hostUp(rail, host) + leaves * hostsPerLeaf;
    }

    /** Link from a leaf to a spine. */
    public int uplink(int rail, int leaf, int spine) {
        return rail * (bytesPerNs.length / rails) + 2 * leaves * hostsPerLeaf + leaf * spines + spine;
    }

    /** Link from a spine to a leaf. */
    public int downlink(int rail, int leaf, int spine) {
        return uplink(rail, leaf, spine) + leaves * spines;
    }

    /** Whether a link is one between a leaf and a spine. */
    public boolean isFabricLink(int link) {
        return link % (bytesPerNs.length / rails) >= 2 * hosts();
    }

    /** Whether a leaf reaches all spines of its rail, and they reach it. */
    boolean isWhole(int rail, int leaf) {
        return whole[rail * leaves + leaf];
    }

    /**
     * Spines over which one leaf reaches another, in the order in which a hash picks among them.
     *
     * @param into receives them; as long as there are spines
     * @return their number
     * @throws IllegalArgumentException if there is none
     */
    int spinesBetween(int rail, int fromLeaf, int toLeaf, int[] into) {
        int count = 0;
        for (int spine = 0; spine < spines; spine++) {
            if (bytesPerNs[uplink(rail, fromLeaf, spine)] > 0 && bytesPerNs[downlink(rail, toLeaf, spine)] > 0) {
                into[count++] = spine;
            }
        }
        if (count == 0) {
            throw new IllegalArgumentException(
                    "no spine of rail " + rail + " reaches from leaf " + fromLeaf + " to leaf " + toLeaf);
        }
        return count;
    }
}
