package io.fabrictwin.model.bottleneck;

import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.DcqcnVariant;
import io.fabrictwin.model.congestion.EcnProfile;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Packet by packet, one bottleneck: the yardstick of the fluid emulator. It shares no code with it but the marking curve
 * and the names of the constants, and does everything the plain way: each packet, each timer, one event after another.
 *
 * <p>A sender's packet is at the switch 1 us later. A packet is marked when it starts to leave, by the queue before it is
 * taken out, and is delivered when it has left. Its notification is back 3 us after it started. Senders stop at once when
 * the queue passes the pause threshold, and those held back send 1 us after it has fallen 3 KB below.
 */
final class PacketReference {
    static final double TO_SWITCH_NS = 1_000;
    static final double NOTIFICATION_NS = 3_000;
    static final double RESUME_NS = 1_000;
    static final double RESUME_OFFSET_BYTES = 3_000;

    private static final double NEVER = Double.POSITIVE_INFINITY;

    private record Arrival(double atNs, int sender) {}

    /** What is seen each time a packet leaves. */
    interface Observer {
        void left(double nowNs, double queueBytes, int sender);
    }

    /** The rate control of one sender, as the papers and vendor pages tell it. */
    private final class Sender {
        final int number;
        double rate = capacity;
        double target = capacity;
        double alpha = dcqcn.variant().initialAlpha();
        boolean isLimited;
        boolean alphaNotified;
        boolean cutNotified;
        int timerEvents;
        int byteEvents;
        double bytesSinceCut;
        double bytesLeft;
        double emitNs;
        double alphaNs = NEVER;
        double cutNs = NEVER;
        double increaseNs = NEVER;
        double notifiedNs = -NEVER;
        boolean isHeld;

        Sender(int number) {
            this.number = number;
        }

        double nextNs() {
            return Math.min(Math.min(emitNs, alphaNs), Math.min(cutNs, increaseNs));
        }

        void act(double now) {
            if (alphaNs <= now) {
                alpha = (1 - dcqcn.g()) * alpha + (alphaNotified ? dcqcn.g() : 0);
                alphaNotified = false;
                alphaNs += dcqcn.alphaTimerNs();
            } else if (cutNs <= now) {
                if (cutNotified) {
                    cut(now);
                    cutNotified = false;
                }
                cutNs += dcqcn.rateDecreaseIntervalNs();
            } else if (increaseNs <= now) {
                timerEvents++;
                increaseNs = now + dcqcn.rateIncreaseTimerNs();
                increase();
            } else {
                emit(now);
            }
        }

        private void emit(double now) {
            if (isPaused) {
                isHeld = true;
                emitNs = NEVER;
                return;
            }
            isHeld = false;
            double bytes = Math.min(packetBytes, bytesLeft);
            bytesLeft -= bytes;
            arrivals.add(new Arrival(now + TO_SWITCH_NS, number));
            emitNs = bytesLeft > 0 ? now + bytes / rate : NEVER;
            if (isLimited && dcqcn.variant().byteCounterBytes() > 0) {
                bytesSinceCut += bytes;
                if (bytesSinceCut >= dcqcn.variant().byteCounterBytes()) {
                    bytesSinceCut -= dcqcn.variant().byteCounterBytes();
                    byteEvents++;
                    increase();
                }
            }
        }

        void notified(double now) {
            if (dcqcn.variant().cutsAtOnce()) {
                isLimited = true;
                cut(now);
                alpha = (1 - dcqcn.g()) * alpha + dcqcn.g();
                alphaNs = now + dcqcn.alphaTimerNs();
                return;
            }
            if (!isLimited) {
                isLimited = true;
                alphaNs = now + dcqcn.alphaTimerNs();
                cutNs = now + dcqcn.rateDecreaseIntervalNs();
            } else {
                alphaNotified = true;
            }
            cutNotified = true;
        }

        private void cut(double now) {
            if (dcqcn.variant().targetFollows() == DcqcnVariant.TargetFollows.ALWAYS || timerEvents > 0) {
                target = rate;
            }
            rate *= Math.max(
                    dcqcn.variant().leastKeptShare(),
                    1 - alpha / dcqcn.variant().cutDivisor());
            rate = Math.max(rate, dcqcn.minRateBitsPerSecond() / 8e9);
            timerEvents = 0;
            byteEvents = 0;
            bytesSinceCut = 0;
            increaseNs = now + dcqcn.rateIncreaseTimerNs();
        }

