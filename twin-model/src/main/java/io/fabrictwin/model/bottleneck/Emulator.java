package io.fabrictwin.model.bottleneck;

/**
 * Emulates one bottleneck: a fluid queue and up to eight representative senders, each of which runs the exact state
 * machine of one flow. Same input, same result.
 */
public final class Emulator {
    /** More flows are stood for by this many. */
    private static final int MOST_REPRESENTATIVES = 8;
    /** Senders that start together do so within this time. */
    private static final double START_WITHIN_NS = 1_000;

    private static final double FULLY_USED = 0.95;
    /** Time over which the use of the link is averaged, well above the time between two notifications. */
    private static final double WINDOW_NS = 200_000;
    /** A run is settled after this many windows of {@link #SETTLED_TIMERS} increase timers each, all within the tolerance. */
    private static final int SETTLED_WINDOWS = 10;

    private static final int SETTLED_TIMERS = 10;
    private static final double SETTLED_TOLERANCE = 0.01;

    private Emulator() {}

    /**
     * Flows of equal size that start at line rate within 1 us, as the first messages of an incast do.
     *
     * @param flows how many
     * @param bytes of each flow
     * @param seeds runs to average over, seeded 1, 2, ...
     */
    public static ColdStart coldStart(Bottleneck bottleneck, int flows, double bytes, int seeds) {
        requirePositive("flows", flows);
        requirePositive("seeds", seeds);
        if (!(bytes > 0) || Double.isInfinite(bytes)) {
            throw new IllegalArgumentException("bytes must be a finite positive number: " + bytes);
        }
        double idealNs = flows * bytes / bottleneck.bytesPerNs();
        double sum = 0;
        double squares = 0;
        double peak = 0;
        double paused = 0;
        for (int seed = 1; seed <= seeds; seed++) {
            EmulatorRun run = new EmulatorRun(
                    bottleneck, flows, Math.min(flows, MOST_REPRESENTATIVES), bytes, START_WITHIN_NS, seed);
            double endNs = untilDelivered(bottleneck, run, flows);
            double stretch = endNs / idealNs;
            sum += stretch;
            squares += stretch * stretch;
            peak += run.peakBytes();
            paused += run.pausedNs() / run.nowNs();
        }
        double mean = sum / seeds;
        double variance = seeds == 1 ? 0 : Math.max(0, (squares - sum * mean) / (seeds - 1));
        return new ColdStart(mean, Math.sqrt(variance), peak / seeds, paused / seeds);
    }

    /** Runs until all is delivered, or until the flows have settled on full use and equal shares: then the rest takes its bytes / capacity. */
    private static double untilDelivered(Bottleneck bottleneck, EmulatorRun run, int flows) {
        int representatives = Math.min(flows, MOST_REPRESENTATIVES);
        double windowNs = SETTLED_TIMERS * (double) bottleneck.dcqcn().rateIncreaseTimerNs();
        double[] sentBefore = new double[representatives];
        double out = 0;
        double windowEndNs = windowNs;
        int settledWindows = 0;
        while (!run.isDone()) {
            run.step();
            out += run.outBytes();
            if (run.nowNs() < windowEndNs) {
                continue;
            }
            boolean isFull = out >= (1 - SETTLED_TOLERANCE) * bottleneck.bytesPerNs() * windowNs;
            if (!isFull || settledWindows == 0) {
                for (int k = 0; k < representatives; k++) {
                    sentBefore[k] = run.remaining(k);
                }
            }
            settledWindows = isFull ? settledWindows + 1 : 0;
            if (settledWindows > SETTLED_WINDOWS) {
                if (sharesAreEqual(run, sentBefore)) {
                    return run.nowNs() + bottleneck.senderDelayNs() + leftBytes(run, flows) / bottleneck.bytesPerNs();
                }
                settledWindows = 0;
            }
            out = 0;
            windowEndNs += windowNs;
        }
        return run.deliveredNs();
    }

