package io.fabrictwin.model.ladder;

import io.fabrictwin.model.bottleneck.Bottleneck;
import io.fabrictwin.model.bottleneck.ColdStart;
import io.fabrictwin.model.bottleneck.Departure;
import io.fabrictwin.model.bottleneck.Emulator;
import io.fabrictwin.model.bottleneck.FixedPoint;
import io.fabrictwin.model.bottleneck.Recovery;
import io.fabrictwin.model.bottleneck.SteadyState;
import io.fabrictwin.model.congestion.Activity;
import io.fabrictwin.model.congestion.DcqcnParameter;
import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.Delay;
import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.Fluid;
import io.fabrictwin.model.congestion.FluidResult;
import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.PfcProfile;
import io.fabrictwin.model.congestion.PortObserver;
import io.fabrictwin.model.congestion.Transfer;
import io.fabrictwin.model.congestion.Transport;
import io.fabrictwin.model.congestion.TransportKind;
import io.fabrictwin.model.flow.HopFairness;
import io.fabrictwin.model.flow.Problem;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** DCQCN at one bottleneck, and over two. */
final class DcqcnRungs {
    private static final double GBPS = 1e9;
    private static final double KB = 1e3;
    private static final double MB = 1e6;
    private static final double MS = 1e6;
    private static final double NO_PAUSES = Double.POSITIVE_INFINITY;
    private static final String PACKET_RUNS = "independent packet-level runs of one bottleneck";
    private static final int SEEDS = 6;

    private static final int[] SENDERS = {2, 4, 8, 16, 32};
    private static final int[] MORE_SENDERS = {2, 4, 8, 16, 32, 64};
    private static final double[] SIZES = {256 * KB, 1 * MB, 4 * MB, 16 * MB};

    private static final EcnProfile ECN_D = new EcnProfile(true, 100_000, 400_000, 0.1);

    /** The packet runs count no bytes, start with alpha 1, and never go below 0.1 Gbit/s; the rest are vendor defaults. */
    private static final Map<DcqcnParameter, Double> FIRMWARE_SETTINGS = Map.of(
            DcqcnParameter.RPG_BYTE_RESET, 0.0, //
            DcqcnParameter.RPG_MIN_RATE, 100.0, //
            DcqcnParameter.INITIAL_ALPHA_VALUE, 1024.0);

    private static final DcqcnProfile PAPER = DcqcnProfile.PAPER;
    private static final DcqcnProfile FIRMWARE = DcqcnParameter.profile(FIRMWARE_SETTINGS);
    private static final DcqcnProfile TUNED = tuned();

    // Stretch of cold starts: a row for each number of senders, a column for each size.
    private static final double[][] PAPER_STRETCH = {
        {1.035, 1.153, 1.173, 1.149},
        {1.017, 1.569, 1.815, 1.623},
        {1.007, 1.692, 1.627, 1.323},
        {1.257, 1.553, 1.375, 1.115},
        {1.420, 1.402, 1.161, 1.060}
    };
    private static final double[][] FIRMWARE_STRETCH = {
        {1.035, 2.712, 1.541, 1.219},
        {4.935, 2.447, 1.446, 1.147},
        {2.655, 1.956, 1.371, 1.137},
        {2.163, 1.577, 1.312, 1.158},
        {1.880, 1.406, 1.222, 1.088}
    };
    private static final double[][] TUNED_STRETCH = {
        {1.035, 1.222, 1.133, 1.075},
        {1.017, 1.224, 1.121, 1.083},
        {1.057, 1.123, 1.192, 1.165},
        {1.133, 1.160, 1.187, 1.090},
        {1.078, 1.190, 1.105, 1.044}
    };

    private DcqcnRungs() {}

    static List<Rung> all() {
        return List.of(
                new Rung(
                        "V04",
                        true,
                        "an incast under DCQCN shares and uses the link",
                        PACKET_RUNS,
                        DcqcnRungs::incastShares),
                new Rung(
                        "V05",
                        true,
                        "mark probability at the fixed point",
                        "fluid model of the DCQCN authors (SIGCOMM 2015)",
                        DcqcnRungs::markProbabilities),
                new Rung(
                        "V06",
                        true,
                        "steady queue",
                        "fluid model of the DCQCN authors; " + PACKET_RUNS,
                        DcqcnRungs::steadyQueues),
                new Rung("V07", false, "queue pinned near Kmax", PACKET_RUNS, DcqcnRungs::pinnedQueues),
                new Rung("V08", false, "overshoot of a cold start without pauses", PACKET_RUNS, DcqcnRungs::overshoots),
                new Rung("V09", true, "what a departure costs", PACKET_RUNS, DcqcnRungs::departures),
                new Rung("V10", true, "cold incast, 60 cases", PACKET_RUNS, DcqcnRungs::coldStarts),
                new Rung("V11", true, "which settings speed and which slow", PACKET_RUNS, DcqcnRungs::signs),
                new Rung(
                        "V12",
                        true,
                        "a flow over two full links against flows over one",
                        "independent fluid runs; fixed point of DCQCN",
                        DcqcnRungs::twoHops));
    }

