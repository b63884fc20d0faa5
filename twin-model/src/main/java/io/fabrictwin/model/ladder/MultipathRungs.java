package io.fabrictwin.model.ladder;

import io.fabrictwin.model.flow.MaxMin;
import io.fabrictwin.model.flow.Problem;
import io.fabrictwin.model.multipath.Channel;
import io.fabrictwin.model.multipath.ChannelRates;
import io.fabrictwin.model.multipath.Collisions;
import io.fabrictwin.model.multipath.PathPicker;
import io.fabrictwin.model.multipath.Placement;
import io.fabrictwin.model.multipath.Polarization;
import io.fabrictwin.model.multipath.QueuePairs;
import io.fabrictwin.model.multipath.RailFabric;
import io.fabrictwin.model.multipath.SeedDistribution;
import io.fabrictwin.model.multipath.UniformAllToAll;
import io.fabrictwin.model.route.Murmur3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Rungs of path choice: what collisions, queue pairs, failures, polarization and oversubscription do to collectives. */
final class MultipathRungs {
    private static final PathPicker HASH = new PathPicker.StaticHash();
    private static final PathPicker.Spray SPRAY = new PathPicker.Spray(1);
    private static final double FREE = Double.POSITIVE_INFINITY;
    private static final String DRAWS = "independent Monte Carlo over uniform draws";

    private MultipathRungs() {}

    static List<Rung> all() {
        return List.of(
                new Rung(
                        "V21",
                        true,
                        "Fullest of m links under m hashed flows",
                        "closed form for 2 and 4, else " + DRAWS,
                        MultipathRungs::collisions),
                new Rung("V22", true, "Fullest link when connections are split", DRAWS, MultipathRungs::queuePairs),
                new Rung(
                        "V23",
                        false,
                        "Fullest link under random permutations of a leaf-spine",
                        DRAWS,
                        MultipathRungs::permutations),
                new Rung(
                        "V24",
                        true,
                        "Links lost under hashing and under spraying",
                        DRAWS + "; spraying in closed form",
                        MultipathRungs::failures),
                new Rung(
                        "V25",
                        true,
                        "Links that two tiers with one hash function can use",
                        "number theory: m2 / gcd(m1, m2)",
                        MultipathRungs::polarization),
                new Rung(
                        "V26",
                        true,
                        "Ring all-reduce of 1,024 GPUs in random node order, slowdown over hash seeds",
                        "independent prototype of the same fabric, hash seeds drawn",
                        MultipathRungs::randomRing),
                new Rung(
                        "V27",
                        true,
                        "The same with nodes ordered by leaf: nothing collides",
                        "closed form: one flow crosses a leaf's edge per channel",
                        MultipathRungs::orderedRing),
                new Rung(
                        "V28",
                        true,
                        "Oversubscribed fabric under spraying, slowdown against a non-blocking one",
                        "closed form",
                        MultipathRungs::oversubscription),
                new Rung(
                        "V29",
                        true,
                        "Eight rails, one at half rate: channels keep their share of the bytes",
                        "closed form",
                        MultipathRungs::slowRail),
                new Rung(
                        "V37",
                        false,
                        "One of 16 spines drained under adaptive routing",
                        "closed form: s / (s - 1) at full load, nothing below that",
                        MultipathRungs::drainedSpine),
                new Rung(
                        "V38",
                        false,
                        "Effective bisection of 512 nodes in random pairs",
                        "published measurement, Geoffray and Hoefler, HOTI 2008 (from its abstract)",
                        MultipathRungs::effectiveBisection),
                new Rung(
                        "V41",
                        false,
                        "A tenth of the fabric links down under spraying",
                        "published by a vendor: 7 %; closed form: 10 % of the rate, 11 % of the time",
                        MultipathRungs::tenthDown),
                new Rung(
                        "V42",
                        false,
                        "All-reduce over racks and spines, 16 queue pairs against 1",
                        "published: up to 40 % more (Meta, SIGCOMM 2024, from its abstract)",
                        MultipathRungs::moreQueuePairs));
    }