        private void increase() {
            int past = Math.max(timerEvents, byteEvents) - dcqcn.fastRecoveryTimes();
            int bothPast = dcqcn.variant().byteCounterBytes() > 0
                    ? Math.min(timerEvents, byteEvents) - dcqcn.fastRecoveryTimes()
                    : past - 1;
            if (bothPast > 0) {
                target += dcqcn.hyperIncreaseBitsPerSecond()
                        / 8e9
                        * (dcqcn.variant().hyperIncreaseGrows() ? bothPast : 1);
            } else if (past > 0) {
                target += dcqcn.additiveIncreaseBitsPerSecond() / 8e9;
            }
            target = Math.min(target, capacity);
            rate = (rate + target) / 2;
        }
    }

    private final DcqcnProfile dcqcn;
    private final EcnProfile ecn;
    private final double capacity;
    private final double packetBytes;
    private final double xoffBytes;
    private final SplittableRandom random;
    private final Sender[] senders;
    private final ArrayDeque<Arrival> arrivals = new ArrayDeque<>();
    private final ArrayDeque<Arrival> notifications = new ArrayDeque<>();
    private final ArrayDeque<Integer> queue = new ArrayDeque<>();
    private double queueBytes;
    private double peakBytes;
    private double leavesNs = NEVER;
    private boolean isPaused;
    private double pausedSinceNs;
    private double pausedNs;
    private double nowNs;
    private double lastDeliveryNs;

    /** Senders that start within 1 us and have {@code bytes} each; times in ns, rates in bytes per ns. */
    PacketReference(
            DcqcnProfile dcqcn,
            EcnProfile ecn,
            double capacity,
            double packetBytes,
            double xoffBytes,
            int senders,
            double bytes,
            long seed) {
        this.dcqcn = dcqcn;
        this.ecn = ecn;
        this.capacity = capacity;
        this.packetBytes = packetBytes;
        this.xoffBytes = xoffBytes;
        random = new SplittableRandom(seed);
        this.senders = new Sender[senders];
        for (int k = 0; k < senders; k++) {
            this.senders[k] = new Sender(k);
            this.senders[k].bytesLeft = bytes;
            this.senders[k].emitNs = random.nextDouble() * 1_000;
        }
    }

    /** Runs until everything is delivered or it is {@code untilNs}. */
    PacketReference run(double untilNs, Observer observer) {
        while (true) {
            double next = Math.min(
                    leavesNs, arrivals.isEmpty() ? NEVER : arrivals.peek().atNs());
            next = Math.min(
                    next, notifications.isEmpty() ? NEVER : notifications.peek().atNs());
            Sender actor = null;
            for (Sender sender : senders) {
                if (sender.nextNs() < next) {
                    next = sender.nextNs();
                    actor = sender;
                }
            }
            if (next > untilNs || isDone()) {
                return this;
            }
            nowNs = next;
            if (actor != null) {
                actor.act(next);
            } else if (leavesNs <= next) {
                leave(observer);
            } else if (!arrivals.isEmpty() && arrivals.peek().atNs() <= next) {
                arrive(arrivals.remove().sender());
            } else {
                senders[notifications.remove().sender()].notified(next);
            }
        }
    }

    private boolean isDone() {
        return queue.isEmpty()
                && arrivals.isEmpty()
                && Arrays.stream(senders).allMatch(sender -> sender.bytesLeft <= 0);
    }

    private void arrive(int sender) {
        queue.add(sender);
        queueBytes += packetBytes;
        peakBytes = Math.max(peakBytes, queueBytes);
        if (leavesNs == NEVER) {
            start();
        }
        if (queueBytes > xoffBytes && !isPaused) {
            isPaused = true;
            pausedSinceNs = nowNs;
        }
    }

    private void start() {
        leavesNs = nowNs + packetBytes / capacity;
        int sender = queue.peek();
        if (random.nextDouble() < ecn.markProbability(queueBytes)
                && nowNs >= senders[sender].notifiedNs + dcqcn.variant().notificationIntervalNs()) {
            senders[sender].notifiedNs = nowNs;
            notifications.add(new Arrival(nowNs + NOTIFICATION_NS, sender));
        }
    }

    private void leave(Observer observer) {
        int sender = queue.remove();
        queueBytes -= packetBytes;
        lastDeliveryNs = nowNs;
        observer.left(nowNs, queueBytes, sender);
        leavesNs = NEVER;
        if (!queue.isEmpty()) {
            start();
        }
        if (isPaused && queueBytes <= xoffBytes - RESUME_OFFSET_BYTES) {
            isPaused = false;
            pausedNs += nowNs - pausedSinceNs;
            for (Sender held : senders) {
                if (held.isHeld) {
                    held.emitNs = nowNs + RESUME_NS;
                }
            }
        }
    }

    double lastDeliveryNs() {
        return lastDeliveryNs;
    }

    double peakBytes() {
        return peakBytes;
    }

    double pausedNs() {
        return pausedNs;
    }
}