    private static DcqcnProfile tuned() {
        Map<DcqcnParameter, Double> settings = new EnumMap<>(FIRMWARE_SETTINGS);
        settings.put(DcqcnParameter.RPG_TIME_RESET, 60.0);
        settings.put(DcqcnParameter.RPG_AI_RATE, 10.0);
        settings.put(DcqcnParameter.RPG_HAI_RATE, 100.0);
        settings.put(DcqcnParameter.RPG_MIN_DEC_FAC, 90.0);
        settings.put(DcqcnParameter.MIN_TIME_BETWEEN_CNPS, 2.0);
        return DcqcnParameter.profile(settings);
    }

    private static DcqcnProfile paperWithAdditiveIncrease(double bitsPerSecond) {
        return new DcqcnProfile(
                PAPER.g(),
                PAPER.alphaTimerNs(),
                PAPER.rateDecreaseIntervalNs(),
                PAPER.rateIncreaseTimerNs(),
                bitsPerSecond,
                PAPER.hyperIncreaseBitsPerSecond(),
                PAPER.minRateBitsPerSecond(),
                PAPER.fastRecoveryTimes(),
                PAPER.variant());
    }

    /** 1 us to the switch, the notification 3 us after the mark, resume 3 KB below pause: as the packet runs. */
    private static Bottleneck bottleneck(DcqcnProfile dcqcn, EcnProfile ecn, double xoffBytes) {
        return bottleneck(dcqcn, ecn, xoffBytes, 100 * GBPS, 1_000);
    }

    private static Bottleneck bottleneck(
            DcqcnProfile dcqcn, EcnProfile ecn, double xoffBytes, double bitsPerSecond, double packetBytes) {
        return new Bottleneck(dcqcn, ecn, bitsPerSecond, packetBytes, xoffBytes, 3_000, 1_000, 3_000);
    }

    private static Bottleneck setA() {
        return bottleneck(PAPER, new EcnProfile(true, 5_000, 200_000, 0.01), NO_PAUSES, 40 * GBPS, 1_000);
    }

    private static Bottleneck setB() {
        return bottleneck(PAPER, new EcnProfile(true, 400_000, 1_600_000, 0.2), NO_PAUSES);
    }

    private static Bottleneck setD() {
        return bottleneck(PAPER, ECN_D, NO_PAUSES);
    }

    private static Bottleneck setE() {
        return bottleneck(PAPER, new EcnProfile(true, 800_000, 3_200_000, 0.2), NO_PAUSES, 400 * GBPS, 4_096);
    }

    private static List<Check> incastShares() {
        List<Check> checks = new ArrayList<>();
        for (int flows : MORE_SENDERS) {
            SteadyState state = Emulator.steadyState(setD(), flows, 16, 50 * MS, 200 * MS, 1);
            String name = "N = " + flows;
            double share = 100.0 / flows;
            checks.add(Check.relative(
                    name + ", mean share", "C / N", "Gbit/s", share, state.utilization() * 100 / flows, 0.01));
            checks.add(new Check(name + ", utilization", "at least 0.998", "", 1, state.utilization(), 0.998, 1));
            checks.add(new Check(name + ", Jain's index", "at least 0.998", "", 1, state.jain(), 0.998, 1));
        }
        return checks;
    }

    private static List<Check> markProbabilities() {
        int[] flows = {2, 4, 8, 10, 16, 32, 64};
        double[] a = {0.0777, 0.1888, 0.4552, 0.6032, 1.0873, 2.5618, 5.9054};
        double[] d = {0.0239, 0.0583, 0.1420, 0.1888, 0.3432, 0.8225, 1.9478};
        double[] e = {0.0167, 0.0401, 0.0977, 0.1302, 0.2385, 0.5794, 1.3943};
        List<Check> checks = new ArrayList<>();
        for (int k = 0; k < flows.length; k++) {
            checks.add(markProbability("A", setA(), flows[k], a[k]));
            checks.add(markProbability("D", setD(), flows[k], d[k]));
            checks.add(markProbability("E", setE(), flows[k], e[k]));
        }
        return checks;
    }