    private static List<Check> collisions() {
        int[] links = {2, 4, 8, 16, 32, 64, 128};
        double[] worst = {1.5, 2.125, 2.60, 3.08, 3.53, 3.96, 4.38};
        double[] rate = {0.75, 0.512, 0.410, 0.345, 0.295, 0.262, 0.235};
        double[] p95 = {2, 3, 4, 4, 5, 5, 6};
        List<Check> checks = new ArrayList<>();
        for (int k = 0; k < links.length; k++) {
            int m = links[k];
            Collisions exact = Collisions.of(m, m);
            checks.add(
                    Check.relative("m = " + m, "E[max]", "flows", worst[k], exact.meanWorst(), m <= 4 ? 1e-12 : 0.01));
            checks.add(Check.exact("m = " + m + ", p95", "95 % of draws", "flows", p95[k], exact.worst(0.95)));
            checks.add(Check.relative("m = " + m + ", rate kept", "E[1 / max]", "", rate[k], exact.meanRate(), 0.01));
            checks.add(Check.relative(
                    "m = " + m + ", hashed",
                    "mean over 20,000 seeds",
                    "flows",
                    worst[k],
                    hashed(20_000, m, 1, m),
                    0.01));
        }
        checks.add(Check.relative(
                "m = 4, no collision",
                "4! / 4^4",
                "",
                0.09375,
                Collisions.of(4, 4).probabilityOfNone(),
                1e-12));
        return checks;
    }

    private static List<Check> queuePairs() {
        int[] connections = {8, 16, 32, 64};
        int[] pairs = {1, 2, 4, 8, 16, 32, 64};
        double[][] worst = {
            {2.60, 2.11, 1.76, 1.53, 1.37, 1.26, 1.18},
            {3.08, 2.42, 1.97, 1.67, 1.47, 1.32, 1.23},
            {3.53, 2.71, 2.16, 1.79, 1.55, 1.38, 1.27},
            {3.96, 2.98, 2.34, 1.92, 1.63, 1.44, 1.30}
        };
        List<Check> checks = new ArrayList<>();
        for (int row = 0; row < connections.length; row++) {
            for (int k = 0; k < pairs.length; k++) {
                int m = connections[row];
                checks.add(Check.relative(
                        "m = " + m + ", q = " + pairs[k],
                        "E[max] / q",
                        "connections",
                        worst[row][k],
                        hashed(2_000, m, pairs[k], m),
                        0.02));
            }
        }
        return checks;
    }

    private static List<Check> permutations() {
        int[][] shapes = {{2, 16}, {4, 16}, {8, 16}, {16, 16}, {32, 32}};
        int[] pairs = {1, 2, 4, 8, 16};
        double[][] worst = {
            // Drawn 20,000 times, unlike the others: with so few hosts the spread is wide.
            {2.318, 1.722, 1.333, 1.113, 1.023},
            {3.61, 2.58, 2.05, 1.63, 1.37},
            {4.26, 3.09, 2.38, 1.93, 1.61},
            {4.69, 3.50, 2.63, 2.11, 1.76},
            {5.70, 4.00, 3.00, 2.40, 1.86}
        };
        List<Check> checks = new ArrayList<>();
        for (int row = 0; row < shapes.length; row++) {
            RailFabric fabric = RailFabric.of(1, shapes[row][0], shapes[row][1], shapes[row][1], 1, 1);
            for (int k = 0; k < pairs.length; k++) {
                Placement placement = new Placement(fabric, HASH, QueuePairs.split(pairs[k]));
                double mean = mean(Math.max(60, 40_000 / fabric.hosts()), seed -> {
                    placement.start(seed);
                    permute(fabric, placement, seed);
                    return fullest(placement.problem());
                });
                checks.add(Check.relative(
                        shapes[row][0] + " x " + shapes[row][1] + ", q = " + pairs[k],
                        "mean over seeds",
                        "flows",
                        worst[row][k],
                        mean,
                        0.04));
            }
        }
        return checks;
    }

    private static void permute(RailFabric fabric, Placement placement, int seed) {
        int[] to = Channel.shuffled(fabric.hosts(), ~seed);
        for (int from = 0; from < to.length; from++) {
            if (to[from] != from) {
                placement.connection(0, from, to[from], 0, FREE);
            }
        }
    }

    /** Load of the fullest link if every variable has a rate of 1; a host's own link counts too, so never under 1. */
    private static double fullest(Problem problem) {
        double[] rate = new double[problem.variables()];
        Arrays.fill(rate, 1);
        double[] load = new double[problem.constraints()];
        problem.addLoads(rate, load);
        return Arrays.stream(load).max().orElseThrow();
    }

