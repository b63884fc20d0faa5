package io.fabrictwin.ingest.synth.topology;

/** How a switch picks among equal ways. */
@FunctionalInterface
public interface Chooser {
    /**
     * The way that it takes.
     *
     * @param node the switch that picks
     * @param ways number of equal ways, at least 1
     * @param flow what identifies the flow: equal for all its packets
     * @return 0 to {@code ways - 1}
     */
    int choose(int node, int ways, long flow);
}
