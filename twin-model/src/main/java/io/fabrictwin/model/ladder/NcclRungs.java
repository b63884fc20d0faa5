package io.fabrictwin.model.ladder;

import io.fabrictwin.model.cluster.ClusterDescription;
import io.fabrictwin.model.cluster.CpuVendor;
import io.fabrictwin.model.cluster.GpuDistance;
import io.fabrictwin.model.cluster.GpuGeneration;
import io.fabrictwin.model.cluster.LibrarySettings;
import io.fabrictwin.model.cluster.NetworkDescription;
import io.fabrictwin.model.cluster.NodeDescription;
import io.fabrictwin.model.cluster.NodeDescription.NicGroup;
import io.fabrictwin.model.cluster.RoutingMode;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.nccl.Algorithm;
import io.fabrictwin.model.nccl.ChannelSearch;
import io.fabrictwin.model.nccl.Choice;
import io.fabrictwin.model.nccl.ClusterModel;
import io.fabrictwin.model.nccl.Communicator;
import io.fabrictwin.model.nccl.EfficiencyFit;
import io.fabrictwin.model.nccl.Estimate;
import io.fabrictwin.model.nccl.Graph;
import io.fabrictwin.model.nccl.Measurement;
import io.fabrictwin.model.nccl.NcclVersion;
import io.fabrictwin.model.nccl.Protocol;
import io.fabrictwin.model.nccl.Sharp;
import io.fabrictwin.model.nccl.Tuning;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What NCCL would choose, and collectives on described clusters. */
final class NcclRungs {
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final String NEWEST = "2.30";

    private NcclRungs() {}

    static List<Rung> all() {
        return List.of(
                new Rung(
                        "V30",
                        true,
                        "NCCL's rates, latencies and choices on Hopper",
                        "the rules of NCCL 2.30's source, coded independently",
                        NcclRungs::choices),
                new Rung(
                        "V31",
                        true,
                        "NVLS all-reduce of 16 GiB in one H100 server",
                        "published measurements, NVIDIA/dgxc-benchmarking",
                        NcclRungs::oneServer),
                new Rung(
                        "V32",
                        true,
                        "SHARP all-reduce of 2 GiB on four H100 servers",
                        "published measurements with NCCL 2.26.2 and CollNet",
                        NcclRungs::sharpOnFour),
                new Rung(
                        "V33",
                        false,
                        "SHARP against a ring in closed form",
                        "closed form: B = 50 GB/s, 4 us a ring step, 2.5 us start, 0.6 us a switch, 32 ports",
                        NcclRungs::sharpAgainstRing),
                new Rung(
                        "V34",
                        true,
                        "NCCL on 2 to 64 GH200 servers",
                        "published measurements, boeschf/nccl-benchmark-on-alps-2025",
                        NcclRungs::scalingRun));
    }

    private static final int[] NODES = {2, 4, 16, 128};

