package io.fabrictwin.model.ladder;

import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.Fluid;
import io.fabrictwin.model.congestion.FluidResult;
import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.PfcProfile;
import io.fabrictwin.model.congestion.Transfer;
import io.fabrictwin.model.congestion.Transport;
import io.fabrictwin.model.congestion.TransportKind;
import io.fabrictwin.model.pause.BufferGraph;
import io.fabrictwin.model.pause.CreditLoop;
import io.fabrictwin.model.pause.Deadlock;
import io.fabrictwin.model.pause.LossRecovery;
import io.fabrictwin.model.pause.LosslessPort;
import io.fabrictwin.model.pause.LosslessPort.Response;
import io.fabrictwin.model.pause.LosslessRates;
import io.fabrictwin.model.pause.Route;
import io.fabrictwin.model.pause.Thresholds;
import io.fabrictwin.model.pause.TransportTimeout;
import io.fabrictwin.model.pause.Watchdog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Pauses, lost packets and credits. */
final class PauseRungs {
    private static final double GBPS = 1e9;
    private static final long MILLISECOND = 1_000_000;
    private static final String PACKET_RUNS =
            "independent packet-level runs (htsim, RoCE with PFC and no rate control)";
    private static final long BUFFER_BYTES = 500_000_000;
    private static final long MESSAGE_BYTES = 10_000_000;

    private PauseRungs() {}

    static List<Rung> all() {
        return List.of(
                new Rung(
                        "V13",
                        true,
                        "headroom by port speed, cable and chip",
                        "published pg_profile_lookup tables of three switches (sonic-buildimage)",
                        PauseRungs::headrooms),
                new Rung("V14", false, "dynamic threshold shares", "closed form", PauseRungs::dynamicShares),
                new Rung(
                        "V15",
                        false,
                        "classic static thresholds",
                        "sizing example of DCQCN (SIGCOMM 2015), arithmetic",
                        PauseRungs::classicThresholds),
                new Rung(
                        "V16",
                        true,
                        "a victim is held to the fair share of the culprit beside it",
                        PACKET_RUNS,
                        PauseRungs::victims),
                new Rung(
                        "V17",
                        false,
                        "a permutation takes longer under pauses alone than max-min fairness says (3 draws)",
                        PACKET_RUNS + " over max-min, six draws, 12 to 250 packets of threshold",
                        PauseRungs::permutations),
                new Rung("V18", true, "watchdog of a pause storm", "SONiC PFC watchdog design", PauseRungs::storms),
                new Rung(
                        "V19",
                        true,
                        "cycles of buffer dependencies",
                        "theory; Tagger (CoNEXT 2017) for the bounce",
                        PauseRungs::cycles),
                new Rung("V20", false, "goodput of go-back-N", "textbook formula", PauseRungs::goodputs),
                new Rung("V39", true, "credits cap the rate of a long link", "closed form", PauseRungs::credits),
                new Rung(
                        "V40",
                        true,
                        "transport timeouts",
                        "InfiniBand encoding, 4.096 us x 2^t; defaults in NCCL sources",
                        PauseRungs::timeouts));
    }

    private static List<Check> headrooms() {
        List<Check> checks = new ArrayList<>();
        int[] speeds = {10, 25, 40, 50, 100, 200, 400, 800};
        int[] meters = {5, 40, 300};
        int[][] first = {
            {29696, 29696, 29696, 29696, 30720},
            {29696, 31744, 32768, 33792, 38912},
            {36864, 48128, 59392, 66560, 104448}
        };
        int[][] third = {
            {32768, 32768, 33792, 33792, 33792, 35840, 38912},
            {33792, 35840, 37888, 38912, 44032, 55296, 77824},
            {40960, 54272, 66560, 75776, 117760, 203776, 373760}
        };
        int[][] fourth = {
            {45056, 48128, 57344, 63488, 113664, 131072, 231424, 257024},
            {46080, 52224, 62464, 69632, 126976, 157696, 283648, 362496},
            {56320, 76800, 101376, 118784, 225280, 355328, 677888, 1150976}
        };
        for (int m = 0; m < meters.length; m++) {
            headrooms(checks, "MSN2700", "spectrum-1", 9100, Response.OF_CHIP, meters[m], speeds, first[m]);
            headrooms(checks, "MSN4700", "spectrum-3", 9216, Response.OF_CHIP, meters[m], speeds, third[m]);
            headrooms(checks, "SN5600", "spectrum-4", 9216, Response.OF_STANDARD, meters[m], speeds, fourth[m]);
        }
        return checks;
    }

