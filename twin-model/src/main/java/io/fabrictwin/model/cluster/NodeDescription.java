package io.fabrictwin.model.cluster;

import java.util.List;

/**
 * One server.
 *
 * @param gpus GPUs that take part, at least 1
 * @param nvlinks NVLinks of each GPU; 0 when the GPUs talk over PCIe
 * @param hasNvswitch whether the NVLinks end in switches, without which there is no reduction in them
 * @param pcieBytesPerNs what PCIe carries in one direction between a GPU or a NIC and its switch (B/ns, which is GB/s)
 * @param nics groups of equal NICs; empty for a server that stands alone
 */
public record NodeDescription(
        int gpus,
        GpuGeneration generation,
        CpuVendor cpu,
        int nvlinks,
        boolean hasNvswitch,
        double pcieBytesPerNs,
        List<NicGroup> nics) {

    /**
     * Equal NICs.
     *
     * @param count how many, at least 1
     * @param bitsPerSecond line rate of each
     * @param distance what lies between a NIC and the GPU that uses it
     */
    public record NicGroup(int count, double bitsPerSecond, GpuDistance distance) {
        public NicGroup {
            Require.positive("count", count);
            Require.positive("bitsPerSecond", bitsPerSecond);
        }
    }

    public NodeDescription {
        nics = List.copyOf(nics);
        Require.positive("gpus", gpus);
        Require.notNegative("nvlinks", nvlinks);
        Require.positive("pcieBytesPerNs", pcieBytesPerNs);
        if (hasNvswitch && nvlinks == 0) {
            throw new IllegalArgumentException("nvlinks is 0, but there are NVSwitches");
        }
    }

    /** NICs of all groups. */
    public int nicCount() {
        return nics.stream().mapToInt(NicGroup::count).sum();
    }
}
