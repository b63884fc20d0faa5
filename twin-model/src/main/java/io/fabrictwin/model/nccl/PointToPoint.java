package io.fabrictwin.model.nccl;

import io.fabrictwin.model.event.CollectiveOperation;
import java.util.Locale;

/**
 * Collectives that are sent rather than run: all-to-all, gather, scatter, and sends round the ring. Bytes are fluid: the
 * last port to finish decides. Over short messages the posting of one message per peer dominates.
 */
public final class PointToPoint {
    private static final double NS_PER_US = 1000;

    /** How a library orders the messages of an all-to-all. */
    public enum Order {
        /** All at once, as a group of NCCL sends is (and most expert-parallel libraries do). */
        AT_ONCE,
        /** In round r every rank sends to the one r places on, and waits (pairwise exchange of MPI). */
        ROUNDS
    }

    private final Constants constants;
    private final Communicator ranks;
    private final double nodeBytesPerNs;
    private final double gpuBytesPerNs;
    private final int nics;

    PointToPoint(Constants constants, Communicator ranks, double nodeBytesPerNs, double gpuBytesPerNs, int nics) {
        this.constants = constants;
        this.ranks = ranks;
        this.nodeBytesPerNs = nodeBytesPerNs;
        this.gpuBytesPerNs = gpuBytesPerNs;
        this.nics = nics;
    }

    /** Channels to one peer on another server. */
    int channelsPerPeer() {
        int channels = (int) constants.one("send.channels");
        double[] channelRate = constants.find("send.channel-rate");
        if (channelRate != null) {
            int nicsPerGpu = Math.max(1, nics / ranks.ranksPerNode());
            double gpuNics = nodeBytesPerNs / Math.max(1, nics) * nicsPerGpu;
            return Math.max(channels, Math.max(nicsPerGpu, (int) Math.ceil(gpuNics / channelRate[0])));
        }
        if (constants.flag("send.scaled")) {
            while (channels > 1 && (long) channels * ranks.ranks() > 4L * ranks.channels()) {
                channels /= 2;
            }
        }
        return channels;
    }

    Work sending(CollectiveOperation operation, long bytes) {
        return switch (operation) {
            case ALL_TO_ALL -> allToAll(bytes, Order.AT_ONCE);
            case SEND, RECEIVE -> nextOnRing(bytes);
            case GATHER, SCATTER -> star(bytes);
            case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, BROADCAST, REDUCE ->
                throw new IllegalArgumentException(operation + " is not sent");
        };
    }

    /**
     * An all-to-all in which every rank has {@code bytes}, its own part included.
     *
     * @throws IllegalArgumentException if {@code bytes} is not positive
     */
    Work allToAll(long bytes, Order order) {
        int n = ranks.ranks();
        double each = bytes / (double) n;
        double onGpu = each * (ranks.ranksPerNode() - 1) / gpuBytesPerNs;
        double onNic =
                ranks.nodes() == 1 ? 0 : each * (n - ranks.ranksPerNode()) * ranks.ranksPerNode() / nodeBytesPerNs;
        if (order == Order.AT_ONCE) {
            return work(latencyNs(each, n - 1), Math.max(onGpu, onNic), onNic > onGpu ? Bound.NIC : Bound.NVLINK);
        }
        double bytesNs = 0;
        for (int distance = 1; distance < n; distance++) {
            int leaving = ranks.nodes() == 1 ? 0 : Math.min(Math.min(distance, n - distance), ranks.ranksPerNode());
            double gpuNs = leaving < ranks.ranksPerNode() ? each / gpuBytesPerNs : 0;
            bytesNs += Math.max(gpuNs, leaving * each / nodeBytesPerNs);
        }
        return work((n - 1) * latencyNs(each, 1), bytesNs, onNic > 0 ? Bound.NIC : Bound.NVLINK);
    }

