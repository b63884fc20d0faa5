package io.fabrictwin.model.congestion;

import java.util.Map;
import java.util.TreeMap;

/** Adds up what the messages of a collective put on the ports of a network. Not thread-safe. */
public final class BundleBuilder {
    private final Network network;
    private final Map<Integer, Double> wireBytesByPort = new TreeMap<>();
    private double mostWireBytes;
    private double slowestRoundNs;
    private double longestTailNs;

    public BundleBuilder(Network network) {
        this.network = network;
    }

    /**
     * Adds messages over one path.
     *
     * @param ports egress ports in order
     * @param messageBytes payload of one of them; above 0
     * @param messages how many, one after the other
     * @param waitNs what each of them waits for beside the network, ns
     */
    public void add(int[] ports, long messageBytes, int messages, long waitNs) {
        Transfer message = new Transfer(0, ports, messageBytes, 0, new int[0]);
        double tailNs = Paths.tailNs(network, message) + waitNs;
        double wireBytes = network.transport().wireBytesOf(messageBytes);
        double slowest = Double.POSITIVE_INFINITY;
        for (int port : ports) {
            wireBytesByPort.merge(port, wireBytes * messages, Double::sum);
            slowest = Math.min(slowest, network.port(port).bitsPerSecond() / 8e9);
        }
        mostWireBytes = Math.max(mostWireBytes, wireBytes * messages);
        longestTailNs = Math.max(longestTailNs, tailNs);
        slowestRoundNs = Math.max(slowestRoundNs, messages * (wireBytes / slowest + tailNs));
    }

    /** Whether nothing was added. */
    public boolean isEmpty() {
        return mostWireBytes == 0;
    }

    /**
     * The bundle.
     *
     * @param rounds that follow each other, each after the way of the one before
     * @param inStep whether a pair's messages are these rounds, so that each of them waits for the way of the one before; else
     *     the ways of all rounds are passed once
     */
    public Bundle build(int id, int rounds, boolean inStep, int[] after) {
        int[] ports = new int[wireBytesByPort.size()];
        double[] flows = new double[ports.length];
        int place = 0;
        for (Map.Entry<Integer, Double> entry : wireBytesByPort.entrySet()) {
            ports[place] = entry.getKey();
            flows[place++] = entry.getValue() / mostWireBytes;
        }
        // the last round's way is the tail: it is not waited for within
        double capNs = inStep ? slowestRoundNs - longestTailNs : 0;
        double cap = capNs > 0 ? mostWireBytes / capNs : Double.POSITIVE_INFINITY;
        return new Bundle(
                id,
                ports,
                flows,
                mostWireBytes,
                Math.min(cap, fastest()),
                inStep ? longestTailNs : rounds * longestTailNs,
                0,
                after);
    }

    private double fastest() {
        double fastest = 0;
        for (int port : wireBytesByPort.keySet()) {
            fastest = Math.max(fastest, network.port(port).bitsPerSecond() / 8e9);
        }
        return fastest;
    }
}