    private static List<Check> choices() {
        List<Check> checks = new ArrayList<>();
        value(checks, Algorithm.RING, Protocol.LL, 20.8, 40.0, 10.5, 78.8, 10.3, 311.6, 10.2, 2484.4);
        value(checks, Algorithm.RING, Protocol.LL128, 156.6, 75.2, 151.5, 144.4, 148.0, 559.6, 146.9, 4434.8);
        value(checks, Algorithm.RING, Protocol.SIMPLE, 204.8, 131.6, 198.2, 282.8, 193.5, 1190.0, 192.2, 9657.2);
        value(checks, Algorithm.TREE, Protocol.LL, 19.5, 25.2, 10.2, 35.2, 10.2, 55.2, 10.2, 85.2);
        value(checks, Algorithm.TREE, Protocol.LL128, 146.8, 48.5, 116.0, 65.5, 116.0, 99.5, 116.0, 150.5);
        value(checks, Algorithm.TREE, Protocol.SIMPLE, 165.6, 92.4, 144.0, 120.4, 144.0, 176.4, 144.0, 260.4);
        value(checks, Algorithm.NVLS_TREE, Protocol.SIMPLE, 246.2, 66.8, 187.9, 108.6, 183.4, 192.2, 182.2, 317.6);
        value(checks, Algorithm.NVLS, Protocol.SIMPLE, 204.8, 43.0, 198.2, 43.0, 193.5, 43.0, 192.2, 43.0);
        value(checks, Algorithm.COLLNET_DIRECT, Protocol.SIMPLE, 163.2, 44.0, 163.2, 44.0, 163.2, 44.0, 163.2, 44.0);
        value(checks, Algorithm.COLLNET_CHAIN, Protocol.SIMPLE, 192.0, 69.2, 192.0, 69.2, 192.0, 69.2, 192.0, 69.2);
        double[] gather = {409.6, 70.0, 396.4, 145.6, 387.0, 599.2, 384.4, 4832.8};
        values(checks, CollectiveOperation.ALL_GATHER, Algorithm.RING, Protocol.SIMPLE, gather);
        String[][] pairs = {
            {"Tree LL", "Tree LL", "Tree LL", "Tree LL"},
            {"Tree LL", "Tree LL", "Tree LL", "Tree LL"},
            {"Tree LL128", "Tree LL128", "Tree LL128", "Tree LL128"},
            {"NVLSTree Simple", "NVLSTree Simple", "Tree LL128", "Tree LL128"},
            {"NVLSTree Simple", "NVLSTree Simple", "NVLSTree Simple", "NVLSTree Simple"},
            {"NVLSTree Simple", "Ring Simple", "NVLSTree Simple", "NVLSTree Simple"},
            {"NVLSTree Simple", "Ring Simple", "Ring Simple", "NVLSTree Simple"}
        };
        double[][] times = {
            {25.8, 36.3, 56.3, 86.3},
            {30.8, 45.9, 65.9, 95.9},
            {60.4, 80.6, 114.6, 165.6},
            {134.9, 197.9, 260.2, 311.2},
            {612.0, 823.0, 923.9, 1054.3},
            {4428.3, 5813.6, 6045.8, 6211.5},
            {34958.8, 43737.1, 46055.7, 47469.0}
        };
        double[] switched = {43.0, 43.3, 48.4, 129.7, 736.6, 5591.7, 44432.7};
        long[] sizes = {8 << 10, 64 << 10, MIB, 16 * MIB, 128 * MIB, GIB, 8 * GIB};
        Tuning tuning = Tuning.of(NcclVersion.parse(NEWEST));
        for (int size = 0; size < sizes.length; size++) {
            for (int column = 0; column < NODES.length; column++) {
                Choice choice =
                        tuning.choose(hopper(NODES[column], false), CollectiveOperation.ALL_REDUCE, sizes[size]);
                String name = NODES[column] + " nodes, " + sizes[size] + " B";
                checks.add(time(name, times[size][column], choice));
                checks.add(Check.holds(
                        name + ": " + pairs[size][column],
                        "least time",
                        pair(choice).equals(pairs[size][column])));
            }
            Choice choice = tuning.choose(hopper(16, true), CollectiveOperation.ALL_REDUCE, sizes[size]);
            String name = "16 nodes with CollNet, " + sizes[size] + " B";
            checks.add(time(name, switched[size], choice));
            checks.add(Check.holds(
                    name + ": NVLS Simple", "least time", pair(choice).equals("NVLS Simple")));
        }
        return checks;
    }

    private static Check time(String name, double expectedUs, Choice choice) {
        return Check.absolute(name, "latency + size / rate", "us", expectedUs, choice.timeNs() / 1000, 0.1);
    }

    private static String pair(Choice choice) {
        return choice.algorithm().libraryName() + " " + choice.protocol().libraryName();
    }

    private static void value(List<Check> checks, Algorithm algorithm, Protocol protocol, double... expected) {
        values(checks, CollectiveOperation.ALL_REDUCE, algorithm, protocol, expected);
    }

    private static void values(
            List<Check> checks,
            CollectiveOperation operation,
            Algorithm algorithm,
            Protocol protocol,
            double[] expected) {
        for (int column = 0; column < NODES.length; column++) {
            List<Estimate> estimates = Tuning.of(NcclVersion.parse(NEWEST))
                    .allowing(Set.of(algorithm), Set.of(protocol))
                    .estimates(hopper(NODES[column], true), operation);
            Estimate estimate = estimates.get(0);
            String name = operation + " " + algorithm.libraryName() + " " + protocol.libraryName() + ", "
                    + NODES[column] + " nodes";
            checks.add(Check.absolute(
                    name, "bus rate after shares and caps", "GB/s", expected[2 * column], estimate.bytesPerNs(), 0.1));
            checks.add(Check.absolute(
                    name, "sum of hops", "us", expected[2 * column + 1], estimate.latencyNs() / 1000, 0.1));
        }
    }

    /** Eight GPUs a node, every graph 8 channels at 48 GB/s. */
    private static Communicator hopper(int nodes, boolean isCollNetEnabled) {
        Graph graph = new Graph(8, 48, 48);
        return new Communicator(
                nodes,
                8,
                GpuGeneration.HOPPER,
                CpuVendor.INTEL,
                true,
                true,
                isCollNetEnabled,
                true,
                false,
                0,
                16,
                graph,
                graph,
                graph,
                graph);
    }

    private static List<Check> oneServer() {
        double rate = ClusterModel.of(h100(1, false), 8)
                .predict(CollectiveOperation.ALL_REDUCE, 16 * GIB)
                .busBytesPerNs();
        return List.of(Check.relative("busbw", "8 x 40 x 0.85 x 7/8 x 2", "GB/s", 480, rate, 0.05));
    }

