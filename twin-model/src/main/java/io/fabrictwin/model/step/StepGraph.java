package io.fabrictwin.model.step;

import io.fabrictwin.model.collective.Message;
import io.fabrictwin.model.collective.ReductionTree;
import io.fabrictwin.model.congestion.Activity;
import io.fabrictwin.model.congestion.Bundle;
import io.fabrictwin.model.congestion.BundleBuilder;
import io.fabrictwin.model.congestion.Delay;
import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.Transfer;
import io.fabrictwin.model.event.CollectiveOperation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds the activities of steps. A step: every rank computes; a collective starts on a rank once its launch fraction of
 * the computing time has passed and the collective before it on the same stream is done there; the step is over when all
 * ranks have computed and finished all collectives. Steps of one job follow each other through their barriers; jobs that
 * are built into one graph run free beside each other. Not thread-safe.
 */
public final class StepGraph {
    private final List<Activity> activities = new ArrayList<>();
    /** Messages of a collective depend on nothing else, and steps repeat them. */
    private final Map<Shape, List<Message>> messagesByShape = new HashMap<>();

    /** On which the messages of a collective are summed up to a bundle; null: each is sent by itself. */
    private final @Nullable Network bundledOn;

    private final Map<Connected, Bundle> bundles = new HashMap<>();
    private long usualMessageBytes;
    private double mostBundleBytes;
    private long bursts;

    private record Shape(
            CollectiveOperation operation,
            long bytesPerRank,
            LibraryChoice library,
            int ranks,
            @Nullable ReductionTree tree) {}

    /** Ways do not change from step to step. */
    private record Connected(Shape shape, int stream, QueuePairs pairs) {}

    /** Steps whose messages are sent one by one. */
    public StepGraph() {
        this(null);
    }

    private StepGraph(@Nullable Network bundledOn) {
        this.bundledOn = bundledOn;
    }

    /**
     * Steps whose collectives are bundles: each begins once the last rank has come to it, and is over for all at once.
     *
     * @param network over which the queue pairs lead
     */
    public static StepGraph bundled(Network network) {
        return new StepGraph(network);
    }

    /** Payload of a message of the bundle that sends most; 0 where there is none. */
    public long usualMessageBytes() {
        return usualMessageBytes;
    }

    /** The activities so far; ids are dense. */
    public List<Activity> activities() {
        return List.copyOf(activities);
    }

    /** A barrier that nothing comes before: where a job's first step starts. */
    public int start(long earliestStartNs) {
        return delay(0, earliestStartNs, new int[0]);
    }

    /**
     * Adds a step.
     *
     * @param start the barrier after which the step begins (or goes on)
     * @return the barrier at its end
     */
    public int step(StepWork work, StepProgress progress, QueuePairs queuePairs, int start) {
        return step(work, progress, queuePairs, start, new ArrayList<>());
    }

    /** Adds a step that begins within the run, and tells of all that marks its course. */
    public StepBarriers step(StepWork work, QueuePairs queuePairs, int start) {
        List<StepBarriers.CollectiveBarriers> collectives = new ArrayList<>();
        int end = step(work, StepProgress.NONE, queuePairs, start, collectives);
        return new StepBarriers(end, collectives);
    }

    private int step(
            StepWork work,
            StepProgress progress,
            QueuePairs queuePairs,
            int start,
            List<StepBarriers.CollectiveBarriers> barriers) {
        int ranks = work.rankCount();
        IntList end = new IntList();
        int[] afterStart = {start};
        for (long computeNs : work.computeNs()) {
            end.add(delay(Math.max(0, computeNs - progress.elapsedNs()), 0, afterStart));
        }
        Map<Integer, int[][]> doneByStream = new HashMap<>();
        for (int index = 0; index < work.collectives().size(); index++) {
            CollectiveWork collective = work.collectives().get(index);
            double doneShare = progress.doneShare(index);
            if (doneShare >= 1) {
                continue;
            }
            int[][] doneBefore = doneByStream.get(collective.stream());
            int[][] starts = new int[ranks][];
            long idleNs = doneBefore == null ? Long.MAX_VALUE : 0;
            for (int rank = 0; rank < ranks; rank++) {
                IntList after = new IntList();
                if (doneShare > 0) {
                    after.add(start);
                    idleNs = 0;
                } else {
                    long launchNs = Math.round(
                            collective.launchFraction() * work.computeNs().get(rank));
                    idleNs = Math.min(idleNs, launchNs);
                    after.add(delay(Math.max(0, launchNs - progress.elapsedNs()), 0, afterStart));
                    if (doneBefore != null) {
                        after.addAll(doneBefore[rank]);
                    }
                }
                starts[rank] = new int[] {delay(0, 0, after.toArray())};
            }
            List<int[]> transfers = new ArrayList<>();
            int[][] done = collective(work, collective, doneShare, queuePairs, idleNs, starts, transfers);
            doneByStream.put(collective.stream(), done);
            barriers.add(new StepBarriers.CollectiveBarriers(collective, onlyIds(starts), onlyIds(done), transfers));
            for (int[] ids : done) {
                end.addAll(ids);
            }
        }
        return delay(0, 0, end.toArray());
    }

