package io.fabrictwin.model.nccl;

/**
 * How NCCL cuts data into messages (init.cc and device.h of its source).
 *
 * @param stepsInFlight steps of a channel that may be on their way
 * @param stepBytes bytes of a Simple step
 * @param chunkBytes bytes that a ring's rank handles at a time at most
 * @param slicesPerChunk parts of a chunk that are passed on as they come; one is one network message
 */
public record Buffers(int stepsInFlight, int stepBytes, int chunkBytes, int slicesPerChunk) {
    /** The buffers of a version. */
    public static Buffers of(NcclVersion version) {
        return of(Constants.of(version));
    }

    static Buffers of(Constants constants) {
        double[] channel = constants.all("buffer.simple");
        double[] ring = constants.all("buffer.ring");
        int stepBytes = (int) (channel[0] / channel[1]);
        return new Buffers((int) channel[1], stepBytes, (int) (ring[0] * stepBytes), (int) (ring[0] / ring[1]));
    }

    public int sliceBytes() {
        return chunkBytes / slicesPerChunk;
    }

    /** Latency of a hop up to which a ring channel keeps its rate, as slices fill all its steps meanwhile. */
    public double hiddenHopNs(double bytesPerNs) {
        return stepsInFlight * (sliceBytes() / bytesPerNs);
    }
}
