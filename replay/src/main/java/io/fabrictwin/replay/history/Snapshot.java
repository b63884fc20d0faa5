package io.fabrictwin.replay.history;

import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.replay.operator.Coverage;
import io.fabrictwin.replay.operator.FoldScope;
import io.fabrictwin.replay.source.LogCut;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is known of a kept fold without reading it.
 *
 * <p>It holds what events with event time up to S say that lay before positions P. With everything from the offsets R on
 * it gives the fold of any time from S on, at any positions from P on: an event that it does not hold is later than S and
 * so not before R, or not before P and so not before R either. Late events may lie anywhere.
 *
 * @param file where it is
 * @param topicIds the log that it was folded from
 * @param eventTimeNs S, ns since 1970
 * @param next P: next offset of each partition, by {@code topic-partition}
 * @param resume R: of each partition the lowest offset of an event later than S, else P; likewise
 * @param version of the fold and of the schemas that it was made with
 * @param parts how many it has
 */
public record Snapshot(
        String file,
        SortedMap<String, String> topicIds,
        long eventTimeNs,
        SortedMap<String, Long> next,
        SortedMap<String, Long> resume,
        String version,
        long parts)
        implements Serializable {
    /** How far before S it holds samples: what detection and a fork of that time look back on. */
    public static final long HORIZON_NS = 2 * 3600 * 1_000_000_000L;

    /** The scope in which a snapshot of an event time is folded. */
    public static FoldScope scope(long eventTimeNs) {
        return new FoldScope(eventTimeNs, Math.max(0, eventTimeNs - HORIZON_NS), eventTimeNs, FoldScope.Detail.STORY);
    }

    /** Where a fold that begins with it reads on. */
    public Positions resumeAt() {
        return positions(resume);
    }

    public Coverage coverage() {
        return new Coverage(eventTimeNs, positions(next));
    }

    Path path() {
        return Path.of(file);
    }

    /** Whether it and the rest of the log give what the log gives from its begin. */
    boolean serves(LogCut log, FoldScope scope) {
        Positions resumeAt = resumeAt();
        return topicIds.equals(log.topicIds())
                && eventTimeNs <= scope.stateToNs()
                && eventTimeNs <= scope.historyToNs()
                && scope.historyFromNs() >= eventTimeNs - HORIZON_NS
                && log.end().covers(positions(next))
                && log.begin().nextOffsets().entrySet().stream()
                        .allMatch(begin -> resumeAt.nextOffsets().getOrDefault(begin.getKey(), 0L) >= begin.getValue());
    }

    static SortedMap<String, Long> byName(Positions positions) {
        SortedMap<String, Long> byName = new TreeMap<>();
        positions.nextOffsets().forEach((partition, offset) -> byName.put(partition.toString(), offset));
        return byName;
    }

    private static Positions positions(SortedMap<String, Long> byName) {
        SortedMap<Positions.Partition, Long> offsets = new TreeMap<>();
        byName.forEach((name, offset) -> {
            int dash = name.lastIndexOf('-');
            offsets.put(
                    new Positions.Partition(name.substring(0, dash), Integer.parseInt(name.substring(dash + 1))),
                    offset);
        });
        return new Positions(offsets);
    }
}