    private static void headrooms(
            List<Check> checks,
            String model,
            String chip,
            long portMtuBytes,
            Response response,
            int meters,
            int[] gigabits,
            int[] bytes) {
        for (int s = 0; s < bytes.length; s++) {
            LosslessPort port = LosslessPort.worstCase(chip, gigabits[s] * GBPS, meters, portMtuBytes, response);
            checks.add(Check.exact(
                    model + ", " + meters + " m, " + gigabits[s] + "G",
                    "lossless MTU + occupancy x (MTU + cable + MAC + response), in KiB",
                    "B",
                    bytes[s],
                    (double) port.headroom().xoffBytes()));
        }
    }

    private static List<Check> dynamicShares() {
        int[] queues = {1, 8, 32};
        double[] megabytes = {1.78, 1.00, 0.40};
        List<Check> checks = new ArrayList<>();
        for (int k = 0; k < queues.length; k++) {
            checks.add(Check.relative(
                    "n = " + queues[k],
                    "alpha B / (1 + alpha n)",
                    "MB",
                    megabytes[k],
                    Thresholds.dynamicShare(16e6, 1.0 / 8, queues[k]) / 1e6,
                    0.005));
        }
        return checks;
    }

    private static List<Check> classicThresholds() {
        return List.of(
                Check.relative(
                        "pause",
                        "(B - m n t) / (m n)",
                        "KB",
                        24.47,
                        Thresholds.staticPause(12e6, 32, 8, 22.4e3) / 1e3,
                        0.001),
                Check.relative(
                        "marks before pause",
                        "beta (B - m n t) / (m n (beta + 1))",
                        "KB",
                        21.75,
                        Thresholds.markBeforePause(12e6, 32, 8, 22.4e3, 8) / 1e3,
                        0.001));
    }

    /** Every host under a leaf of its own, but for the victim, which shares leaf and uplink with one of the culprits. */
    private static List<Check> victims() {
        List<Check> checks = new ArrayList<>();
        for (int culprits : new int[] {3, 5}) {
            Network.Builder builder =
                    Network.builder(pausesAlone(TransportKind.ROCE_PFC_ONLY)).switchNode("spine", BUFFER_BYTES);
            for (int leaf = 0; leaf < culprits + 2; leaf++) {
                builder.switchNode("leaf" + leaf, BUFFER_BYTES).host("host" + leaf);
                builder.link("host" + leaf, "leaf" + leaf, 100 * GBPS, 1000, null, null, null);
                builder.link("leaf" + leaf, "spine", 100 * GBPS, 1000, null, null, null);
            }
            builder.host("victim").link("victim", "leaf0", 100 * GBPS, 1000, null, null, null);
            Network network = builder.build();
            List<Transfer> transfers = new ArrayList<>();
            for (int c = 0; c < culprits; c++) {
                transfers.add(
                        transfer(network, c, "host" + c, "leaf" + c, "spine", "leaf" + culprits, "host" + culprits));
            }
            int to = culprits + 1;
            transfers.add(transfer(network, culprits, "victim", "leaf0", "spine", "leaf" + to, "host" + to));
            String formula = "C / " + culprits;
            checks.add(Check.relative(
                    culprits + " senders, flow level",
                    formula,
                    "Gbit/s",
                    100.0 / culprits,
                    losslessRates(network, transfers)[culprits] * 8,
                    0.3));
            FluidResult result = Fluid.run(network, transfers, List.of(), new int[0], 1);
            checks.add(Check.relative(
                    culprits + " senders, fluid",
                    formula,
                    "Gbit/s",
                    100.0 / culprits,
                    network.transport().wireBytesOf(MESSAGE_BYTES) * 8.0 / result.endNs(culprits),
                    0.3));
        }
        return checks;
    }