    /** An all-to-all with unequal parts, all sent at once. */
    Work allToAll(long[][] bytes) {
        int n = ranks.ranks();
        if (bytes.length != n) {
            throw new IllegalArgumentException("bytes has " + bytes.length + " rows, but there are " + n + " ranks");
        }
        int perNode = ranks.ranksPerNode();
        double[][] gpus = new double[2][n];
        double[][] nodes = new double[2][ranks.nodes()];
        for (int from = 0; from < n; from++) {
            if (bytes[from].length != n) {
                throw new IllegalArgumentException(
                        "bytes[" + from + "] has " + bytes[from].length + " columns, but there are " + n + " ranks");
            }
            for (int to = 0; to < n; to++) {
                if (from / perNode != to / perNode) {
                    nodes[0][from / perNode] += bytes[from][to];
                    nodes[1][to / perNode] += bytes[from][to];
                } else if (from != to) {
                    gpus[0][from] += bytes[from][to];
                    gpus[1][to] += bytes[from][to];
                }
            }
        }
        double onGpu = most(gpus) / gpuBytesPerNs;
        double onNic = ranks.nodes() == 1 ? 0 : most(nodes) / nodeBytesPerNs;
        return work(
                latencyNs((most(gpus) + most(nodes)) / n, n - 1),
                Math.max(onGpu, onNic),
                onNic > onGpu ? Bound.NIC : Bound.NVLINK);
    }

    private static double most(double[][] sums) {
        double most = 0;
        for (double[] direction : sums) {
            for (double sum : direction) {
                most = Math.max(most, sum);
            }
        }
        return most;
    }

    /** Only the last GPU of a server sends out of it, over the NICs that are its own, and over the channels to one peer. */
    private Work nextOnRing(long bytes) {
        double onGpu = ranks.ranksPerNode() == 1 ? 0 : bytes / gpuBytesPerNs;
        if (ranks.nodes() == 1) {
            return work(latencyNs((double) bytes, 1), onGpu, Bound.NVLINK);
        }
        double gpuNics = nodeBytesPerNs / nics * Math.max(1, nics / ranks.ranksPerNode());
        double channelRate = constants.one("send.rate");
        double peer = channelsPerPeer() * channelRate;
        double onNic = bytes / Math.min(gpuNics, peer);
        Bound bound = onGpu > onNic ? Bound.NVLINK : peer < gpuNics ? Bound.PROTOCOL : Bound.NIC;
        return work(latencyNs((double) bytes, 1), Math.max(onGpu, onNic), bound);
    }

    /** Every rank's part of {@code bytes} passes the root's links. */
    private Work star(long bytes) {
        int n = ranks.ranks();
        double each = bytes / (double) n;
        double onGpu = each * (ranks.ranksPerNode() - 1) / gpuBytesPerNs;
        double onNic = 0;
        if (ranks.nodes() > 1) {
            double gpuNics = nodeBytesPerNs / nics * Math.max(1, nics / ranks.ranksPerNode());
            onNic = each * (n - ranks.ranksPerNode()) / gpuNics;
        }
        return work(latencyNs(each, n - 1), Math.max(onGpu, onNic), onNic > onGpu ? Bound.NIC : Bound.NVLINK);
    }

    private static Work work(double latencyNs, double bytesNs, Bound bound) {
        return new Work(latencyNs, 0, bytesNs, 1, bound);
    }

    /** One hop, and the posting of one message per peer; in the terms of a ring. */
    private double latencyNs(double bytesPerPeer, int peers) {
        Protocol protocol = bytesPerPeer < constants.one("send.ll") ? Protocol.LL : Protocol.SIMPLE;
        String hop = ranks.nodes() > 1 ? "network" : ranks.hasNvlink() ? "nvlink" : "pci";
        double us = constants.of("latency.base.ring", protocol)
                + constants.of("latency." + hop + ".ring", protocol)
                + (peers - 1)
                        * constants.one("latency.overhead." + ranks.cpu().name().toLowerCase(Locale.ROOT));
        return us * NS_PER_US;
    }
}
