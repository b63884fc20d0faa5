package io.fabrictwin.model.nccl;

import java.util.Locale;

/** How NCCL arranges the ranks of a collective. */
public enum Algorithm {
    TREE("Tree"),
    RING("Ring"),
    /** Each GPU gives its part to the switches of the network by its own NIC. */
    COLLNET_DIRECT("CollNetDirect"),
    /** The GPUs of a node form a chain that ends at the switches of the network. */
    COLLNET_CHAIN("CollNetChain"),
    /** Reduction in the NVSwitches; over several nodes also in the network's. */
    NVLS("NVLS"),
    /** Reduction in the NVSwitches of each node, and a tree over the nodes. */
    NVLS_TREE("NVLSTree"),
    /** Parallel aggregated trees. */
    PAT("PAT");

    private final String libraryName;

    Algorithm(String libraryName) {
        this.libraryName = libraryName;
    }

    /** The name that NCCL_ALGO and NCCL's log use. */
    public String libraryName() {
        return libraryName;
    }

    /** Finds an algorithm by {@link #libraryName()}, in any case. */
    public static Algorithm ofLibraryName(String name) {
        for (Algorithm algorithm : values()) {
            if (algorithm.libraryName.equalsIgnoreCase(name)) {
                return algorithm;
            }
        }
        throw new IllegalArgumentException(
                "algorithm must be one of Tree, Ring, CollNetDirect, CollNetChain, NVLS, NVLSTree, PAT: " + name);
    }

    String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