    private static List<Check> failures() {
        int[][] cases = {
            {8, 8}, {8, 7}, {16, 16}, {16, 15}, {16, 14}, {16, 12}, {32, 31}, {64, 63}, {64, 56},
        };
        int[] pairs = {1, 4, 16};
        double[][] worst = {
            {2.60, 2.73, 3.08, 3.16, 3.26, 3.48, 3.59, 3.98, 4.18},
            {1.76, 1.91, 1.97, 2.05, 2.13, 2.35, 2.20, 2.36, 2.53},
            {1.37, 1.52, 1.46, 1.54, 1.62, 1.82, 1.59, 1.65, 1.80}
        };
        List<Check> checks = new ArrayList<>();
        for (int k = 0; k < cases.length; k++) {
            int flows = cases[k][0];
            int left = cases[k][1];
            for (int row = 0; row < pairs.length; row++) {
                checks.add(Check.relative(
                        flows + " over " + left + ", q = " + pairs[row],
                        "E[max] / q",
                        "connections",
                        worst[row][k],
                        hashed(3_000, flows, pairs[row], left),
                        0.02));
            }
            // Two leaves of as many hosts as spines; some of the first one's uplinks are down.
            RailFabric full = RailFabric.of(1, 2, flows, flows, 1, 1);
            int[] down = IntStream.range(left, flows)
                    .map(spine -> full.uplink(0, 0, spine))
                    .toArray();
            Placement placement = new Placement(full.with(0, down), SPRAY, QueuePairs.ONE);
            for (int host = 0; host < flows; host++) {
                placement.connection(0, host, flows + host, 0, FREE);
            }
            checks.add(Check.relative(
                    flows + " over " + left + ", sprayed",
                    "n / m",
                    "",
                    (double) flows / left,
                    1 / slowest(placement.problem()),
                    1e-9));
        }
        return checks;
    }

    private static List<Check> polarization() {
        int[][] cases = {{16, 16, 1}, {16, 12, 3}, {8, 16, 2}};
        List<Check> checks = new ArrayList<>();
        for (int[] each : cases) {
            String name = each[0] + " / " + each[1];
            checks.add(Check.exact(
                    name, "m2 / gcd(m1, m2)", "links", each[2], Polarization.usableLinks(each[0], each[1])));
            checks.add(Check.exact(
                    name + ", hashed",
                    "10,000 flows, one seed",
                    "links",
                    each[2],
                    Polarization.observedLinks(each[0], each[1], 10_000, 7, 7)));
            checks.add(Check.exact(
                    name + ", two seeds",
                    "10,000 flows, a seed a tier",
                    "links",
                    each[1],
                    Polarization.observedLinks(each[0], each[1], 10_000, 7, 8)));
        }
        return checks;
    }

    /** 128 nodes with 8 rails, 4 leaves of 32 nodes and 32 spines a rail. */
    private static RailFabric thousandGpus() {
        return RailFabric.of(8, 4, 32, 32, 1, 1);
    }

    private static List<Channel> rings(int channels, int rails, int... order) {
        return IntStream.range(0, channels)
                .mapToObj(channel -> Channel.ring(channel % rails, order))
                .toList();
    }

    private static List<Check> randomRing() {
        int[] pairs = {1, 4, 16};
        double[][] expected = {{3.53, 3.0, 4.0}, {1.99, 1.875, 2.25}, {1.35, 1.28125, 1.46875}};
        RailFabric fabric = thousandGpus();
        double nominal = ChannelRates.nominal(
                fabric, rings(16, 8, IntStream.range(0, 128).toArray()));
        List<Check> checks = new ArrayList<>();
        for (int k = 0; k < pairs.length; k++) {
            ChannelRates rates = new ChannelRates(fabric, HASH, QueuePairs.split(pairs[k]));
            SeedDistribution slowdown =
                    SeedDistribution.of(26, seed -> nominal / rates.slowest(randomRings(seed), seed));
            String name = "q = " + pairs[k];
            checks.add(Check.relative(name + ", mean", "over seeds", "", expected[k][0], slowdown.mean(), 0.03));
            // Two channels a rail: loads, so slowdowns, are multiples of half a queue pair, and so are their quantiles.
            double step = 0.5 / pairs[k] + 1e-9;
            checks.add(
                    Check.absolute(name + ", p5", "within one step, 1 / 2q", "", expected[k][1], slowdown.p5(), step));
            checks.add(Check.absolute(
                    name + ", p95", "within one step, 1 / 2q", "", expected[k][2], slowdown.p95(), step));
        }
        return checks;
    }