    private static List<Check> sharpOnFour() {
        Choice choice = Tuning.of(NcclVersion.parse(NEWEST))
                .choose(ChannelSearch.communicator(h100(4, true), 32), CollectiveOperation.ALL_REDUCE, 2 * GIB);
        return List.of(
                Check.holds("NVLS", "least time", choice.algorithm() == Algorithm.NVLS),
                Check.relative(
                        "algbw", "8 channels at 48 GB/s, x 32/62", "GB/s", 198.4, 2 * GIB / choice.timeNs(), 0.03));
    }

    private static List<Check> sharpAgainstRing() {
        Sharp sharp = new Sharp(2500, 600, 0.95, 32);
        int[] ranks = {8, 32, 128};
        long[] sizes = {8, 64 << 10, MIB, 16 * MIB, 256 * MIB};
        double[][] expected = {
            {15.1, 11.5, 3.60, 1.80, 1.67}, {67.0, 49.3, 11.2, 2.52, 1.88}, {207, 162, 39.2, 4.70, 2.06}
        };
        List<Check> checks = new ArrayList<>();
        for (int row = 0; row < ranks.length; row++) {
            for (int column = 0; column < sizes.length; column++) {
                checks.add(Check.relative(
                        ranks[row] + " ranks, " + sizes[column] + " B",
                        "ring time / SHARP time",
                        "",
                        expected[row][column],
                        Sharp.ringTimeNs(ranks[row], sizes[column], 50, 4000)
                                / sharp.timeNs(ranks[row], sizes[column], 50),
                        0.01));
            }
        }
        long large = 1L << 50;
        checks.add(Check.relative(
                "large sizes, 1024 ranks",
                "2 (n - 1) / n x 0.95",
                "",
                1.90,
                Sharp.ringTimeNs(1024, large, 50, 4000) / sharp.timeNs(1024, large, 50),
                0.01));
        return checks;
    }

    private static List<Check> scalingRun() {
        ClusterDescription cluster = gh200();
        List<Check> checks = new ArrayList<>();
        double[] smallestUs = {18.7, 30.9, 42.8, 55.8, 65.6};
        for (int i = 0; i < smallestUs.length; i++) {
            int nodes = 2 << i;
            checks.add(Check.relative(
                    "8 B, " + nodes + " nodes",
                    "6.8 + 2 (3 x 0.6 + 5 log2 N)",
                    "us",
                    smallestUs[i],
                    ClusterModel.of(cluster, 4 * nodes)
                                    .predict(CollectiveOperation.ALL_REDUCE, 8)
                                    .timeNs()
                            / 1000,
                    0.12));
        }
        double[] busRates = {92.5, 92.1, 92.1, 92.5, 92.2};
        List<Measurement> measurements = new ArrayList<>();
        for (int i = 0; i < busRates.length; i++) {
            int ranks = 16 << i;
            double timeNs = 4 * GIB * ClusterModel.busFactor(CollectiveOperation.ALL_REDUCE, ranks) / busRates[i];
            measurements.add(new Measurement(CollectiveOperation.ALL_REDUCE, ranks, 4 * GIB, timeNs));
        }
        ClusterDescription fitted =
                cluster.withEfficiency(EfficiencyFit.fit(cluster, measurements).efficiency());
        for (Measurement measured : measurements) {
            checks.add(Check.relative(
                    "4 GiB, " + measured.ranks() / 4 + " nodes",
                    "four NICs of 25 GB/s, one efficiency for all",
                    "GB/s",
                    92.3,
                    ClusterModel.of(fitted, measured.ranks())
                            .predict(CollectiveOperation.ALL_REDUCE, 4 * GIB)
                            .busBytesPerNs(),
                    0.02));
        }
        return checks;
    }

    private static ClusterDescription h100(int nodes, boolean isCollNetEnabled) {
        NodeDescription node = new NodeDescription(
                8,
                GpuGeneration.HOPPER,
                CpuVendor.INTEL,
                18,
                true,
                63,
                List.of(new NicGroup(8, 400e9, GpuDistance.PXB)));
        return cluster(nodes, node, isCollNetEnabled, NEWEST);
    }

    private static ClusterDescription gh200() {
        NodeDescription node = new NodeDescription(
                4,
                GpuGeneration.HOPPER,
                CpuVendor.ARM,
                18,
                false,
                63,
                List.of(new NicGroup(4, 200e9, GpuDistance.PIX)));
        return cluster(64, node, false, "2.23.4");
    }

    private static ClusterDescription cluster(
            int nodes, NodeDescription node, boolean isCollNetEnabled, String version) {
        return new ClusterDescription(
                "ladder",
                nodes,
                node,
                new NetworkDescription("any", nodes, 0, 0, RoutingMode.ADAPTIVE),
                new LibrarySettings(version, Set.of(), Set.of(), null, isCollNetEnabled, null),
                null);
    }
}
