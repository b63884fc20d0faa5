package io.fabrictwin.model.nccl;

/**
 * An all-reduce in the switches in closed form: every port of a leaf sends the data up once and gets the sum once.
 *
 * <pre>time = start + 2 depth hop + size / (efficiency x rate)</pre>
 *
 * The form and the efficiency of about 0.95 follow published measurements of streaming aggregation (Graham et al. 2020).
 *
 * @param startNs fixed cost of an operation
 * @param hopNs one switch, one way
 * @param efficiency share of the link's rate that streaming aggregation reaches
 * @param portsPerSwitch ports of a switch towards hosts: depth 1 up to so many ranks, depth 2 up to its square, and so on
 */
public record Sharp(double startNs, double hopNs, double efficiency, int portsPerSwitch) {
    public Sharp {
        if (!(startNs >= 0) || !(hopNs >= 0) || !(efficiency > 0 && efficiency <= 1) || portsPerSwitch < 2) {
            throw new IllegalArgumentException("SHARP of start " + startNs + " ns, hop " + hopNs + " ns, efficiency "
                    + efficiency + ", " + portsPerSwitch + " ports");
        }
    }

    /** Levels of switches above {@code ranks}. */
    public int depth(int ranks) {
        int depth = 1;
        for (long reach = portsPerSwitch; reach < ranks; reach *= portsPerSwitch) {
            depth++;
        }
        return depth;
    }

    /** Time of an all-reduce of {@code bytes} over links of {@code bytesPerNs}. */
    public double timeNs(int ranks, long bytes, double bytesPerNs) {
        return startNs + 2 * depth(ranks) * hopNs + bytes / (efficiency * bytesPerNs);
    }

    /** The ring to compare with: 2 (n - 1) steps, each of which costs {@code stepNs} and sends an n-th. */
    public static double ringTimeNs(int ranks, long bytes, double bytesPerNs, double stepNs) {
        return 2.0 * (ranks - 1) * (stepNs + bytes / (ranks * bytesPerNs));
    }
}
