package io.fabrictwin.model.nccl;

/**
 * What a collective has to do, of which the time follows once the efficiency is known:
 *
 * <pre>latency + max(bytes, bytes / slices + hops)</pre>
 *
 * A rank passes on a slice as soon as it has it, and the NIC sends it while the GPU goes on: as long as a chunk has further
 * slices to send meanwhile, the hop over the network is hidden behind them. Hops within a server are the GPU's own work and
 * always count.
 *
 * @param latencyNs what always counts
 * @param hopsNs hops over the network in turn, without bytes, as far as they can be hidden
 * @param bytesNs all bytes at the nominal rate
 * @param slices slices in a chunk, at least 1: with one, every hop counts
 * @param bound what limits the nominal rate
 */
record Work(double latencyNs, double hopsNs, double bytesNs, int slices, Bound bound) {
    double timeNs(double efficiency) {
        double real = bytesNs / efficiency;
        return latencyNs + Math.max(real, real / slices + hopsNs);
    }
}