    private static Check markProbability(String set, Bottleneck bottleneck, int flows, double percent) {
        double actual = FixedPoint.of(bottleneck, flows).markProbability() * 100;
        String formula = "a^2 alpha = tau^2 R_AI R (b + d)(c + e)";
        return Check.relative("set " + set + ", N = " + flows, formula, "%", percent, actual, 0.005);
    }

    private static List<Check> steadyQueues() {
        int[] flows = {2, 4, 8, 10, 16, 32, 64};
        double[] a = {20.2, 41.8, 93.8, 122.6, 200, 200, 200};
        double[] b = {401.4, 403.5, 408.5, 411.3, 420.6, 449.4, 516.9};
        double[] d = {100.7, 101.7, 104.3, 105.7, 110.3, 124.7, 158.4};
        double[] e = {802.0, 804.8, 811.7, 815.6, 828.6, 869.5, 967.3};
        List<Check> checks = new ArrayList<>();
        for (int k = 0; k < flows.length; k++) {
            checks.add(fixedQueue("A", setA(), flows[k], a[k]));
            checks.add(fixedQueue("B", setB(), flows[k], b[k]));
            checks.add(fixedQueue("D", setD(), flows[k], d[k]));
            checks.add(fixedQueue("E", setE(), flows[k], e[k]));
        }
        double[] aPackets = {25.2, 53.8, 117.2, 186.6, 191.5, 192.7};
        double[] dPackets = {88.4, 97.5, 104.5, 113.7, 133.6, 182.8};
        for (int k = 0; k < MORE_SENDERS.length; k++) {
            checks.add(emulatedQueue("A", setA(), MORE_SENDERS[k], aPackets[k]));
            checks.add(emulatedQueue("D", setD(), MORE_SENDERS[k], dPackets[k]));
        }
        checks.add(emulatedQueue("B", setB(), 2, 381));
        checks.add(emulatedQueue("B", setB(), 8, 411));
        checks.add(emulatedQueue("B", setB(), 32, 468));
        return checks;
    }

    private static Check fixedQueue(String set, Bottleneck bottleneck, int flows, double kilobytes) {
        double actual = FixedPoint.of(bottleneck, flows).queueBytes() / KB;
        String formula = "Kmin + p/Pmax (Kmax - Kmin), at most Kmax";
        return Check.relative("set " + set + ", N = " + flows + ", fluid", formula, "KB", kilobytes, actual, 0.01);
    }

    private static Check emulatedQueue(String set, Bottleneck bottleneck, int flows, double kilobytes) {
        double actual = meanQueueBytes(bottleneck, flows) / KB;
        String name = "set " + set + ", N = " + flows + ", packets";
        return Check.relative(name, "emulated", "KB", kilobytes, actual, 0.25);
    }

    private static double meanQueueBytes(Bottleneck bottleneck, int flows) {
        return Emulator.steadyState(bottleneck, flows, 16, 50 * MS, 50 * MS, 1).meanQueueBytes();
    }

    private static List<Check> pinnedQueues() {
        int[] flows = {16, 32, 64};
        double[] packets = {186.6, 191.5, 192.7};
        List<Check> checks = new ArrayList<>();
        for (int k = 0; k < flows.length; k++) {
            FixedPoint fixed = FixedPoint.of(setA(), flows[k]);
            String name = "set A, N = " + flows[k];
            checks.add(Check.holds(name + ", pinned", "p > Pmax", fixed.isPinned()));
            checks.add(new Check(name + ", fluid", "Kmax", "KB", packets[k], fixed.queueBytes() / KB, 180, 205));
            double emulated = meanQueueBytes(setA(), flows[k]) / KB;
            checks.add(new Check(name + ", emulated", "near Kmax", "KB", packets[k], emulated, 180, 205));
        }
        return checks;
    }

    private static List<Check> overshoots() {
        double[] megabytes = {0.27, 1.06, 3.3, 8.4, 20.3, 49};
        List<Check> checks = new ArrayList<>();
        for (int k = 0; k < MORE_SENDERS.length; k++) {
            // Long enough flows that the queue has turned before the first of them ends.
            ColdStart start = Emulator.coldStart(setD(), MORE_SENDERS[k], 4 * MB, 2);
            double peak = start.peakQueueBytes() / MB;
            checks.add(Check.relative("N = " + MORE_SENDERS[k], "emulated", "MB", megabytes[k], peak, 0.25));
        }
        return checks;
    }

