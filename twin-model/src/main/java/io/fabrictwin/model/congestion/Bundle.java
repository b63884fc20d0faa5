package io.fabrictwin.model.congestion;

import java.util.Arrays;

/**
 * Messages that data dependencies hold together, such as those of a ring, as one: they move at one rate, that of the
 * slowest. Only runs at shares ({@link Fluid#runAtShares}) know bundles.
 *
 * @param id dense id
 * @param ports egress ports that any of them uses, each once
 * @param flows by port, how many of the busiest pairs of ranks load it as much
 * @param wireBytes what the busiest pair sends, on the wire; above 0
 * @param capBytesPerNs rate of the busiest pair beyond which waiting for each other's messages does not let it go; above 0
 * @param tailNs from the last byte to the end, ns
 * @param earliestStartNs earliest start, ns from the start of the run
 * @param after ids that must have ended first
 */
@SuppressWarnings("ArrayRecordComponent") // dense inputs of a hot loop; compared and printed by content below
public record Bundle(
        int id,
        int[] ports,
        double[] flows,
        double wireBytes,
        double capBytesPerNs,
        double tailNs,
        long earliestStartNs,
        int[] after)
        implements Activity {
    public Bundle {
        Require.notNegative("id", id);
        Require.positive("wireBytes", wireBytes);
        Require.positive("capBytesPerNs", capBytesPerNs);
        Require.notNegative("earliestStartNs", earliestStartNs);
        if (ports.length == 0 || ports.length != flows.length) {
            throw new IllegalArgumentException(
                    "bundle " + id + " has " + ports.length + " ports and " + flows.length + " numbers of flows");
        }
    }

    /**
     * The same again.
     *
     * @param share of the bytes, above 0 and at most 1
     */
    public Bundle again(int newId, double share, int[] newAfter) {
        return new Bundle(newId, ports, flows, wireBytes * share, capBytesPerNs, tailNs, earliestStartNs, newAfter);
    }

    /**
     * Time in ns that it takes on a network that carries nothing else.
     *
     * @param network to which the ports belong
     */
    public double aloneNs(Network network) {
        double slowestNs = wireBytes / capBytesPerNs;
        for (int place = 0; place < ports.length; place++) {
            slowestNs = Math.max(
                    slowestNs,
                    wireBytes * flows[place] * 8e9 / network.port(ports[place]).bitsPerSecond());
        }
        return slowestNs + tailNs;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bundle that
                && id == that.id
                && wireBytes == that.wireBytes
                && capBytesPerNs == that.capBytesPerNs
                && tailNs == that.tailNs
                && earliestStartNs == that.earliestStartNs
                && Arrays.equals(ports, that.ports)
                && Arrays.equals(flows, that.flows)
                && Arrays.equals(after, that.after);
    }

    @Override
    public int hashCode() {
        return 31 * id + Double.hashCode(wireBytes);
    }

    @Override
    public String toString() {
        return "Bundle[id=" + id + ", ports=" + ports.length + ", wireBytes=" + wireBytes + ", capBytesPerNs="
                + capBytesPerNs + ", tailNs=" + tailNs + ", earliestStartNs=" + earliestStartNs + ", after="
                + Arrays.toString(after) + "]";
    }
}
