package io.fabrictwin.model.scenario;

import io.fabrictwin.model.cluster.GpuDistance;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.HostInventory;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.frame.JobPlaces;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.scenario.ForkState.LinkFacts;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What lies between the NIC of a host and its GPU. It caps what the NIC sends and takes in.
 *
 * @param distance nearest first
 * @param isDirect whether the NIC may read and write the GPU's memory itself (GPUDirect RDMA)
 */
record HostBus(GpuDistance distance, boolean isDirect) {
    /** Nothing in the way. */
    static final HostBus NEAR = new HostBus(GpuDistance.PIX, true);

    /** What passes between CPU sockets of Intel in NCCL's topology (topo.h), bits per second; the CPU is not known. */
    private static final double SOCKET_BITS_PER_SECOND = 80e9;
    /** What NCCL takes sixteen lanes of PCIe 3, 4, 5 and 6 to carry one way (topo.h), bits per second. */
    private static final double[] PCIE_BITS_PER_SECOND = {96e9, 192e9, 384e9, 768e9};
    /** A NIC hangs from lanes that carry this share of its line at least. */
    private static final double CARRIED_SHARE = 0.95;

    HostBus withDistance(GpuDistance other) {
        return new HostBus(other, isDirect);
    }

    HostBus withDirect(boolean direct) {
        return new HostBus(distance, direct);
    }

    /**
     * What passes one way. Without GPUDirect each byte goes through host memory, so sending and receiving share each direction
     * of PCIe; NCCL does without beyond PCIe switches. Between sockets passes what their link carries.
     *
     * @param nicBitsPerSecond line rate of the NIC
     */
    double bitsPerSecond(double nicBitsPerSecond) {
        double least = nicBitsPerSecond;
        if (!isDirect || distance.compareTo(GpuDistance.PXB) > 0) {
            least = Math.min(least, pcieBitsPerSecond(nicBitsPerSecond) / 2);
        }
        return distance == GpuDistance.SYS ? Math.min(least, SOCKET_BITS_PER_SECOND) : least;
    }

    private static double pcieBitsPerSecond(double nicBitsPerSecond) {
        for (double lanes : PCIE_BITS_PER_SECOND) {
            if (lanes >= CARRIED_SHARE * nicBitsPerSecond) {
                return lanes;
            }
        }
        return PCIE_BITS_PER_SECOND[PCIE_BITS_PER_SECOND.length - 1];
    }

    /** Hosts of a job whose NIC is told to be far from its GPU, or to be used without GPUDirect. */
    static SortedMap<DeviceId, HostBus> told(FabricFrame frame, Job job, SortedMap<LinkId, LinkFacts> links) {
        SortedMap<DeviceId, HostBus> told = new TreeMap<>();
        JobPlaces places = JobPlaces.of(frame, job.id());
        for (Map.Entry<Integer, DeviceId> rank : job.hosts().entrySet()) {
            DeviceId host = rank.getValue();
            boolean isBounced = places.channelEnds().stream()
                    .anyMatch(end -> host.equals(end.host()) && Boolean.FALSE.equals(end.gpuDirect()));
            GpuDistance distance =
                    distance(frame, host, places.ranks().get(rank.getKey())).orElse(GpuDistance.PIX);
            HostBus bus = new HostBus(distance, !isBounced);
            if (!bus.equals(NEAR)) {
                told.put(host, bus);
            }
        }
        return told;
    }

    private static Optional<GpuDistance> distance(FabricFrame frame, DeviceId host, JobPlaces.@Nullable Rank rank) {
        if (rank == null || rank.gpu() == null || rank.nic() == null) {
            return Optional.empty();
        }
        return HostInventory.of(frame, host).paths().stream()
                .filter(path -> path.gpu().equals(rank.gpu()) && path.nic().equals(rank.nic()))
                .findFirst()
                .map(path -> ofWord(path.path()));
    }

    /** NODE, another host bridge of the same socket, counts as PHB. */
    private static GpuDistance ofWord(String word) {
        return switch (word) {
            case "SYS" -> GpuDistance.SYS;
            case "PHB", "NODE" -> GpuDistance.PHB;
            case "PXB" -> GpuDistance.PXB;
            default -> GpuDistance.PIX;
        };
    }
}
