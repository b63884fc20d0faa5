package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.topology.Wiring;
import io.fabrictwin.model.congestion.Activity;
import io.fabrictwin.model.congestion.Fluid;
import io.fabrictwin.model.congestion.FluidResult;
import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.Transfer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What flows that share a port do to it and to each other, found by the fluid engine: some senders under one switch, one
 * port to the next, some messages each. Kept by number of flows, as a large fabric has many ports of the same kind.
 */
final class Contention {
    /** Messages that each flow sends one after the other: rate control starts anew with each. */
    static final int MESSAGES = 4;

    static final long READING_NS = 10_000;

    /** More flows than that do the same to a port. */
    private static final int MOST_FLOWS = 16;

    private final Cluster cluster;
    private final long messageBytes;
    private final Map<Integer, PortManners> byFlows = new TreeMap<>();

    /** @param messageBytes payload of a usual message */
    Contention(Cluster cluster, long messageBytes) {
        this.cluster = cluster;
        this.messageBytes = messageBytes;
    }

    /** How a port behaves that so many flows share, at least one. */
    PortManners of(int flows) {
        return byFlows.computeIfAbsent(Math.min(flows, MOST_FLOWS), this::run);
    }

    private PortManners run(int flows) {
        Network.Builder builder = Network.builder(cluster.transport());
        builder.switchNode("near", Deployment.BUFFER_BYTES).switchNode("far", Deployment.BUFFER_BYTES);
        for (int flow = 0; flow < flows; flow++) {
            builder.host("source" + flow).host("destination" + flow);
        }
        double bitsPerSecond = cluster.hidden().bitsPerSecond(0);
        long delayNs = cluster.wiring().delayNs(0);
        builder.link("near", "far", bitsPerSecond, delayNs, null, null, null);
        List<int[]> paths = new ArrayList<>();
        for (int flow = 0; flow < flows; flow++) {
            builder.link("source" + flow, "near", Wiring.BITS_PER_SECOND, delayNs, null, null, null);
            builder.link("far", "destination" + flow, Wiring.BITS_PER_SECOND, delayNs, null, null, null);
            paths.add(new int[] {2 + 4 * flow, 0, 4 + 4 * flow});
        }
        Network network = builder.build();
        Readings readings = new Readings(READING_NS, network);
        FluidResult result =
                Fluid.run(network, messages(paths, messageBytes), List.of(), List.of(), readings, new int[0], 0);
        double goodput = (double) flows * MESSAGES * messageBytes / result.makespanNs();
        return PortManners.of(readings, 0, goodput * 8e9 / bitsPerSecond);
    }

    /** Some messages over each path, one after the other. */
    static List<Activity> messages(List<int[]> paths, long bytes) {
        List<Activity> activities = new ArrayList<>();
        for (int[] path : paths) {
            int[] after = {};
            for (int message = 0; message < MESSAGES; message++) {
                int id = activities.size();
                activities.add(new Transfer(id, path, bytes, 0, after));
                after = new int[] {id};
            }
        }
        return activities;
    }
}
