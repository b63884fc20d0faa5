package io.fabrictwin.ingest.synth.topology;

/** A wired fabric that knows its ways. Immutable. */
public interface Topology {
    /** NICs, and GPUs, of every server. */
    int NICS_PER_SERVER = 8;

    /** Devices and cables. */
    Wiring wiring();

    /**
     * A way from NIC to NIC: egress ports in order, the sending NIC's first.
     *
     * @param flow what identifies the flow to those who pick
     */
    int[] path(int sourceNic, int destinationNic, long flow, Chooser chooser);

    /**
     * Lays out a fabric.
     *
     * @param nics one for each GPU, a multiple of 8, at least 64
     * @param oversubscription rate towards NICs over rate upwards at a leaf or edge; 1, 2 or 4
     * @param isInfiniband decides what ports are called
     * @throws IllegalArgumentException for an oversubscribed dragonfly: its groups have no tier above
     */
    static Topology of(TopologyKind kind, int nics, int oversubscription, boolean isInfiniband) {
        return switch (kind) {
            case LEAF_SPINE -> LeafSpine.packed(nics, oversubscription, isInfiniband);
            case RAIL -> LeafSpine.byRail(nics, oversubscription, isInfiniband);
            case FAT_TREE -> new FatTree(nics, oversubscription, isInfiniband);
            case DRAGONFLY -> {
                requireFits(kind, oversubscription);
                yield new Dragonfly(nics, isInfiniband);
            }
        };
    }

    /**
     * Refuses what no fabric of the kind can be.
     *
     * @throws IllegalArgumentException for an oversubscribed dragonfly: its groups have no tier above
     */
    static void requireFits(TopologyKind kind, int oversubscription) {
        if (kind == TopologyKind.DRAGONFLY && oversubscription != 1) {
            throw new IllegalArgumentException(
                    "a dragonfly has no tier above its groups, so it cannot be oversubscribed " + oversubscription
                            + ":1; leave it at 1");
        }
    }
}