    /** 16 channels, two a rail, each through the nodes in an order of its own. */
    private static List<Channel> randomRings(int seed) {
        return IntStream.range(0, 16)
                .mapToObj(channel -> Channel.ring(channel % 8, Channel.shuffled(128, Murmur3.hash(seed, channel))))
                .toList();
    }

    private static List<Check> orderedRing() {
        RailFabric fabric = thousandGpus();
        List<Channel> rings = rings(16, 8, IntStream.range(0, 128).toArray());
        double nominal = ChannelRates.nominal(fabric, rings);
        List<Check> checks = new ArrayList<>();
        for (int pairs : new int[] {1, 4, 16}) {
            ChannelRates rates = new ChannelRates(fabric, HASH, QueuePairs.split(pairs));
            SeedDistribution slowdown = SeedDistribution.of(27, seed -> nominal / rates.slowest(rings, seed));
            checks.add(Check.relative("q = " + pairs + ", mean", "1", "", 1, slowdown.mean(), 1e-9));
            checks.add(Check.relative("q = " + pairs + ", p95", "1", "", 1, slowdown.p95(), 1e-9));
        }
        return checks;
    }

    private static List<Check> oversubscription() {
        List<Check> checks = new ArrayList<>();
        for (int[] shape : new int[][] {{4, 2}, {16, 4}}) {
            int leaves = shape[0];
            int ratio = shape[1];
            String name = "L = " + leaves + ", o = " + ratio + ": ";
            RailFabric fabric = RailFabric.of(1, leaves, 32, 32, 1, ratio);
            int[] byLeaf = IntStream.range(0, fabric.hosts()).toArray();
            checks.add(Check.relative(name + "ring by leaf", "1", "", 1, sprayedSlowdown(fabric, byLeaf), 0.01));
            checks.add(Check.relative(
                    name + "ring, all edges cross",
                    "o",
                    "",
                    ratio,
                    sprayedSlowdown(fabric, acrossLeaves(fabric)),
                    0.01));
            double nominal = UniformAllToAll.slowestSprayed(fabric.withoutFabricLimits(), SPRAY);
            checks.add(Check.relative(
                    name + "all-to-all",
                    "max(1, o (1 - 1 / L))",
                    "",
                    Math.max(1, ratio * (1 - 1.0 / leaves)),
                    nominal / UniformAllToAll.slowestSprayed(fabric, SPRAY),
                    0.01));
        }
        return checks;
    }

    private static double sprayedSlowdown(RailFabric fabric, int... order) {
        List<Channel> ring = List.of(Channel.ring(0, order));
        return ChannelRates.nominal(fabric, ring) / new ChannelRates(fabric, SPRAY, QueuePairs.ONE).slowest(ring, 0);
    }

    /** Hosts in random order within their leaves, one of each leaf in turn. */
    private static int[] acrossLeaves(RailFabric fabric) {
        int[] inLeaf = Channel.shuffled(fabric.hostsPerLeaf(), 28);
        return IntStream.range(0, fabric.hosts())
                .map(at -> at % fabric.leaves() * fabric.hostsPerLeaf() + inLeaf[at / fabric.leaves()])
                .toArray();
    }

    private static List<Check> slowRail() {
        RailFabric even = RailFabric.of(8, 4, 8, 8, 1, 1);
        int[] links = IntStream.range(0, even.links() / 8).toArray();
        RailFabric slow = even.with(0.5, links);
        List<Channel> rings = rings(8, 8, acrossLeaves(even));
        double rate = new ChannelRates(slow, SPRAY, QueuePairs.ONE).slowest(rings, 0);
        return List.of(Check.relative(
                "busbw against nominal",
                "s, not (k - 1 + s) / k",
                "",
                0.5,
                rate / ChannelRates.nominal(even, rings),
                0.01));
    }

    private static List<Check> drainedSpine() {
        RailFabric full = RailFabric.of(1, 16, 16, 16, 1, 1);
        RailFabric nine = RailFabric.of(1, 16, 16, 16, 0.9, 0.9);
        return List.of(
                Check.relative(
                        "full load",
                        "16 / 15",
                        "",
                        16.0 / 15,
                        sprayedSlowdown(full.withoutSpine(0, 3), acrossLeaves(full)),
                        0.01),
                Check.relative(
                        "90 % load", "1", "", 1, sprayedSlowdown(nine.withoutSpine(0, 3), acrossLeaves(nine)), 0.01));
    }