    /** Thresholds of the packet runs: pause at 12 packets and resume at 9 of 4,160 bytes, out of any share of a large buffer. */
    private static Transport pausesAlone(TransportKind kind) {
        return new Transport(
                kind,
                4096,
                4160,
                64,
                new EcnProfile(false, 400_000, 1_600_000, 0.2),
                new PfcProfile(true, 1e-4, 0, 12_480, 0L),
                new DcqcnProfile(1.0 / 256, 1000, 4000, 300_000, 20e6, 200e6, 1e9, 1));
    }

    private static Transfer transfer(Network network, int id, String... nodes) {
        int[] ports = new int[nodes.length - 1];
        for (int hop = 0; hop < ports.length; hop++) {
            ports[hop] = network.portsBetween(nodes[hop], nodes[hop + 1])[0];
        }
        return new Transfer(id, ports, MESSAGE_BYTES, 0, new int[0]);
    }

    private static double[] losslessRates(Network network, List<Transfer> transfers) {
        double[] capacity = new double[network.portCount()];
        Arrays.setAll(capacity, p -> network.port(p).bitsPerSecond() / 8e9);
        int[] offset = new int[transfers.size() + 1];
        for (int t = 0; t < transfers.size(); t++) {
            offset[t + 1] = offset[t] + transfers.get(t).ports().length;
        }
        int[] links =
                transfers.stream().flatMapToInt(t -> Arrays.stream(t.ports())).toArray();
        double[] demand = new double[transfers.size()];
        Arrays.fill(demand, Double.POSITIVE_INFINITY);
        return LosslessRates.of(capacity, offset, links, demand).rate();
    }

    private static List<Check> permutations() {
        int draws = 3;
        Network pauses = fatTree(TransportKind.ROCE_PFC_ONLY);
        Network fair = fatTree(TransportKind.IDEAL);
        double[] mean = new double[2];
        double[] worst = new double[2];
        for (int draw = 1; draw <= draws; draw++) {
            List<Transfer> transfers = permutation(pauses, new SplittableRandom(draw));
            FluidResult[] results = {
                Fluid.run(pauses, transfers, List.of(), new int[0], draw),
                Fluid.run(fair, transfers, List.of(), new int[0], draw)
            };
            for (int k = 0; k < 2; k++) {
                for (int id = 0; id < transfers.size(); id++) {
                    mean[k] += results[k].endNs(id);
                }
                worst[k] += results[k].makespanNs();
            }
        }
        return List.of(
                new Check("mean", "pauses / max-min", "", 1.135, mean[0] / mean[1], 1.12 * 0.92, 1.15 * 1.08),
                new Check("worst flow", "pauses / max-min", "", 1.21, worst[0] / worst[1], 1.13 * 0.92, 1.29 * 1.08));
    }

    /** Three tiers of 8-port switches, 128 hosts; host h lies under edge switch h / 4 of pod h / 16. */
    private static Network fatTree(TransportKind kind) {
        Network.Builder builder = Network.builder(pausesAlone(kind));
        for (int core = 0; core < 16; core++) {
            builder.switchNode("core" + core, BUFFER_BYTES);
        }
        for (int middle = 0; middle < 32; middle++) {
            builder.switchNode("middle" + middle, BUFFER_BYTES);
            for (int k = 0; k < 4; k++) {
                builder.link("middle" + middle, "core" + (middle % 4 * 4 + k), 100 * GBPS, 1000, null, null, null);
            }
        }
        for (int edge = 0; edge < 32; edge++) {
            builder.switchNode("edge" + edge, BUFFER_BYTES);
            for (int k = 0; k < 4; k++) {
                builder.link("edge" + edge, "middle" + (edge / 4 * 4 + k), 100 * GBPS, 1000, null, null, null);
                String host = "host" + (edge * 4 + k);
                builder.host(host).link(host, "edge" + edge, 100 * GBPS, 1000, null, null, null);
            }
        }
        return builder.build();
    }

