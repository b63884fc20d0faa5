package io.fabrictwin.model.congestion;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What flows that share a port do to it and to each other, found by the fluid: so many senders under one switch, one port to
 * the next, some messages each. A large fabric has many ports of one kind, and a sweep asks for most of them again, so what was
 * found is kept by kind and number of flows. Not thread-safe.
 */
public final class Contention {
    /** Messages that each flow sends one after the other: rate control starts anew with each. */
    private static final int MESSAGES = 4;
    /** Longer messages have settled by then. */
    private static final long MOST_MESSAGE_BYTES = 8 << 20;

    /** Numbers of flows that are run; others do as the next lower one. */
    private static final int[] FLOWS = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32};

    private final Map<Kind, PortManners> known = new HashMap<>();

    /** All that tells ports apart. */
    private record Kind(
            TransportKind transport,
            DcqcnProfile dcqcn,
            EcnProfile ecn,
            PfcProfile pfc,
            long bufferBytes,
            double bitsPerSecond,
            double senderBitsPerSecond,
            long delayNs,
            long messageBytes,
            int flows) {}

    /**
     * How a port behaves that so many flows want to fill.
     *
     * @param feeding a port that sends to the device that sends here: it is paused as others there
     * @param flows above 0
     * @param messageBytes payload of their messages, above 0
     * @param senderBitsPerSecond rate of the line of a sender
     */
    PortManners of(
            Network network, int port, int feeding, double flows, long messageBytes, double senderBitsPerSecond) {
        Network.Port facts = network.port(port);
        if (!network.transport().kind().hasQueues()) {
            return PortManners.EVEN;
        }
        double count = flows;
        double bitsPerSecond = facts.bitsPerSecond();
        int most = FLOWS[FLOWS.length - 1];
        double scale = Math.max(1, count / most);
        // many flows on a fast port do what fewer do on a slower one
        count /= scale;
        bitsPerSecond /= scale;
        int run = (int) runAs(count);
        if (network.isHost(network.from(port)) || run * senderBitsPerSecond <= bitsPerSecond) {
            return PortManners.EVEN;
        }
        Kind kind = new Kind(
                network.transport().kind(),
                network.transport().dcqcn(),
                facts.ecn(),
                network.port(feeding).pfc(),
                network.bufferBytes(network.from(port)),
                bitsPerSecond,
                senderBitsPerSecond,
                facts.delayNs(),
                Math.min(MOST_MESSAGE_BYTES, messageBytes),
                run);
        return known.computeIfAbsent(kind, unknown -> run(network.transport(), unknown));
    }

    /** The number of flows that is run for so many: manners are the same where this is. */
    static double runAs(double flows) {
        if (flows == 0 || flows > FLOWS[FLOWS.length - 1]) {
            return flows;
        }
        int lower = FLOWS[0];
        for (int own : FLOWS) {
            lower = own <= flows + 0.5 ? own : lower;
        }
        return lower;
    }

    private static PortManners run(Transport transport, Kind kind) {
        Network.Builder builder = Network.builder(transport);
        builder.switchNode("near", kind.bufferBytes()).switchNode("far", kind.bufferBytes());
        for (int flow = 0; flow < kind.flows(); flow++) {
            builder.host("source" + flow).host("destination" + flow);
        }
        builder.link("near", "far", kind.bitsPerSecond(), kind.delayNs(), kind.ecn(), null, null);
        List<Activity> activities = new ArrayList<>();
        for (int flow = 0; flow < kind.flows(); flow++) {
            int port = 2 + 4 * flow;
            double bitsPerSecond = kind.senderBitsPerSecond();
            builder.link("source" + flow, "near", bitsPerSecond, kind.delayNs(), kind.ecn(), null, null);
            builder.pfc(port, kind.pfc());
            builder.link("far", "destination" + flow, bitsPerSecond, kind.delayNs(), kind.ecn(), null, null);
            int[] after = {};
            for (int message = 0; message < MESSAGES; message++) {
                int id = activities.size();
                activities.add(new Transfer(id, new int[] {port, 0, port + 2}, kind.messageBytes(), 0, after));
                after = new int[] {id};
            }
        }
        Network network = builder.build();
        FluidResult result = Fluid.run(network, activities, List.of(), new int[0], 0);
        double wireBytes = transport.wireBytesOf(kind.messageBytes());
        double tailNs = Paths.tailNs(network, (Transfer) activities.get(0));
        double roundNs = Math.max(
                kind.flows() * wireBytes * 8e9 / kind.bitsPerSecond(),
                wireBytes * 8e9 / kind.senderBitsPerSecond() + tailNs);
        double pausedNs = 0;
        for (int flow = 0; flow < kind.flows(); flow++) {
            pausedNs += result.pausedNs(2 + 4 * flow).orElse(0);
        }
        return new PortManners(
                Math.min(1, (MESSAGES * roundNs + tailNs) / result.makespanNs()),
                result.markedFraction(0).orElse(0),
                pausedNs / kind.flows() / result.makespanNs(),
                result.queuePeakBytes(0).orElse(0));
    }
}
