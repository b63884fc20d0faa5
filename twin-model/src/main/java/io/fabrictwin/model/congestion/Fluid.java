package io.fabrictwin.model.congestion;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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
        return run(network, activities, storms, List.of(), null, stopAfter, seed);
    }

    /** The same, with settings that change in the course of the run, seen by an observer, and without background. */
    public static FluidResult run(
            Network network,
            List<? extends Activity> activities,
            List<PauseStorm> storms,
            List<EcnChange> ecnChanges,
            @Nullable PortObserver observer,
            int[] stopAfter,
            long seed) {
        return run(network, activities, storms, List.of(), ecnChanges, observer, stopAfter, seed);
    }

    /**
     * The same beside background.
     *
     * @param background what else the ports carry, at most one load a port
     * @param ecnChanges new marking, in any order
     * @param observer reads the counters while the run goes on; null: nobody does
     * @throws IllegalArgumentException also if there are changes or an observer and the transport has no queues
     */
    public static FluidResult run(
            Network network,
            List<? extends Activity> activities,
            List<PauseStorm> storms,
            List<BackgroundLoad> background,
            List<EcnChange> ecnChanges,
            @Nullable PortObserver observer,
            int[] stopAfter,
            long seed) {
        for (Activity activity : activities) {
            if (activity instanceof Transfer transfer) {
                requirePath(network, transfer);
            } else if (activity instanceof Bundle) {
                throw new IllegalArgumentException("activity " + activity.id() + " is a bundle: only shares know them");
            }
        }
        for (PauseStorm storm : storms) {
            requirePort(network, storm.port(), "storm");
        }
        for (BackgroundLoad load : background) {
            requirePort(network, load.port(), "background");
        }
        for (EcnChange change : ecnChanges) {
            requirePort(network, change.port(), "ECN change");
        }
        OpenFlows open = OpenFlows.of(network, List.copyOf(activities), background);
        // background never ends, so nobody waits for it
        int[] awaited = stopAfter.length == 0 && !background.isEmpty()
                ? IntStream.range(0, activities.size()).toArray()
                : stopAfter;
        ActivityGraph graph = new ActivityGraph(open.activities(), awaited);
        TransportKind kind = network.transport().kind();
        if (!kind.hasQueues()) {
            if (observer != null || !ecnChanges.isEmpty()) {
                throw new IllegalArgumentException(
                        "the model of " + kind.wireName() + " has no queues to mark in or to read");
            }
            return new SteadyRun(open.network(), open.activities(), storms, graph, new Contention(), 0).run();
        }
        return new FluidRun(
                        open.network(), open.activities(), activities.size(), storms, ecnChanges, observer, graph, seed)
                .run();
    }

    /**
     * Runs bundles at steady shares, whatever the transport: no queue is followed. What so many flows get through a port that
     * they fill comes from a run of one such port. Draws nothing.
     *
     * @param activities bundles and delays in order of their ids
     * @param messageBytes payload of a usual message of the bundles, above 0
     * @param contention what is known of such ports already; what is found is added
     * @param stopAfter ids to wait for; at least one
     * @throws IllegalArgumentException if ids are not dense or activities wait in a cycle
     */
    public static FluidResult runAtShares(
            Network network,
            List<? extends Activity> activities,
            List<PauseStorm> storms,
            List<BackgroundLoad> background,
            long messageBytes,
            Contention contention,
            int[] stopAfter) {
        Require.positive("messageBytes", messageBytes);
        OpenFlows open = OpenFlows.of(network, List.copyOf(activities), background);
        ActivityGraph graph = new ActivityGraph(open.activities(), stopAfter);
        return new SteadyRun(open.network(), open.activities(), storms, graph, contention, messageBytes).run();
    }

    /**
     * Time in ns that a message takes on a network that carries nothing else: its bytes at the line rate of the sender's
     * port, or of the slowest port of a path where that takes longer, and the way of the last packet there and of its
     * acknowledgement back.
     *
     * @param parts the transfers that the message is split into, which share the sender's port; at least one
     */
    public static double aloneNs(Network network, List<Transfer> parts) {
        Transport transport = network.transport();
        double atSenderNs = 0;
        double tailNs = 0;
        double slowestNs = 0;
        for (Transfer part : parts) {
            double wireBytes = transport.wireBytesOf(part.bytes());
            atSenderNs += wireBytes * 8e9 / network.port(part.ports()[0]).bitsPerSecond();
            tailNs = Math.max(tailNs, Paths.tailNs(network, part));
            for (int port : part.ports()) {
                slowestNs =
                        Math.max(slowestNs, wireBytes * 8e9 / network.port(port).bitsPerSecond());
            }
        }
        return Math.max(atSenderNs, slowestNs) + tailNs;
    }

    private static void requirePath(Network network, Transfer transfer) {
        int[] ports = transfer.ports();
        for (int hop = 0; hop < ports.length; hop++) {
            requirePort(network, ports[hop], "transfer " + transfer.id());
            if (hop > 0 && network.to(ports[hop - 1]) != network.from(ports[hop])) {
                throw new IllegalArgumentException("transfer " + transfer.id() + ": port " + ports[hop]
                        + " does not start where the one before ends");
            }
        }
        if (!network.isHost(network.from(ports[0])) || !network.isHost(network.to(ports[ports.length - 1]))) {
            throw new IllegalArgumentException("transfer " + transfer.id() + " must go from a host to a host");
        }
    }

    private static void requirePort(Network network, int port, String who) {
        if (port < 0 || port >= network.portCount()) {
            throw new IllegalArgumentException(who + " names an unknown port: " + port);
        }
    }
}