    private static List<Integer> onlyIds(int[][] idsByRank) {
        return Arrays.stream(idsByRank).map(ids -> ids[0]).toList();
    }

    /**
     * Adds the messages of a collective; returns by rank what must have ended for it to be done there.
     *
     * @param transfersByMessage takes the transfers of each message
     */
    private int[][] collective(
            StepWork work,
            CollectiveWork collective,
            double doneShare,
            QueuePairs queuePairs,
            long idleNs,
            int[][] starts,
            List<int[]> transfersByMessage) {
        int ranks = work.rankCount();
        Shape asked =
                new Shape(collective.operation(), collective.bytesPerRank(), collective.library(), ranks, work.tree());
        if (bundledOn != null) {
            int[] done = {bundle(collective, asked, doneShare, queuePairs, idleNs, starts, bundledOn)};
            transfersByMessage.add(done);
            int[][] doneIds = new int[ranks][];
            Arrays.fill(doneIds, done);
            return doneIds;
        }
        List<Message> messages =
                messagesByShape.computeIfAbsent(asked, shape -> LibraryMessages.of(collective, ranks, work.tree()));
        double doneRounds = doneShare * LibraryMessages.rounds(messages);
        long hopNs = collective.library().hopNs();
        long burst = bursts++;
        int[][] transfersOf = new int[messages.size()][];
        boolean[] isImpliedForSource = new boolean[messages.size()];
        boolean[] isImpliedForDestination = new boolean[messages.size()];
        for (int index = 0; index < transfersOf.length; index++) {
            Message message = messages.get(index);
            double leftShare = Math.min(1, message.round() + 1 - doneRounds);
            if (leftShare <= 0) {
                transfersOf[index] = starts[Math.min(message.sourceRank(), ranks - 1)];
                continue;
            }
            IntList after = new IntList();
            if (message.after().isEmpty()) {
                after.addAll(starts[message.sourceRank()]);
            }
            for (int earlier : message.after()) {
                after.addAll(transfersOf[earlier]);
                isImpliedForSource[earlier] |= messages.get(earlier).sourceRank() == message.sourceRank();
                isImpliedForDestination[earlier] |= messages.get(earlier).destinationRank() == message.sourceRank();
            }
            long bytes = leftShare < 1 ? Math.round(message.bytes() * leftShare) : message.bytes();
            int[] before = after.toArray();
            if (hopNs > 0) {
                before = new int[] {delay(hopNs, 0, before)};
            }
            List<QueuePairs.Way> ways = queuePairs.ways(new QueuePairs.Sending(
                    collective.stream(), message.sourceRank(), message.destinationRank(), burst, index, idleNs));
            if (ways.get(0).ports().length == 0) {
                transfersOf[index] = new int[] {delay(0, 0, before)};
                continue;
            }
            transfersOf[index] = transfers(ways, bytes, before);
            transfersByMessage.add(transfersOf[index]);
        }
        IntList[] done = new IntList[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            done[rank] = new IntList();
            done[rank].addAll(starts[rank]);
        }
        for (int index = 0; index < transfersOf.length; index++) {
            Message message = messages.get(index);
            if (!isImpliedForSource[index] && message.sourceRank() < ranks) {
                done[message.sourceRank()].addAll(transfersOf[index]);
            }
            if (!isImpliedForDestination[index] && message.destinationRank() < ranks) {
                done[message.destinationRank()].addAll(transfersOf[index]);
            }
        }
        int[][] doneIds = new int[ranks][];
        for (int rank = 0; rank < ranks; rank++) {
            doneIds[rank] = new int[] {delay(0, 0, done[rank].toArray())};
        }
        return doneIds;
    }