    private static List<Check> departures() {
        List<Check> checks = new ArrayList<>();
        departures(checks, "paper", PAPER, new double[] {6.2, 4.05, 9.5});
        departures(checks, "paper, AI 400 Mbit/s", paperWithAdditiveIncrease(400e6), new double[] {1.8, 0.54, 0.87});
        departures(checks, "tuned", TUNED, new double[] {7.0, 1.7, 4.3});
        return checks;
    }

    private static void departures(List<Check> checks, String name, DcqcnProfile dcqcn, double[] lostMs) {
        int[][] flows = {{2, 1}, {8, 4}, {16, 4}};
        Bottleneck bottleneck = bottleneck(dcqcn, ECN_D, NO_PAUSES);
        for (int k = 0; k < flows.length; k++) {
            int before = flows[k][0];
            int after = flows[k][1];
            String change = name + ", " + before + " to " + after;
            Departure closed = Recovery.after(bottleneck, before, after);
            double horizonNs = 2 * closed.recoveredNs() + 5 * MS;
            double lost = 0;
            for (int seed = 1; seed <= SEEDS; seed++) {
                lost += Emulator.departure(bottleneck, before, after, 20 * MS, horizonNs, seed)
                        .lostNs();
            }
            checks.add(Check.relative(change + ", lost", "emulated", "ms", lostMs[k], lost / SEEDS / MS, 0.25));
            checks.add(new Check(
                    change + ", lost",
                    "(1/C) integral of N (R1 - R), dR/dt = R_inc (1/T + R/B)",
                    "ms",
                    lostMs[k],
                    closed.lostNs() / MS,
                    lostMs[k] / 2,
                    lostMs[k] * 2));
        }
    }

    private static List<Check> coldStarts() {
        List<Check> checks = new ArrayList<>();
        coldStarts(checks, "paper", PAPER, PAPER_STRETCH);
        coldStarts(checks, "firmware-like", FIRMWARE, FIRMWARE_STRETCH);
        coldStarts(checks, "tuned", TUNED, TUNED_STRETCH);
        double sum = 0;
        double worst = 0;
        for (Check check : checks) {
            double error = Math.abs(StrictMath.log(check.actual() / check.expected()));
            sum += error;
            worst = Math.max(worst, error);
        }
        checks.add(new Check("mean of |ln error|", "at most 0.06", "", 0, sum / checks.size(), 0, 0.06));
        checks.add(new Check("worst |ln error|", "at most 0.18", "", 0, worst, 0, 0.18));
        return checks;
    }

    private static void coldStarts(List<Check> checks, String name, DcqcnProfile dcqcn, double[][] stretch) {
        for (int row = 0; row < SENDERS.length; row++) {
            for (int column = 0; column < SIZES.length; column++) {
                double expected = stretch[row][column];
                checks.add(new Check(
                        name + ", N = " + SENDERS[row] + ", " + Math.round(SIZES[column] / KB) + " KB",
                        "time / (N S / C)",
                        "",
                        expected,
                        stretch(dcqcn, ECN_D, 500 * KB, SENDERS[row], SIZES[column]),
                        expected * StrictMath.exp(-0.18),
                        expected * StrictMath.exp(0.18)));
            }
        }
    }

    private static double stretch(DcqcnProfile dcqcn, EcnProfile ecn, double xoffBytes, int flows, double bytes) {
        return Emulator.coldStart(bottleneck(dcqcn, ecn, xoffBytes), flows, bytes, SEEDS)
                .meanStretch();
    }

    private static List<Check> signs() {
        List<Check> checks = new ArrayList<>();
        double[] xoff = {150 * KB, 300 * KB, 500 * KB, 1_000 * KB, 4_000 * KB};
        double before = 0;
        for (double bytes : xoff) {
            double now = stretch(PAPER, ECN_D, bytes, 8, 1 * MB);
            if (before > 0) {
                String name = "pause threshold up to " + Math.round(bytes / KB) + " KB slows paper";
                checks.add(Check.holds(name, "N = 8, 1 MB", now > before));
            }
            before = now;
        }
        EcnProfile[] ecn = {
            new EcnProfile(true, 5_000, 200_000, 0.01), ECN_D, new EcnProfile(true, 400_000, 1_600_000, 0.2)
        };
        double[] xoffOfEcn = {500 * KB, 500 * KB, 2_000 * KB};
        for (double bytes : new double[] {1 * MB, 4 * MB}) {
            double tunedBefore = Double.POSITIVE_INFINITY;
            double paperBefore = 0;
            for (int k = 0; k < ecn.length; k++) {
                double tuned = stretch(TUNED, ecn[k], xoffOfEcn[k], 8, bytes);
                double paper = stretch(PAPER, ecn[k], xoffOfEcn[k], 8, bytes);
                if (k > 0) {
                    String what = "thresholds up to " + ecn[k].kminBytes() / 1_000 + "/" + ecn[k].kmaxBytes() / 1_000
                            + " KB ";
                    String where = "N = 8, " + Math.round(bytes / MB) + " MB";
                    checks.add(Check.holds(what + "speed tuned", where, tuned < tunedBefore));
                    checks.add(Check.holds(what + "slow paper", where, paper > paperBefore));
                }
                tunedBefore = tuned;
                paperBefore = paper;
            }
        }
        for (int flows : SENDERS) {
            for (double bytes : new double[] {1 * MB, 4 * MB}) {
                String where = "N = " + flows + ", " + Math.round(bytes / MB) + " MB";
                double firmware = stretch(FIRMWARE, ECN_D, 500 * KB, flows, bytes);
                double tuned = stretch(TUNED, ECN_D, 500 * KB, flows, bytes);
                checks.add(Check.holds("tuning firmware-like speeds", where, tuned < firmware));
            }
        }
        return checks;
    }

