package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.topology.Chooser;
import io.fabrictwin.ingest.synth.topology.Topology;
import io.fabrictwin.ingest.synth.topology.Wiring;
import io.fabrictwin.model.congestion.DcqcnProfile;
import java.util.SplittableRandom;

/**
 * What is true of a cluster and no event tells. Each value is drawn from the seed by what it is of, so that none has to be
 * kept and none depends on another.
 */
final class Hidden {
    private static final double LEAST_LINK_EFFICIENCY = 0.96;
    private static final double MOST_LINK_EFFICIENCY = 0.99;
    private static final double DELAY_DEVIATION = 0.1;
    private static final double LEAST_BUFFER_SHARE = 0.92;
    private static final double DCQCN_DEVIATION = 0.1;
    private static final double LEAST_LOSS = 0.004;
    private static final double MOST_LOSS = 0.008;
    private static final double BEST_EFFORT_LOSS = 6;

    private static final int LINK = 1;
    private static final int DELAY = 2;
    private static final int BUFFER = 3;
    private static final int CLOCK = 4;
    private static final int HASH = 5;
    private static final int DCQCN = 6;
    private static final int LOSS = 7;

    private final long seed;
    private final Wiring wiring;

    Hidden(long seed, Wiring wiring) {
        this.seed = seed;
        this.wiring = wiring;
    }

    /** Spreads the bits of three numbers over one. */
    static long mix(long a, long b, long c) {
        long z = a * 0x9E3779B97F4A7C15L + b;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L + c;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** A stream of draws of its own. */
    SplittableRandom random(int what, long which) {
        return new SplittableRandom(mix(seed, what, which));
    }

    /** Rate that a cable really carries, bit/s. */
    double bitsPerSecond(int link) {
        return Wiring.BITS_PER_SECOND * random(LINK, link).nextDouble(LEAST_LINK_EFFICIENCY, MOST_LINK_EFFICIENCY);
    }

    /** Its delay as it is. */
    long delayNs(int link) {
        return Math.round(
                wiring.delayNs(link) * random(DELAY, link).nextDouble(1 - DELAY_DEVIATION, 1 + DELAY_DEVIATION));
    }

    /** What a switch does not keep for itself. */
    long bufferBytes(int node) {
        return Math.round(Deployment.BUFFER_BYTES * random(BUFFER, node).nextDouble(LEAST_BUFFER_SHARE, 1));
    }

    /** By how much a device's clock is ahead, ns; NICs of one server share a clock. */
    long clockOffsetNs(int node, long skewNs) {
        long owner = wiring.isNic(node) ? node / Topology.NICS_PER_SERVER : node;
        return skewNs == 0
                ? 0
                : random(CLOCK, owner * 2 + (wiring.isNic(node) ? 1 : 0)).nextLong(-skewNs, skewNs + 1);
    }

    /**
     * How switches pick on usual days. Ethernet: each hashes with a seed of its own. InfiniBand: by the destination's
     * number, which spreads destinations evenly (a dragonfly takes a hash of it, so that groups do not meet).
     */
    Chooser usual(FabricKind fabric, boolean isDragonfly) {
        if (fabric == FabricKind.IB && !isDragonfly) {
            return (node, ways, flow) -> (int) (wiring.tier(node) == 1 ? flow % ways : flow / ways % ways);
        }
        return (node, ways, flow) -> (int) Long.remainderUnsigned(mix(flow, mix(seed, HASH, node), node), ways);
    }

    /** What NICs do when they are told the usual constants. */
    DcqcnProfile dcqcn() {
        DcqcnProfile told = Deployment.DCQCN;
        SplittableRandom random = random(DCQCN, 0);
        return new DcqcnProfile(
                told.g(),
                varied(told.alphaTimerNs(), random),
                varied(told.rateDecreaseIntervalNs(), random),
                varied(told.rateIncreaseTimerNs(), random),
                varied(Math.round(told.additiveIncreaseBitsPerSecond()), random),
                varied(Math.round(told.hyperIncreaseBitsPerSecond()), random),
                told.minRateBitsPerSecond(),
                told.fastRecoveryTimes());
    }

    private static long varied(long told, SplittableRandom random) {
        return Math.round(told * random.nextDouble(1 - DCQCN_DEVIATION, 1 + DCQCN_DEVIATION));
    }

    /** Share of packets that a bad optic loses, or a full best-effort queue, which loses some times as many. */
    double lossProbability(boolean isBestEffort) {
        return (isBestEffort ? BEST_EFFORT_LOSS : 1) * random(LOSS, 0).nextDouble(LEAST_LOSS, MOST_LOSS);
    }
}
