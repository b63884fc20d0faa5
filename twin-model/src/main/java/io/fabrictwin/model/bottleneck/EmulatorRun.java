package io.fabrictwin.model.bottleneck;

import io.fabrictwin.model.congestion.Draws;
import io.fabrictwin.model.congestion.Senders;
import java.util.Arrays;

/**
 * One run of one bottleneck: a first-in first-out fluid queue, and representative senders, each of which runs the exact
 * state machine of one flow and stands for {@code weight} equal ones. Times ns, rates bytes per ns.
 *
 * <p>The run is told in the time frame of the senders: what leaves a sender now is in the queue now. So a pause takes hold
 * one sender delay late (what is under way still arrives), a resume two (the frame goes back, the first byte comes), and
 * a notification arrives one sender delay plus its own delay after the mark.
 */
final class EmulatorRun {
    static final double STEP_NS = 1_000;

    private static final double NEVER = Double.POSITIVE_INFINITY;
    private static final double LARGEST_HAZARD = 60;

    private final Bottleneck bottleneck;
    private final double capacity;
    private final int count;
    private final double weight;
    private final double feedbackNs;
    private final Senders senders;
    private final double[] startNs;
    private final double[] remaining;
    private final double[] served;
    private final double[] packetPhase;
    private final double[] hazard;
    private final double[] hazardLimit;
    private final long[] draw;

    // Batches of one step each, oldest first: the bytes of every representative, and their sum.
    private double[] batch;
    private double[] batchBytes = new double[64];
    private int batchHead;
    private int batches;

    private double queueBytes;
    private double peakBytes;
    private double nowNs;
    private double lastSentNs;
    private double drainedNs;
    private double outBytes;
    private boolean isOverXoff;
    private double pauseNs = NEVER;
    private double resumeNs = NEVER;
    private double overXoffSinceNs;
    private double pausedNs;

    /** {@code flows} flows of {@code bytes} each (infinite: for ever), which start at drawn times within {@code startWithinNs}. */
    EmulatorRun(Bottleneck bottleneck, int flows, int representatives, double bytes, double startWithinNs, long seed) {
        this.bottleneck = bottleneck;
        capacity = bottleneck.bytesPerNs();
        count = representatives;
        weight = (double) flows / representatives;
        feedbackNs = bottleneck.senderDelayNs() + bottleneck.notificationDelayNs();
        senders = new Senders(bottleneck.dcqcn(), count);
        startNs = new double[count];
        remaining = new double[count];
        served = new double[count];
        packetPhase = new double[count];
        hazard = new double[count];
        hazardLimit = new double[count];
        draw = new long[count];
        batch = new double[batchBytes.length * count];
        Arrays.fill(remaining, bytes);
        for (int k = 0; k < count; k++) {
            senders.open(k, capacity);
            draw[k] = Draws.next(Draws.stream(seed, k));
            startNs[k] = Draws.uniform(draw[k]) * startWithinNs;
            draw[k] = Draws.next(draw[k]);
            packetPhase[k] = Draws.uniform(draw[k]);
            drawLimit(k);
        }
    }

    /** One step; what left the queue is then in {@link #served}. */
    void step() {
        double fromNs = nowNs;
        double untilNs = fromNs + STEP_NS;
        double heldNs = Math.max(0, Math.min(untilNs, resumeNs) - Math.max(fromNs, pauseNs));
        if (resumeNs <= untilNs) {
            pauseNs = NEVER;
            resumeNs = NEVER;
        }
        double in = inject(fromNs, untilNs, 1 - heldNs / STEP_NS);
        double before = queueBytes;
        double budget = capacity * STEP_NS;
        outBytes = serve(budget);
        queueBytes = batches == 0 ? 0 : Math.max(0, before + in - outBytes);
        peakBytes = Math.max(peakBytes, queueBytes);
        if (batches == 0 && outBytes > 0) {
            drainedNs = Math.max(lastSentNs, fromNs + Math.min(1, outBytes / budget) * STEP_NS);
        }
        pause(before, fromNs);
        double probability =
                (bottleneck.ecn().markProbability(before) + bottleneck.ecn().markProbability(queueBytes)) / 2;
        if (probability > 0) {
            double hazardOfPacket = Math.min(LARGEST_HAZARD, -StrictMath.log1p(-probability));
            for (int k = 0; k < count; k++) {
                if (served[k] > 0) {
                    mark(k, served[k] / (weight * bottleneck.packetBytes()), hazardOfPacket, fromNs);
                }
            }
        }
        nowNs = untilNs;
    }

    /** Sends for one step and opens a batch for it; the bytes of all flows. */
    private double inject(double fromNs, double untilNs, double free) {
        if (batches == batchBytes.length) {
            grow();
        }
        int at = (batchHead + batches) & (batchBytes.length - 1);
        double in = 0;
        for (int k = 0; k < count; k++) {
            double bytes = 0;
            if (remaining[k] > 0 && startNs[k] < untilNs) {
                double begunNs = Math.max(fromNs, startNs[k]);
                double paced = senders.advance(k, begunNs, untilNs);
                bytes = paced * free;
                // The last packet leaves as a whole once its turn has come.
                if (remaining[k] - bytes < bottleneck.packetBytes()) {
                    double share = bytes > 0 ? Math.min(1, remaining[k] / bytes) : 1;
                    bytes = remaining[k];
                    lastSentNs = Math.max(lastSentNs, begunNs + share * (untilNs - begunNs));
                }
                remaining[k] -= bytes;
                if (bytes < paced) {
                    senders.held(k, paced - bytes, untilNs);
                }
            }
            batch[at * count + k] = bytes * weight;
            in += bytes * weight;
        }
        if (in > 0) {
            batchBytes[at] = in;
            batches++;
        }
        return in;
    }

