package io.fabrictwin.model.window;

import io.fabrictwin.model.collective.Collectives;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One collective, over those of its ranks that told how long they stayed in it.
 *
 * @param sizeBytes as bandwidth is told by ({@link Collectives#sizeBytes})
 * @param rankCount how many take part; null: not told
 * @param endNs when the last was done as told, ns since 1970
 * @param shortestNs how long the rank stayed that waited for no other: what it took once all had come, by one clock
 * @param stayNs by rank; empty where all told together
 */
record CollectiveRun(
        CollectiveOperation operation,
        long sizeBytes,
        @Nullable Integer rankCount,
        long endNs,
        long shortestNs,
        SortedMap<Integer, Long> stayNs) {
    /**
     * What can be compared.
     *
     * @param sizeClassBytes the power of two that the size is at least, and less than twice; 0 of nothing
     */
    record Kind(CollectiveOperation operation, long sizeClassBytes) implements Comparable<Kind> {
        @Override
        public int compareTo(Kind other) {
            int order = operation.compareTo(other.operation);
            return order == 0 ? Long.compare(sizeClassBytes, other.sizeClassBytes) : order;
        }
    }

    Kind kind() {
        return new Kind(operation, Long.highestOneBit(sizeBytes));
    }

    /** Of every job, in order of time: those that every twin keeps. */
    static SortedMap<JobId, List<CollectiveRun>> of(FabricFrame frame, Map<EntityKey, EntityState> jobs) {
        Map<JobId, Job> known = new TreeMap<>();
        frame.jobs().forEach(job -> known.put(job.id(), job));
        SortedMap<JobId, List<CollectiveRun>> runs = new TreeMap<>();
        CollectivePart.series(jobs).values().forEach(byNumber -> {
            for (long number : Thinning.COLLECTIVES.of(byNumber.navigableKeySet())) {
                List<CollectivePart> parts = byNumber.getOrDefault(number, List.of());
                for (List<CollectivePart> ofOne : parts.get(0).isMatched()
                        ? List.of(parts)
                        : parts.stream().map(List::of).toList()) {
                    JobId job = ofOne.get(0).job();
                    CollectiveRun run = of(frame, known.get(job), ofOne);
                    if (run != null) {
                        runs.computeIfAbsent(job, unknown -> new ArrayList<>()).add(run);
                    }
                }
            }
        });
        return runs;
    }

    /** Null where nobody told enough. */
    private static @Nullable CollectiveRun of(FabricFrame frame, @Nullable Job job, List<CollectivePart> parts) {
        SortedMap<Integer, Long> stays = new TreeMap<>();
        CollectivePart shortest = null;
        long shortestNs = Long.MAX_VALUE;
        long endNs = 0;
        for (CollectivePart part : parts) {
            Long stayNs = part.stayNs();
            if (stayNs == null || stayNs < 0 || part.operation() == null || part.bytes() == null) {
                continue;
            }
            Long partEndNs = part.endNs();
            endNs = Math.max(endNs, partEndNs == null ? part.toldNs() : partEndNs);
            if (part.rank() != null) {
                stays.put(part.rank(), stayNs);
            }
            if (stayNs < shortestNs) {
                shortestNs = stayNs;
                shortest = part;
            }
        }
        CollectiveOperation operation = shortest == null ? null : shortest.operation();
        Long bytes = shortest == null ? null : shortest.bytes();
        if (shortest == null || operation == null || bytes == null) {
            return null;
        }
        Integer ranks = rankCount(frame, job, shortest);
        boolean isOfStep = shortest.communicator() == null;
        long sizeBytes = isOfStep && ranks != null ? Collectives.sizeBytes(operation, ranks, bytes) : bytes;
        return new CollectiveRun(operation, sizeBytes, ranks, endNs, shortestNs, stays);
    }

    private static @Nullable Integer rankCount(FabricFrame frame, @Nullable Job job, CollectivePart part) {
        String communicator = part.communicator();
        if (communicator == null) {
            return job == null
                    ? null
                    : job.rankCount() != null
                            ? job.rankCount()
                            : job.hosts().isEmpty()
                                    ? null
                                    : (Integer) job.hosts().size();
        }
        if (part.rank() == null) {
            return null;
        }
        EntityKey member = new EntityKey(
                frame.fabric(),
                EntityKind.COMMUNICATOR,
                List.of(part.job().value(), communicator, part.rank().toString()));
        Long ranks = frame.whole(member, AttributeName.RANK_COUNT);
        return ranks == null ? null : (Integer) Math.toIntExact(ranks);
    }
}
