package io.fabrictwin.model.nccl;

import io.fabrictwin.model.cluster.ClusterDescription;
import io.fabrictwin.model.cluster.CpuVendor;
import io.fabrictwin.model.cluster.GpuDistance;
import io.fabrictwin.model.cluster.GpuGeneration;
import io.fabrictwin.model.cluster.LibrarySettings;
import io.fabrictwin.model.cluster.NetworkDescription;
import io.fabrictwin.model.cluster.NodeDescription;
import io.fabrictwin.model.cluster.NodeDescription.NicGroup;
import io.fabrictwin.model.cluster.RoutingMode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Clusters with published nccl-tests measurements, as far as their sources describe them. */
final class MeasuredClusters {
    private static final double GBIT = 1e9;

    private MeasuredClusters() {}

    /** The cluster of a published table; empty for sources that do not say what they ran on. */
    static Optional<ClusterDescription> of(String source, String gpu, int nodes, int ranks, String settings) {
        int perNode = ranks / nodes;
        boolean isA100 = gpu.equals("A100");
        if (source.contains("on-alps")) {
            return Optional.of(gh200(settings.contains("CROSS_NIC=1") ? "gh200-cross-nic" : "gh200"));
        }
        if (source.contains("results_polaris/nccl_2_21")) {
            return Optional.of(polaris("polaris-2.21", "2.21"));
        }
        if (source.contains("results_polaris")) {
            return Optional.of(polaris("polaris-setup-" + source.charAt(source.length() - 1), "2.18"));
        }
        if (source.contains("n2.g8/2024-10-15-11-21-15")) {
            return Optional.of(a100("a100-ib", 8, 200, "infiniband", "2.20"));
        }
        if (source.contains("nccl_N10_G")) {
            return Optional.of(h100("h100-10-x" + perNode, perNode, perNode, 400, "infiniband", "2.29.2", false));
        }
        if (source.contains("coreweave") && gpu.equals("H100")) {
            return Optional.of(h100("h100-sharp", 8, 8, 400, "infiniband", "2.23", true));
        }
        if (source.contains("coreweave") && nodes == 36) {
            return Optional.of(gb200("gb200-2-racks"));
        }
        if (source.contains("documentation/Troubleshooting.md")) {
            return Optional.of(h100("h100-16x200", 8, 16, 200, "roce", "2.23.4", false));
        }
        if (source.contains("dws-flex-start")) {
            return Optional.of(h100("h200-roce", 8, 8, 400, "roce", "2.23", false));
        }
        if (source.contains("test_check_nccl") && nodes == 2) {
            return Optional.of(a100("a100-ib-2.12", 8, 200, "infiniband", "2.12.12"));
        }
        if (source.contains("aws-efa-eks")) {
            return Optional.of(a100("a100-efa-2.9", 4, 100, "efa", "2.9.9"));
        }
        if (source.contains("micro-benchmarks")) {
            return Optional.of(
                    isA100
                            ? a100("a100-efa", 4, 100, "efa", "2.18")
                            : h100("h100-efa", 8, 32, 100, "efa", "2.18.5", false));
        }
        if (source.contains("nccl-tests issue #119")) {
            return Optional.of(a100("a100-3-nodes", 8, 200, "infiniband", "2.18"));
        }
        if (source.contains("nccl issue #1453")) {
            return Optional.of(h100("h100-3-nodes", 8, 8, 400, "infiniband", "2.20", false));
        }
        if (source.contains("nccl-tests issue #309")) {
            ClusterDescription cluster = h100("h100-ib", 8, 8, 400, "infiniband", "2.26.2", false);
            return Optional.of(settings.contains("Ring") ? ring("h100-ib-ring", cluster) : cluster);
        }
        if (source.contains("nccl-tests issue #321")) {
            return Optional.of(h100("h20-roce", 2, 2, 400, "roce", "2.26.5", false));
        }
        if (nodes == 1) {
            return Optional.of(
                    isA100
                            ? a100("a100-alone", 8, 200, "none", "2.18")
                            : h100("h100-alone-x" + perNode, perNode, 8, 400, "none", "2.29.2", false));
        }
        return Optional.empty();
    }

    static ClusterDescription gb200(String name) {
        NodeDescription rack = new NodeDescription(
                72, GpuGeneration.BLACKWELL, CpuVendor.ARM, 18, true, 126, nics(72, 400, GpuDistance.PIX));
        return cluster(name, 2, rack, "infiniband", "2.27", false);
    }

    static ClusterDescription gh200(String name) {
        return cluster(
                name,
                512,
                new NodeDescription(
                        4, GpuGeneration.HOPPER, CpuVendor.ARM, 18, false, 63, nics(4, 200, GpuDistance.PIX)),
                "slingshot",
                "2.23.4",
                false);
    }

    static ClusterDescription polaris(String name, String version) {
        return cluster(
                name,
                540,
                new NodeDescription(
                        4, GpuGeneration.AMPERE, CpuVendor.AMD, 12, false, 31.5, nics(2, 200, GpuDistance.PHB)),
                "slingshot",
                version,
                false);
    }

    static ClusterDescription a100(String name, int nics, double gbit, String transport, String version) {
        return cluster(
                name,
                4,
                new NodeDescription(
                        8, GpuGeneration.AMPERE, CpuVendor.AMD, 12, true, 31.5, nics(nics, gbit, GpuDistance.PXB)),
                transport,
                version,
                false);
    }

    static ClusterDescription h100(
            String name, int gpus, int nics, double gbit, String transport, String version, boolean collNet) {
        return cluster(
                name,
                16,
                new NodeDescription(
                        gpus, GpuGeneration.HOPPER, CpuVendor.INTEL, 18, true, 63, nics(nics, gbit, GpuDistance.PXB)),
                transport,
                version,
                collNet);
    }

    static ClusterDescription cluster(
            String name, int nodes, NodeDescription node, String transport, String version, boolean collNet) {
        return new ClusterDescription(
                name,
                nodes,
                node,
                new NetworkDescription(transport, nodes, 0, 0, RoutingMode.ADAPTIVE),
                new LibrarySettings(version, Set.of(), Set.of(), null, collNet, null),
                null);
    }

    private static ClusterDescription ring(String name, ClusterDescription cluster) {
        return new ClusterDescription(
                name,
                cluster.nodes(),
                cluster.node(),
                cluster.network(),
                new LibrarySettings(cluster.library().version(), Set.of("Ring"), Set.of(), null, false, null),
                null);
    }

    private static List<NicGroup> nics(int count, double gbit, GpuDistance distance) {
        return List.of(new NicGroup(count, gbit * GBIT, distance));
    }
}