    /** Everybody sends to somebody else, nobody gets from two; each flow over a path of its own draw. */
    private static List<Transfer> permutation(Network network, SplittableRandom random) {
        int hosts = 128;
        int[] to = new int[hosts];
        do {
            Arrays.setAll(to, h -> h);
            for (int h = hosts - 1; h > 0; h--) {
                int other = random.nextInt(h + 1);
                int kept = to[h];
                to[h] = to[other];
                to[other] = kept;
            }
        } while (hasFixedPoint(to));
        List<Transfer> transfers = new ArrayList<>();
        for (int h = 0; h < hosts; h++) {
            int d = to[h];
            int middle = random.nextInt(4);
            int core = middle * 4 + random.nextInt(4);
            List<String> nodes = new ArrayList<>(List.of("host" + h, "edge" + h / 4));
            if (h / 4 != d / 4) {
                nodes.add("middle" + (h / 16 * 4 + middle));
                if (h / 16 != d / 16) {
                    nodes.add("core" + core);
                    nodes.add("middle" + (d / 16 * 4 + middle));
                }
                nodes.add("edge" + d / 4);
            }
            nodes.add("host" + d);
            transfers.add(transfer(network, h, nodes.toArray(String[]::new)));
        }
        return transfers;
    }

    private static boolean hasFixedPoint(int[] to) {
        for (int h = 0; h < to.length; h++) {
            if (to[h] == h) {
                return true;
            }
        }
        return false;
    }

    private static List<Check> storms() {
        Watchdog watchdog = Watchdog.ofPorts(32);
        double earliest = Double.POSITIVE_INFINITY;
        double latest = 0;
        boolean shortIsFound = false;
        double shortHeld = 0;
        for (long poll = 0; poll < watchdog.pollNs(); poll += MILLISECOND) {
            double heldNs = heldNs(watchdog.phases(0, 1000 * MILLISECOND, poll));
            earliest = Math.min(earliest, heldNs / MILLISECOND);
            latest = Math.max(latest, heldNs / MILLISECOND);
            List<Watchdog.Phase> brief = watchdog.phases(0, 150 * MILLISECOND, poll);
            shortIsFound |= brief.size() > 1;
            shortHeld = Math.max(shortHeld, (double) heldNs(brief) / MILLISECOND);
        }
        return List.of(
                Check.exact("1 s, held at least", "detection", "ms", 200, earliest),
                new Check("1 s, held at most", "below detection + poll", "ms", 400, latest, 398, 400),
                Check.holds("150 ms, never found", "shorter than detection", !shortIsFound),
                Check.exact("150 ms, held", "to its end", "ms", 150, shortHeld),
                Check.exact(
                        "64 ports, detection",
                        "200 (floor((ports - 1) / 32) + 1)",
                        "ms",
                        400,
                        (double) Watchdog.ofPorts(64).detectionNs() / MILLISECOND));
    }

    private static long heldNs(List<Watchdog.Phase> phases) {
        Watchdog.Phase first = phases.get(0);
        return first.fate() == Watchdog.Fate.HELD ? first.untilNs() - first.fromNs() : 0;
    }

    private static List<Check> cycles() {
        List<Route> upDown = closRoutes(4, 3, false);
        List<Route> bounced = closRoutes(4, 3, true);
        // Link k goes from switch k of a ring of three to the next one.
        List<Route> ring = List.of(Route.of(0, 0, 1), Route.of(0, 1, 2), Route.of(0, 2, 0));
        // Lane 1 from link 2 on, the dateline.
        List<Route> dateline =
                List.of(Route.of(0, 0, 1), new Route(new int[] {1, 2}, new int[] {0, 1}), Route.of(1, 2, 0));
        double[] ones = {1, 1, 1};
        List<Deadlock> busy = BufferGraph.of(ring).deadlocks(ones, ones);
        List<Deadlock> idle = BufferGraph.of(ring).deadlocks(ones, new double[] {1, 0, 0});
        return List.of(
                Check.holds(
                        "Clos, up and down", "no cycle", BufferGraph.of(upDown).isFreeOfCycles()),
                Check.holds(
                        "Clos, one bounce", "cycle", !BufferGraph.of(bounced).isFreeOfCycles()),
                Check.exact("Clos, one bounce, links of the cycle", "two up, two down", "", 4, cycleLength(bounced)),
                Check.holds("ring of three", "cycle", !BufferGraph.of(ring).isFreeOfCycles()),
                Check.exact("ring of three, links of the cycle", "the ring", "", 3, cycleLength(ring)),
                Check.holds(
                        "ring of three, all send",
                        "all links full: probable",
                        busy.get(0).isProbable()),
                Check.holds(
                        "ring of three, one sends",
                        "a link idle: not probable",
                        !idle.get(0).isProbable()),
                Check.holds(
                        "ring of three with a dateline",
                        "no cycle",
                        BufferGraph.of(dateline).isFreeOfCycles()));
    }

