package io.fabrictwin.model.pause;

/** Where an ingress pauses, and whether marking comes first. All sizes in bytes. */
public final class Thresholds {
    private Thresholds() {}

    /**
     * Bytes that each of {@code queues} equally congested queues holds at rest under a dynamic threshold of {@code alpha}
     * times the free buffer: {@code alpha B / (1 + alpha n)} (Choudhury and Hahne 1998).
     */
    public static double dynamicShare(double bufferBytes, double alpha, int queues) {
        Require.positive("bufferBytes", bufferBytes);
        Require.positive("alpha", alpha);
        Require.positive("queues", queues);
        return alpha * bufferBytes / (1 + alpha * queues);
    }

    /**
     * Largest static pause threshold if every port and priority may hold as much and still needs {@code flightBytes} of
     * headroom: {@code (B - m n t) / (m n)} (sizing of DCQCN, SIGCOMM 2015).
     */
    public static double staticPause(double bufferBytes, int ports, int priorities, double flightBytes) {
        Require.positive("bufferBytes", bufferBytes);
        Require.positive("ports", ports);
        Require.positive("priorities", priorities);
        Require.notNegative("flightBytes", flightBytes);
        double queues = (double) ports * priorities;
        return Math.max(0, (bufferBytes - queues * flightBytes) / queues);
    }

    /**
     * Largest marking threshold that is reached before any ingress pauses, even if a single ingress feeds the queue, under
     * a dynamic pause threshold of {@code beta} times the free buffer: {@code beta (B - m n t) / (m n (beta + 1))}
     * (sizing of DCQCN, SIGCOMM 2015).
     */
    public static double markBeforePause(
            double bufferBytes, int ports, int priorities, double flightBytes, double beta) {
        Require.positive("beta", beta);
        return staticPause(bufferBytes, ports, priorities, flightBytes) * beta / (beta + 1);
    }

    /**
     * Whether an ingress may pause before the queues that it feeds begin to mark, so that senders are held without ever
     * being told to slow down: its bytes below the marks of all those queues reach its pause threshold.
     *
     * @param markBytes queue length at which marking begins
     * @param queuesFed congested egress queues that this ingress can feed at once
     * @param pauseBytes its pause threshold when the pool is in full use, such as {@link #dynamicShare}
     */
    public static boolean pausesBeforeMarks(double markBytes, int queuesFed, double pauseBytes) {
        Require.notNegative("markBytes", markBytes);
        Require.positive("queuesFed", queuesFed);
        Require.notNegative("pauseBytes", pauseBytes);
        return markBytes * queuesFed >= pauseBytes;
    }
}