    private static List<Check> effectiveBisection() {
        // Switches of 32 ports.
        RailFabric fabric = RailFabric.of(1, 32, 16, 16, 1, 1);
        PathPicker adaptive = new PathPicker.LeastLoaded(fabric.spines());
        return List.of(
                Check.absolute("static", "mean max-min rate of pairs", "%", 38, bisection(fabric, HASH), 8),
                Check.absolute("adaptive", "mean max-min rate of pairs", "%", 77, bisection(fabric, adaptive), 15));
    }

    private static double bisection(RailFabric fabric, PathPicker picker) {
        Placement placement = new Placement(fabric, picker, QueuePairs.ONE);
        MaxMin solver = new MaxMin();
        return 100
                * mean(32, seed -> {
                    int[] order = Channel.shuffled(fabric.hosts(), seed);
                    placement.start(seed);
                    for (int pair = 0; pair < order.length; pair += 2) {
                        placement.connection(0, order[pair], order[pair + 1], 0, FREE);
                        placement.connection(0, order[pair + 1], order[pair], 0, FREE);
                    }
                    return Arrays.stream(solver.solve(placement.problem()))
                            .average()
                            .orElseThrow();
                });
    }

    private static List<Check> tenthDown() {
        // Oversubscribed, so that the fabric binds before and after.
        RailFabric fabric = RailFabric.of(1, 20, 20, 20, 1, 2);
        int[] down = IntStream.range(0, 40)
                .flatMap(link -> {
                    // Two of every leaf's and of every spine's links, both ways.
                    int leaf = link / 2;
                    int spine = (leaf + 7 * (link % 2)) % 20;
                    return IntStream.of(fabric.uplink(0, leaf, spine), fabric.downlink(0, leaf, spine));
                })
                .toArray();
        double before = UniformAllToAll.slowestSprayed(fabric, SPRAY);
        double after = UniformAllToAll.slowestSprayed(fabric.with(0, down), SPRAY);
        return List.of(new Check(
                "all-to-all, rate lost", "1 - rate after / before", "%", 10, 100 * (1 - after / before), 7, 11));
    }

    private static List<Check> moreQueuePairs() {
        // 128 GPUs: eight racks of two servers with eight NICs each, uplinks 1 : 1.125, rings rack by rack.
        RailFabric fabric = RailFabric.of(1, 8, 16, 18, 1, 16 / 18.0);
        ChannelRates one = new ChannelRates(fabric, HASH, QueuePairs.ONE);
        ChannelRates many = new ChannelRates(fabric, HASH, QueuePairs.split(16));
        List<Check> checks = new ArrayList<>();
        for (int channels : new int[] {8, 16, 32}) {
            List<Channel> rings = IntStream.range(0, channels)
                    .mapToObj(channel -> Channel.ring(
                            0,
                            IntStream.range(0, 16)
                                    .map(server -> 8 * server + channel % 8)
                                    .toArray()))
                    .toList();
            double[] gain = IntStream.range(0, 64)
                    .mapToDouble(seed -> 100 * (many.slowest(rings, seed) / one.slowest(rings, seed) - 1))
                    .sorted()
                    .toArray();
            String name = channels / 8 + " channels a NIC";
            checks.add(Check.holds(name + ", gain", "> 0 under each of 64 seeds", gain[0] > 0));
            checks.add(new Check(name + ", least gain", "reaches down to 40 %", "%", 40, gain[0], 0, 40));
            checks.add(new Check(name + ", largest gain", "reaches up to 40 %", "%", 40, gain[63], 40, FREE));
        }
        return checks;
    }

    private static double slowest(Problem problem) {
        return Arrays.stream(new MaxMin().solve(problem)).min().orElseThrow();
    }

    private static double hashed(int seeds, int connections, int pairs, int links) {
        int[] load = new int[links];
        return mean(seeds, seed -> Collisions.hashedWorst(seed, connections, pairs, load));
    }

    private static double mean(int seeds, IntToDoubleFunction resultOfSeed) {
        double sum = 0;
        for (int k = 0; k < seeds; k++) {
            sum += resultOfSeed.applyAsDouble(Murmur3.hash(2, k));
        }
        return sum / seeds;
    }
}
