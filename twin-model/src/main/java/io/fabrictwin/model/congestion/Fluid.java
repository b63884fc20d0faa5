package io.fabrictwin.model.congestion;

import java.util.List;

/** Runs activities over a network. */
public final class Fluid {
    private Fluid() {}

    /**
     * Runs until all activities of {@code stopAfter} have ended (empty: until everything has). The same input gives the
     * same result. Draws are keyed by seed and activity id, so runs of a base and of a variant share them.
     *
     * @param activities activities in order of their ids
     * @param storms ports held by pause frames that come from outside the model
     * @param stopAfter ids to wait for; not changed
     * @throws IllegalArgumentException if ids are not dense, activities wait in a cycle, or a path is broken
     */
    public static FluidResult run(
            Network network, List<? extends Activity> activities, List<PauseStorm> storms, int[] stopAfter, long seed) {
        ActivityGraph graph = new ActivityGraph(List.copyOf(activities), stopAfter);
        for (Activity activity : activities) {
            if (activity instanceof Transfer transfer) {
                requirePath(network, transfer);
            }
        }
        for (PauseStorm storm : storms) {
            requirePort(network, storm.port(), "storm");
        }
        if (network.transport().kind() == TransportKind.IDEAL) {
            return new IdealRun(network, List.copyOf(activities), graph).run();
        }
        return new FluidRun(network, List.copyOf(activities), storms, graph, seed).run();
    }

    private static void requirePath(Network network, Transfer transfer) {
        int[] ports = transfer.ports();
        for (int hop = 0; hop < ports.length; hop++) {
            requirePort(network, ports[hop], "transfer " + transfer.id());
            if (hop > 0
                    && !network.port(ports[hop - 1])
                            .to()
                            .equals(network.port(ports[hop]).from())) {
                throw new IllegalArgumentException("transfer " + transfer.id() + ": port " + ports[hop]
                        + " does not start where the one before ends");
            }
        }
        if (!network.isHost(network.port(ports[0]).from())
                || !network.isHost(network.port(ports[ports.length - 1]).to())) {
            throw new IllegalArgumentException("transfer " + transfer.id() + " must go from a host to a host");
        }
    }

    private static void requirePort(Network network, int port, String who) {
        if (port < 0 || port >= network.portCount()) {
            throw new IllegalArgumentException(who + " names an unknown port: " + port);
        }
    }
}