    /** Shortest cycle of routes whose flows all send as much as they can. */
    private static int cycleLength(List<Route> routes) {
        int links = routes.stream()
                .flatMapToInt(route -> Arrays.stream(route.links()))
                .max()
                .orElse(-1);
        double[] capacity = new double[links + 1];
        Arrays.fill(capacity, 1);
        double[] demand = new double[routes.size()];
        Arrays.fill(demand, Double.POSITIVE_INFINITY);
        return BufferGraph.of(routes).deadlocks(capacity, demand).get(0).cycle().size();
    }

    /** Routes between all leaves over all spines; with a bounce also over a leaf in between. Up links are even, down odd. */
    private static List<Route> closRoutes(int leaves, int spines, boolean bounce) {
        List<Route> routes = new ArrayList<>();
        for (int from = 0; from < leaves; from++) {
            for (int to = 0; to < leaves; to++) {
                for (int spine = 0; spine < spines && from != to; spine++) {
                    routes.add(Route.of(0, up(from, spine, spines), down(to, spine, spines)));
                    for (int turn = 0; turn < leaves && bounce; turn++) {
                        for (int second = 0; second < spines && turn != from && turn != to; second++) {
                            if (second != spine) {
                                routes.add(Route.of(
                                        0,
                                        up(from, spine, spines),
                                        down(turn, spine, spines),
                                        up(turn, second, spines),
                                        down(to, second, spines)));
                            }
                        }
                    }
                }
            }
        }
        return routes;
    }

    private static int up(int leaf, int spine, int spines) {
        return 2 * (leaf * spines + spine);
    }

    private static int down(int leaf, int spine, int spines) {
        return up(leaf, spine, spines) + 1;
    }

    private static List<Check> goodputs() {
        double[] loss = {1e-5, 1e-4, 1e-3, 1.0 / 256, 1e-2};
        int[][] links = {{100, 1024}, {100, 4096}, {400, 4096}};
        double[][] shares = {
            {0.999, 0.989, 0.898, 0.691, 0.465},
            {1.000, 0.997, 0.970, 0.892, 0.762},
            {0.999, 0.988, 0.892, 0.679, 0.451}
        };
        List<Check> checks = new ArrayList<>();
        for (int k = 0; k < links.length; k++) {
            int wireBytes = links[k][1] + 82;
            double packets = 10_000 * links[k][0] / 8.0 / wireBytes;
            for (int p = 0; p < loss.length; p++) {
                checks.add(Check.relative(
                        links[k][0] + "G, MTU " + links[k][1] + ", p = " + loss[p],
                        "(1 - p) / (1 + 2a p), 10 us",
                        "",
                        shares[k][p],
                        LossRecovery.GO_BACK_N.goodputShare(loss[p], packets),
                        0.001));
            }
        }
        return checks;
    }

    private static List<Check> credits() {
        CreditLoop loop = new CreditLoop(400 * GBPS, 100, 4096, 500);
        return List.of(
                Check.relative(
                        "79.6 KB",
                        "min(1, buffer / (C x round trip))",
                        "%",
                        100,
                        loop.capBitsPerSecond(79.6e3) / (4 * GBPS),
                        0.01),
                Check.relative(
                        "the same split over two lanes",
                        "half the buffer, half the rate",
                        "%",
                        50,
                        loop.capBitsPerSecond(79.6e3, 2) / (4 * GBPS),
                        0.01));
    }

    private static List<Check> timeouts() {
        String[] releases = {"2.12.12", "2.21.5", "2.27.3"};
        double[] milliseconds = {67.108864, 1073.741824, 4294.967296};
        List<Check> checks = new ArrayList<>();
        for (int k = 0; k < releases.length; k++) {
            TransportTimeout timeout = TransportTimeout.ofNccl(releases[k]);
            checks.add(Check.exact(
                    "NCCL " + releases[k] + ", t = " + timeout.exponent(),
                    "4.096 us x 2^t",
                    "ms",
                    milliseconds[k],
                    timeout.ns() / 1e6));
        }
        return checks;
    }
}