    private int bundle(
            CollectiveWork collective,
            Shape shape,
            double doneShare,
            QueuePairs queuePairs,
            long idleNs,
            int[][] starts,
            Network network) {
        IntList after = new IntList();
        for (int[] ids : starts) {
            after.addAll(ids);
        }
        Connected connected = new Connected(shape, collective.stream(), queuePairs);
        Bundle first = bundles.get(connected);
        if (first == null) {
            BundleBuilder builder = bundleBuilder(collective, shape, queuePairs, idleNs, network);
            if (builder.isEmpty()) {
                return delay(0, 0, after.toArray());
            }
            boolean isRing = LibraryMessages.isRing(collective);
            first = builder.build(0, LibraryMessages.rounds(collective, shape.ranks()), isRing, new int[0]);
            bundles.put(connected, first);
        }
        int id = activities.size();
        activities.add(first.again(id, 1 - doneShare, after.toArray()));
        return id;
    }

    private BundleBuilder bundleBuilder(
            CollectiveWork collective, Shape shape, QueuePairs queuePairs, long idleNs, Network network) {
        BundleBuilder builder = new BundleBuilder(network);
        double bytes = 0;
        long messageBytes = 0;
        for (LibraryMessages.PairTraffic pair : LibraryMessages.traffic(collective, shape.ranks(), shape.tree())) {
            List<QueuePairs.Way> ways = queuePairs.ways(new QueuePairs.Sending(
                    collective.stream(), pair.sourceRank(), pair.destinationRank(), 0, 0, idleNs));
            if (ways.get(0).ports().length == 0 || pair.messageBytes() == 0) {
                continue;
            }
            long[] shares = shares(ways, pair.messageBytes());
            for (int way = 0; way < shares.length; way++) {
                if (shares[way] > 0) {
                    builder.add(
                            ways.get(way).ports(),
                            shares[way],
                            pair.messages(),
                            collective.library().hopNs());
                    bytes += (double) shares[way] * pair.messages();
                    messageBytes = Math.max(messageBytes, shares[way]);
                }
            }
        }
        if (bytes > mostBundleBytes) {
            mostBundleBytes = bytes;
            usualMessageBytes = messageBytes;
        }
        return builder;
    }

    /** Splits a message over queue pairs by their weights, as evenly as whole bytes allow. */
    private int[] transfers(List<QueuePairs.Way> ways, long bytes, int[] after) {
        int[] ids = new int[ways.size()];
        long[] shares = shares(ways, bytes);
        for (int pair = 0; pair < ids.length; pair++) {
            ids[pair] = activities.size();
            QueuePairs.Way way = ways.get(pair);
            activities.add(new Transfer(ids[pair], way.ports(), shares[pair], 0, after, way.ackPorts()));
        }
        return ids;
    }

    private static long[] shares(List<QueuePairs.Way> ways, long bytes) {
        double weights = 0;
        for (QueuePairs.Way way : ways) {
            weights += way.weight();
        }
        long[] shares = new long[ways.size()];
        long left = bytes;
        for (int pair = 0; pair < shares.length; pair++) {
            shares[pair] = (long) (bytes * (ways.get(pair).weight() / weights));
            left -= shares[pair];
        }
        for (int pair = 0; left > 0; pair = (pair + 1) % shares.length) {
            shares[pair]++;
            left--;
        }
        return shares;
    }

    private int delay(long durationNs, long earliestStartNs, int[] after) {
        int id = activities.size();
        activities.add(new Delay(id, durationNs, earliestStartNs, after));
        return id;
    }

    /** A growing array of ids. */
    private static final class IntList {
        private int[] values = new int[4];
        private int size;

        void add(int value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size++] = value;
        }

        void addAll(int[] added) {
            for (int value : added) {
                add(value);
            }
        }

        int[] toArray() {
            return Arrays.copyOf(values, size);
        }
    }
}
