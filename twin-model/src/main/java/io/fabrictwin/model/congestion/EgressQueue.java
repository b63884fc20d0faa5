package io.fabrictwin.model.congestion;

/**
 * First-in first-out queue of one egress port in the fluid limit: bytes wait in batches, a batch holds what came in one
 * step from each flow, and leaves in the proportion in which it came.
 */
final class EgressQueue {
    /** A power of two, as all lengths of rings are. */
    private static final int FIRST_LENGTH = 64;

    private static final int[] NO_INTS = {};
    private static final double[] NO_DOUBLES = {};

    private int[] entryHop = NO_INTS;
    private double[] entryBytes = NO_DOUBLES;
    private int entryHead;
    private int entryCount;
    private int[] batchEntries = NO_INTS;
    private double[] batchBytes = NO_DOUBLES;
    private int batchHead;
    private int batchCount;
    private int openEntries;
    private double openBytes;
    private double bytes;
    private double served;
    private final double packetBytes;

    EgressQueue(double packetBytes) {
        this.packetBytes = packetBytes;
    }

    /** Bytes that wait. */
    double bytes() {
        return bytes;
    }

    /** Bytes that have left so far. */
    double served() {
        return served;
    }

    boolean isEmpty() {
        return batchCount == 0;
    }

    /** Opens a batch for what arrives in this step from at most {@code flows} flows. */
    void openBatch(int flows) {
        while (entryCount + flows > entryHop.length) {
            entryHop = unroll(entryHop, entryHead);
            entryBytes = unroll(entryBytes, entryHead);
            entryHead = 0;
        }
        if (batchCount == batchBytes.length) {
            batchEntries = unroll(batchEntries, batchHead);
            batchBytes = unroll(batchBytes, batchHead);
            batchHead = 0;
        }
        openEntries = 0;
        openBytes = 0;
    }

    /** Adds bytes of a flow at this hop to the open batch. */
    void add(int hop, double amount) {
        int at = (entryHead + entryCount + openEntries++) & (entryHop.length - 1);
        entryHop[at] = hop;
        entryBytes[at] = amount;
        openBytes += amount;
        bytes += amount;
    }

    /** Lines up the open batch. */
    void closeBatch() {
        int at = (batchHead + batchCount) & (batchBytes.length - 1);
        batchEntries[at] = openEntries;
        batchBytes[at] = openBytes;
        batchCount++;
        entryCount += openEntries;
    }

    /**
     * Serves up to {@code budget} bytes over the {@code spanNs} that end a step begun at {@code fromNs}: adds what
     * leaves to {@code out} by hop, and sets {@code lastServiceNs} by hop when a batch has left as a whole.
     */
    void serve(double budget, double fromNs, double spanNs, double[] out, double[] lastServiceNs) {
        double left = budget;
        while (batchCount > 0 && left > 0) {
            int count = batchEntries[batchHead];
            double size = batchBytes[batchHead];
            int mask = entryHop.length - 1;
            if (size <= left * (1 + 1e-12)) {
                left -= size;
                double at = fromNs + spanNs * Math.min(1, 1 - left / budget);
                // Packets of the batch alternate, so its flows end one packet after the other.
                double apartNs = Math.min(packetBytes, size / count) / budget * spanNs;
                for (int k = 0; k < count; k++) {
                    int entry = (entryHead + k) & mask;
                    out[entryHop[entry]] += entryBytes[entry];
                    lastServiceNs[entryHop[entry]] = at - (count - 1 - k) * apartNs;
                }
                entryHead = (entryHead + count) & mask;
                entryCount -= count;
                batchHead = (batchHead + 1) & (batchBytes.length - 1);
                batchCount--;
                bytes -= size;
            } else {
                double share = left / size;
                for (int k = 0; k < count; k++) {
                    int entry = (entryHead + k) & mask;
                    double amount = entryBytes[entry] * share;
                    out[entryHop[entry]] += amount;
                    entryBytes[entry] -= amount;
                }
                batchBytes[batchHead] -= left;
                bytes -= left;
                left = 0;
            }
        }
        served += budget - left;
        if (batchCount == 0) {
            bytes = 0;
        }
    }

    /** Drops bytes of the flows that came last, at most all: adds what is lost to {@code out} by hop. */
    void drop(double amount, double[] out) {
        double left = Math.min(amount, bytes);
        int mask = entryHop.length - 1;
        while (batchCount > 0 && left > 0) {
            int batch = (batchHead + batchCount - 1) & (batchBytes.length - 1);
            int count = batchEntries[batch];
            double size = batchBytes[batch];
            boolean isAll = size <= left * (1 + 1e-12);
            double share = isAll ? 1 : left / size;
            for (int k = entryCount - count; k < entryCount; k++) {
                int entry = (entryHead + k) & mask;
                out[entryHop[entry]] += entryBytes[entry] * share;
                entryBytes[entry] *= 1 - share;
            }
            if (isAll) {
                entryCount -= count;
                batchCount--;
                bytes -= size;
                left -= size;
            } else {
                batchBytes[batch] -= left;
                bytes -= left;
                left = 0;
            }
        }
        if (batchCount == 0) {
            bytes = 0;
        }
    }

    /** Splits {@code rate} among the flows that are next to leave: adds to {@code out} by hop. */
    void share(double rate, double[] out) {
        if (batchCount == 0) {
            return;
        }
        int mask = entryHop.length - 1;
        double perByte = rate / batchBytes[batchHead];
        for (int k = 0; k < batchEntries[batchHead]; k++) {
            int entry = (entryHead + k) & mask;
            out[entryHop[entry]] += entryBytes[entry] * perByte;
        }
    }

    private static int[] unroll(int[] ring, int head) {
        int[] larger = new int[Math.max(FIRST_LENGTH, ring.length * 2)];
        System.arraycopy(ring, head, larger, 0, ring.length - head);
        System.arraycopy(ring, 0, larger, ring.length - head, head);
        return larger;
    }

    private static double[] unroll(double[] ring, int head) {
        double[] larger = new double[Math.max(FIRST_LENGTH, ring.length * 2)];
        System.arraycopy(ring, head, larger, 0, ring.length - head);
        System.arraycopy(ring, 0, larger, ring.length - head, head);
        return larger;
    }
}