    private double serve(double budget) {
        Arrays.fill(served, 0);
        double left = budget;
        while (batches > 0 && left > 0) {
            int at = batchHead * count;
            double size = batchBytes[batchHead];
            if (size <= left) {
                for (int k = 0; k < count; k++) {
                    served[k] += batch[at + k];
                }
                left -= size;
                batchHead = (batchHead + 1) & (batchBytes.length - 1);
                batches--;
            } else {
                double share = left / size;
                for (int k = 0; k < count; k++) {
                    double bytes = batch[at + k] * share;
                    served[k] += bytes;
                    batch[at + k] -= bytes;
                }
                batchBytes[batchHead] = size - left;
                left = 0;
            }
        }
        return budget - left;
    }

    private void pause(double before, double fromNs) {
        double change = queueBytes - before;
        double xoff = bottleneck.xoffBytes();
        double xon = xoff - bottleneck.resumeOffsetBytes();
        if (!isOverXoff && queueBytes > xoff) {
            isOverXoff = true;
            double crossedNs = fromNs + Math.max(0, (xoff - before) / change) * STEP_NS;
            overXoffSinceNs = crossedNs;
            double holdsNs = Math.max(fromNs + STEP_NS, crossedNs + bottleneck.senderDelayNs());
            if (resumeNs == NEVER || holdsNs > resumeNs) {
                pauseNs = holdsNs;
            }
            resumeNs = NEVER;
        } else if (isOverXoff && queueBytes <= xon) {
            isOverXoff = false;
            double crossedNs = fromNs + Math.max(0, (xon - before) / change) * STEP_NS;
            resumeNs = crossedNs + 2 * bottleneck.senderDelayNs();
            pausedNs += crossedNs - overXoffSinceNs;
        }
    }

    /** Draws whether one of the packets that a flow gets through in this step brings a notification. */
    private void mark(int k, double packets, double hazardOfPacket, double fromNs) {
        // Whole packets, evenly spaced: a slow flow has none in most steps, and waits for one however long the queue.
        double phase = packetPhase[k];
        double last = Math.floor(phase + packets);
        packetPhase[k] = phase + packets - last;
        double gateNs = Math.max(0, senders.notifiableNs(k) - feedbackNs - fromNs);
        double closed = Math.floor(phase + packets * Math.min(1, gateNs / STEP_NS));
        double hazardLeft = hazardLimit[k] - hazard[k];
        double hazardOfStep = (last - closed) * hazardOfPacket;
        if (hazardOfStep < hazardLeft) {
            hazard[k] += hazardOfStep;
            return;
        }
        double markedPacket = closed + Math.ceil(hazardLeft / hazardOfPacket);
        double markedNs = fromNs + (markedPacket - phase) / packets * STEP_NS;
        hazard[k] = 0;
        drawLimit(k);
        senders.notify(k, markedNs + feedbackNs);
    }

    private void drawLimit(int k) {
        draw[k] = Draws.next(draw[k]);
        hazardLimit[k] = Draws.exponential(draw[k]);
    }

    private void grow() {
        int length = batchBytes.length;
        double[] bytes = new double[2 * length];
        double[] all = new double[2 * length * count];
        for (int b = 0; b < length; b++) {
            int from = (batchHead + b) & (length - 1);
            bytes[b] = batchBytes[from];
            System.arraycopy(batch, from * count, all, b * count, count);
        }
        batchBytes = bytes;
        batch = all;
        batchHead = 0;
    }

    /** Ends the flows of the representatives from {@code first} on, whatever they had left. */
    void stop(int first) {
        Arrays.fill(remaining, first, count, 0);
    }

    /** Whether all has left the queue. */
    boolean isDone() {
        if (batches > 0) {
            return false;
        }
        for (int k = 0; k < count; k++) {
            if (remaining[k] > 0) {
                return false;
            }
        }
        return true;
    }

    double nowNs() {
        return nowNs;
    }

    /** When the last byte left the queue, ns from the start of the first sender's interval. */
    double deliveredNs() {
        return drainedNs + bottleneck.senderDelayNs();
    }

    double queueBytes() {
        return queueBytes;
    }

    double peakBytes() {
        return peakBytes;
    }

    /** Time from each pause frame to the resume after it. */
    double pausedNs() {
        return pausedNs;
    }

    /** Bytes of all flows that left in the last step. */
    double outBytes() {
        return outBytes;
    }

    /** Bytes of a representative's flows that left in the last step. */
    double served(int representative) {
        return served[representative];
    }

    /** Bytes that a flow of this representative has still to send. */
    double remaining(int representative) {
        return remaining[representative];
    }
}