    private static List<Check> twoHops() {
        List<Check> checks = new ArrayList<>();
        Problem problem = new Problem();
        int first = problem.addConstraint(1);
        int second = problem.addConstraint(1);
        problem.addVariable(1, Double.POSITIVE_INFINITY);
        problem.use(first, 1);
        problem.use(second, 1);
        problem.addVariable(1, Double.POSITIVE_INFINITY);
        problem.use(first, 1);
        problem.addVariable(1, Double.POSITIVE_INFINITY);
        problem.use(second, 1);
        double rule = new HopFairness().solve(problem, link -> true)[0];
        checks.add(Check.relative("flow level", "weight H^-0.8", "C", 0.364, rule, 0.08));
        double share = shareOverTwoHops(4);
        checks.add(Check.relative("4 + 4 flows, long class", "fluid run", "C", 0.364, share, 0.08));
        checks.add(Check.relative("4 + 4 flows, each long flow", "fluid run", "C", 0.091, share / 4, 0.08));
        return checks;
    }

    /** Share of two links in a row that {@code flows} flows over both get, beside as many over each one alone. */
    private static double shareOverTwoHops(int flows) {
        PfcProfile noPauses = new PfcProfile(false, 1, 0, 0, null);
        Network.Builder builder =
                Network.builder(new Transport(TransportKind.ROCE_DCQCN, 1_000, 1_000, 0, ECN_D, noPauses, PAPER));
        for (String name : List.of("a", "b", "c")) {
            builder.switchNode(name, 1L << 28);
        }
        link(builder, "a", "b");
        link(builder, "b", "c");
        List<String[]> paths = new ArrayList<>();
        for (int k = 0; k < flows; k++) {
            paths.add(new String[] {"from-a" + k, "a", "b", "c", "to-c" + k});
            paths.add(new String[] {"beside-a" + k, "a", "b", "beside-b" + k});
            paths.add(new String[] {"after-b" + k, "b", "c", "after-c" + k});
        }
        for (String[] path : paths) {
            builder.host(path[0]).host(path[path.length - 1]);
            link(builder, path[0], path[1]);
            link(builder, path[path.length - 2], path[path.length - 1]);
        }
        Network network = builder.build();
        List<Activity> activities = new ArrayList<>();
        for (String[] path : paths) {
            int[] ports = new int[path.length - 1];
            for (int hop = 0; hop < ports.length; hop++) {
                ports[hop] = network.portsBetween(path[hop], path[hop + 1])[0];
            }
            activities.add(new Transfer(activities.size(), ports, 10_000_000_000L, 0, new int[0]));
        }
        long halfNs = 100_000_000;
        int end = activities.size();
        activities.add(new Delay(end, 2 * halfNs, 0, new int[0]));
        long[] atHalf = new long[network.portCount()];
        PortObserver observer = new PortObserver() {
            @Override
            public long intervalNs() {
                return halfNs;
            }

            @Override
            public void observe(long timeNs, Counters counters) {
                for (int port = 0; timeNs == halfNs && port < atHalf.length; port++) {
                    atHalf[port] = counters.txBytes(port);
                }
            }
        };
        FluidResult result = Fluid.run(network, activities, List.of(), List.of(), observer, new int[] {end}, 1);
        double bytes = 0;
        for (int k = 0; k < flows; k++) {
            int port = network.portsBetween("from-a" + k, "a")[0];
            bytes += result.txBytes(port) - atHalf[port];
        }
        return bytes / (halfNs * 12.5);
    }

    private static void link(Network.Builder builder, String from, String to) {
        builder.link(from, to, 100 * GBPS, 1_000, null, null, null);
    }
}
