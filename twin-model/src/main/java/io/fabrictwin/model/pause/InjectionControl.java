package io.fabrictwin.model.pause;

/**
 * Congestion control of InfiniBand at rest. A source waits {@code delay} after each packet, as its table says at its
 * index; every backward notification raises the index by {@code increase}, every tick of the timer lowers it by one. The
 * index rests where both balance.
 *
 * @param bitsPerSecond line rate of the source
 * @param packetBytes packet, B
 * @param increase steps that a notification raises the index by
 * @param timerNs tick of the recovery timer, ns
 */
public record InjectionControl(double bitsPerSecond, long packetBytes, int increase, double timerNs) {
    public InjectionControl {
        Require.positive("bitsPerSecond", bitsPerSecond);
        Require.positive("packetBytes", packetBytes);
        Require.positive("increase", increase);
        Require.positive("timerNs", timerNs);
    }

    /** Rate in bit/s with {@code delayNs} between packets: {@code packet / (packet / C + delay)}. */
    public double rateBitsPerSecond(double delayNs) {
        Require.notNegative("delayNs", delayNs);
        return packetBytes * 8e9 / (packetNs() + delayNs);
    }

    /** Delay in ns after each packet that gives this rate; 0 from the line rate on. */
    public double delayNs(double rateBitsPerSecond) {
        Require.positive("rateBitsPerSecond", rateBitsPerSecond);
        return Math.max(0, packetBytes * 8e9 / rateBitsPerSecond - packetNs());
    }

    /**
     * First index whose delay in the table holds the source at or below a rate: where it rests, to within one step.
     *
     * @param tableNs delays by index, ns, not falling
     * @throws IllegalArgumentException if even the last delay is too short: the rate is then out of the control's reach
     */
    public int restingIndex(double[] tableNs, double rateBitsPerSecond) {
        double neededNs = delayNs(rateBitsPerSecond);
        for (int index = 0; index < tableNs.length; index++) {
            if (tableNs[index] >= neededNs) {
                return index;
            }
        }
        throw new IllegalArgumentException("the table must reach a delay of " + neededNs + " ns for "
                + rateBitsPerSecond + " bit/s: it has " + tableNs.length + " entries");
    }

    /** Notifications per second that hold a source at rest, whatever its rate: {@code 1 / (increase x timer)}. */
    public double restingNotificationsPerSecond() {
        return 1e9 / (increase * timerNs);
    }

    /** Share of the packets of a source at this rate that must be marked to hold it there; 1 at most. */
    public double restingMarkShare(double rateBitsPerSecond) {
        Require.positive("rateBitsPerSecond", rateBitsPerSecond);
        return Math.min(1, restingNotificationsPerSecond() * packetBytes * 8 / rateBitsPerSecond);
    }

    private double packetNs() {
        return packetBytes * 8e9 / bitsPerSecond;
    }
}
