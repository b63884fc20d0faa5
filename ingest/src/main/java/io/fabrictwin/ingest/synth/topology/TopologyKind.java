package io.fabrictwin.ingest.synth.topology;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The shape of a fabric. */
public enum TopologyKind {
    /** All NICs of a server on one leaf, every leaf on every spine. */
    LEAF_SPINE("leaf-spine"),
    /** NIC i of a group of servers on the group's leaf of rail i, every leaf on every spine. */
    RAIL("rail"),
    /** Three tiers: pods of edges and aggregations under cores. */
    FAT_TREE("fat-tree"),
    /** Groups of routers, all to all within a group and group to group. */
    DRAGONFLY("dragonfly");

    private final String word;

    TopologyKind(String word) {
        this.word = word;
    }

    /** As people type it. */
    public String word() {
        return word;
    }

    /**
     * The kind of this name.
     *
     * @throws IllegalArgumentException for another word; the message lists them
     */
    public static TopologyKind ofWord(String word) {
        return Arrays.stream(values())
                .filter(kind -> kind.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("topology '" + word + "' is none of "
                        + Arrays.stream(values()).map(TopologyKind::word).collect(Collectors.joining(", "))));
    }
}
