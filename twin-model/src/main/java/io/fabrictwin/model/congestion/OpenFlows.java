package io.fabrictwin.model.congestion;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * A run with background: each load is a flow from a host of its own, whose link has just the rate of the load, over the
 * port to the next device, or to a sink behind it. Real ports and activities keep their numbers.
 *
 * @param network with those hosts and sinks
 * @param activities with those flows after them
 */
record OpenFlows(Network network, List<Activity> activities) {
    /** More than any run can send. */
    private static final long NO_END_BYTES = 100_000_000_000_000L;
    /** What background leaves of the rate of a host's port at least. */
    private static final double LEAST_SHARE_OF_HOST = 0.01;

    static OpenFlows of(Network network, List<Activity> activities, List<BackgroundLoad> loads) {
        if (loads.isEmpty()) {
            return new OpenFlows(network, activities);
        }
        Network.Builder builder = network.toBuilder();
        List<Activity> all = new ArrayList<>(activities);
        int next = network.portCount();
        for (BackgroundLoad load : loads) {
            Network.Port port = network.port(load.port());
            double bitsPerSecond = 8 * load.bytesPerSecond();
            if (network.isHost(port.from())) {
                double left =
                        Math.max(port.bitsPerSecond() - bitsPerSecond, LEAST_SHARE_OF_HOST * port.bitsPerSecond());
                network.lanesOf(load.port()).forEach(lane -> builder.bitsPerSecond(lane, left));
                continue;
            }
            String source = "background of port " + load.port();
            builder.host(source).link(source, port.from(), bitsPerSecond, port.delayNs(), EcnProfile.OFF, null, null);
            pauseLike(builder, next, network, load.port());
            int[] path = {next, load.port()};
            next += 2;
            if (!network.isHost(port.to())) {
                String sink = "end of background of port " + load.port();
                builder.host(sink)
                        .link(port.to(), sink, port.bitsPerSecond(), port.delayNs(), EcnProfile.OFF, null, null);
                path = new int[] {path[0], path[1], next};
                next += 2;
            }
            int[] back = new int[path.length];
            for (int hop = 0; hop < path.length; hop++) {
                back[hop] = Network.reverse(path[path.length - 1 - hop]);
            }
            all.add(new Transfer(all.size(), path, NO_END_BYTES, 0, new int[0], back));
        }
        return new OpenFlows(builder.build(), all);
    }

    /** Lets a switch pause what comes to it for background as it pauses others; headroom goes by rate and delay. */
    private static void pauseLike(Network.Builder builder, int port, Network network, int egress) {
        int priority = network.priority(egress);
        OptionalInt other = Arrays.stream(network.portsTo(network.from(egress)))
                .filter(ingress -> network.priority(ingress) == priority)
                .findFirst();
        if (priority >= 0) {
            builder.lane(port, new Lane(port, priority, 1, false));
        }
        if (other.isPresent()) {
            PfcProfile pfc = network.port(other.getAsInt()).pfc();
            builder.pfc(
                    port,
                    new PfcProfile(
                            pfc.enabled(),
                            pfc.alpha(),
                            pfc.xoffBytes(),
                            pfc.reserveBytes(),
                            pfc.resumeOffsetBytes(),
                            null));
        }
    }
}
