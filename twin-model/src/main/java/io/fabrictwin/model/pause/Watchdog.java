package io.fabrictwin.model.pause;

import java.util.ArrayList;
import java.util.List;

/**
 * What a switch does about a queue that is held and held. It looks at every poll whether the queue was held, with nothing
 * sent, for the whole time since the poll before; so many such intervals in a row as cover the detection time make a storm.
 * It then acts, until so many quiet intervals as cover the restoration time have passed (SONiC: PFC watchdog design, and the detection and
 * restoration scripts in sonic-swss).
 *
 * @param action what it does with the traffic of the queue
 * @param detectionNs time in ns after which it takes a pause for a storm
 * @param restorationNs quiet time in ns after which it lets the queue be lossless again
 * @param pollNs time in ns between two looks
 */
public record Watchdog(Action action, long detectionNs, long restorationNs, long pollNs) {
    private static final long MILLISECOND = 1_000_000;
    private static final long DEFAULT_NS = 200 * MILLISECOND;
    /** Ports per step of the default times: more ports are looked at in the same time. */
    private static final int PORTS_PER_STEP = 32;

    /** What happens to the traffic of a queue under a storm. */
    public enum Action {
        /** What waits and what comes is dropped. */
        DROP,
        /** Pauses are ignored: the queue sends. */
        FORWARD,
        /** Somebody is told, the queue stays held. */
        ALERT
    }

    /** What happens to the traffic of the queue. */
    public enum Fate {
        HELD,
        DROPPED,
        SENT
    }

    /** The traffic's fate from {@code fromNs} until {@code untilNs}. */
    public record Phase(Fate fate, long fromNs, long untilNs) {}

    public Watchdog {
        range("detectionNs", detectionNs, 100 * MILLISECOND, 5_000 * MILLISECOND);
        range("restorationNs", restorationNs, 100 * MILLISECOND, 60_000 * MILLISECOND);
        Require.positive("pollNs", pollNs);
    }

    /** The default of a SONiC switch: drop, all times 200 ms per 32 ports begun. */
    public static Watchdog ofPorts(int ports) {
        Require.positive("ports", ports);
        long ns = DEFAULT_NS * ((ports - 1) / PORTS_PER_STEP + 1);
        return new Watchdog(Action.DROP, ns, ns, ns);
    }

    /**
     * The fate of a queue's traffic from the start of a storm until all is as before.
     *
     * @param startNs when a neighbour begins to hold the queue, for good
     * @param endNs when it lets go
     * @param pollAtNs the time of any poll; others are whole poll times away
     * @return phases without gap from {@code startNs} on, the last one ending when the queue is lossless and free again
     */
    public List<Phase> phases(long startNs, long endNs, long pollAtNs) {
        if (endNs < startNs) {
            throw new IllegalArgumentException("endNs must not be before startNs: " + endNs);
        }
        long actsNs = pollFrom(startNs, pollAtNs) + pollNs * intervals(detectionNs);
        if (action == Action.ALERT || actsNs > endNs) {
            return List.of(new Phase(Fate.HELD, startNs, endNs));
        }
        long restoredNs = pollFrom(endNs, pollAtNs) + pollNs * intervals(restorationNs);
        List<Phase> phases = new ArrayList<>();
        phases.add(new Phase(Fate.HELD, startNs, actsNs));
        phases.add(new Phase(action == Action.DROP ? Fate.DROPPED : Fate.SENT, actsNs, restoredNs));
        return phases;
    }

    /** Whether a storm of {@code lengthNs} is found whenever it starts; one below {@link #detectionNs} never is. */
    public boolean alwaysDetects(long lengthNs) {
        return lengthNs >= pollNs * (intervals(detectionNs) + 1);
    }

    private long intervals(long ns) {
        return -Math.floorDiv(-ns, pollNs);
    }

    private long pollFrom(long ns, long pollAtNs) {
        return ns + Math.floorMod(pollAtNs - ns, pollNs);
    }

    private static void range(String name, long ns, long leastNs, long mostNs) {
        if (ns < leastNs || ns > mostNs) {
            throw new IllegalArgumentException(name + " must lie in " + leastNs + ".." + mostNs + ": " + ns);
        }
    }
}