    private static boolean sharesAreEqual(EmulatorRun run, double[] before) {
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (int k = 0; k < before.length; k++) {
            double sent = before[k] - run.remaining(k);
            least = Math.min(least, sent);
            most = Math.max(most, sent);
        }
        return most - least <= SETTLED_TOLERANCE * most;
    }

    private static double leftBytes(EmulatorRun run, int flows) {
        int representatives = Math.min(flows, MOST_REPRESENTATIVES);
        double left = run.queueBytes();
        for (int k = 0; k < representatives; k++) {
            left += run.remaining(k) * flows / representatives;
        }
        return left;
    }

    /**
     * Flows without end, observed after a warm-up.
     *
     * @param representatives senders that stand for the flows: up to the number of flows
     */
    public static SteadyState steadyState(
            Bottleneck bottleneck, int flows, int representatives, double warmUpNs, double observedNs, long seed) {
        requirePositive("flows", flows);
        requirePositive("representatives", representatives);
        EmulatorRun run = new EmulatorRun(
                bottleneck, flows, Math.min(flows, representatives), Double.POSITIVE_INFINITY, START_WITHIN_NS, seed);
        advance(run, warmUpNs);
        double[] bytes = new double[Math.min(flows, representatives)];
        double queue = 0;
        double squares = 0;
        double out = 0;
        long steps = 0;
        while (run.nowNs() < warmUpNs + observedNs) {
            run.step();
            steps++;
            queue += run.queueBytes();
            squares += run.queueBytes() * run.queueBytes();
            out += run.outBytes();
            for (int k = 0; k < bytes.length; k++) {
                bytes[k] += run.served(k);
            }
        }
        double mean = queue / steps;
        double sumOfSquares = 0;
        for (double sent : bytes) {
            sumOfSquares += sent * sent;
        }
        return new SteadyState(
                mean,
                Math.sqrt(Math.max(0, squares / steps - mean * mean)),
                out / (bottleneck.bytesPerNs() * steps * EmulatorRun.STEP_NS),
                out * out / (bytes.length * sumOfSquares));
    }

    /**
     * Flows that have warmed up, of which all but {@code after} end at once.
     *
     * @param before flows before the departure
     * @param after flows that stay
     * @param horizonNs time for which the loss is summed up
     */
    public static Departure departure(
            Bottleneck bottleneck, int before, int after, double warmUpNs, double horizonNs, long seed) {
        if (!(after > 0 && after < before)) {
            throw new IllegalArgumentException("after must lie in 1.." + (before - 1) + ": " + after);
        }
        EmulatorRun run = new EmulatorRun(bottleneck, before, before, Double.POSITIVE_INFINITY, START_WITHIN_NS, seed);
        advance(run, warmUpNs);
        run.stop(after);
        double lost = 0;
        double out = 0;
        double windowEndNs = run.nowNs() + WINDOW_NS;
        double recoveredNs = Double.POSITIVE_INFINITY;
        double capacityOfStep = bottleneck.bytesPerNs() * EmulatorRun.STEP_NS;
        boolean hasDrained = false;
        while (run.nowNs() < warmUpNs + horizonNs) {
            run.step();
            lost += (1 - run.outBytes() / capacityOfStep) * EmulatorRun.STEP_NS;
            out += run.outBytes();
            if (run.nowNs() >= windowEndNs) {
                boolean isUsed = out >= FULLY_USED * bottleneck.bytesPerNs() * WINDOW_NS;
                hasDrained |= !isUsed;
                if (isUsed && hasDrained && recoveredNs == Double.POSITIVE_INFINITY) {
                    recoveredNs = run.nowNs() - warmUpNs;
                }
                out = 0;
                windowEndNs += WINDOW_NS;
            }
        }
        return new Departure(lost, hasDrained ? recoveredNs : 0);
    }

    private static void advance(EmulatorRun run, double untilNs) {
        while (run.nowNs() < untilNs) {
            run.step();
        }
    }

    private static void requirePositive(String name, int value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive: " + value);
        }
    }
}
