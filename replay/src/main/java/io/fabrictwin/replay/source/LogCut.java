package io.fabrictwin.replay.source;

import io.fabrictwin.model.frame.Positions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A bounded log: from the begin of what is held up to an end that does not move while it is read. */
public final class LogCut {
    private static final long NS_PER_MS = 1_000_000;

    private final SortedMap<String, String> topicIds;
    /** The parts of the log in order; each is read where the one before ends. */
    private final List<HeldLog> logs;

    private final Positions begin;
    private final Positions end;

    private LogCut(SortedMap<String, String> topicIds, List<HeldLog> logs, Positions begin, Positions end) {
        this.topicIds = topicIds;
        this.logs = logs;
        this.begin = begin;
        this.end = end;
    }

    static LogCut of(SortedMap<String, String> topicIds, LogEnd asked, List<HeldLog> logs) {
        Positions begin = logs.get(0).begin();
        Positions held = Positions.NONE;
        for (HeldLog log : logs) {
            held = held.mergedWith(log.end());
        }
        Positions end = held;
        Long knownAtNs = asked.knownAtNs();
        if (knownAtNs != null) {
            if (!logs.stream().allMatch(HeldLog::hasAppendTimes)) {
                throw new HistoryRefusedException(
                        "what was known at a time cannot be told: the log keeps the times of its"
                                + " senders, not its own (message.timestamp.type=CreateTime)");
            }
            end = endKnownAt(logs, knownAtNs / NS_PER_MS);
            requireHeld(logs, begin, end, knownAtNs);
        }
        Positions positions = asked.positions();
        if (positions != null) {
            if (!held.covers(positions)) {
                throw new IllegalArgumentException(
                        "positions " + positions.nextOffsets() + " lie beyond the log's end " + held.nextOffsets());
            }
            end = end.limitedTo(positions);
        }
        return new LogCut(topicIds, logs, begin, end);
    }

    private static Positions endKnownAt(List<HeldLog> logs, long timeMs) {
        SortedMap<Positions.Partition, Long> known = new TreeMap<>();
        for (HeldLog log : logs) {
            Positions ofLog = log.endKnownAt(timeMs);
            log.end().nextOffsets().keySet().forEach(partition -> {
                long next = ofLog.nextOffsets().getOrDefault(partition, 0L);
                // What came after an early end came later: a later log does not move it.
                if (isWhole(known, logs, log, partition)) {
                    known.merge(partition, next, Math::max);
                }
            });
        }
        return new Positions(known);
    }

    /** Whether all that the logs before this one hold of a partition was known. */
    private static boolean isWhole(
            SortedMap<Positions.Partition, Long> known,
            List<HeldLog> logs,
            HeldLog log,
            Positions.Partition partition) {
        return logs.subList(0, logs.indexOf(log)).stream()
                .allMatch(before -> known.getOrDefault(partition, 0L)
                        >= before.end().nextOffsets().getOrDefault(partition, 0L));
    }

    private static void requireHeld(List<HeldLog> logs, Positions begin, Positions end, long knownAtNs) {
        Instant knownAt = Instant.EPOCH.plusNanos(knownAtNs);
        if (LogSpan.between(begin, end).isEmpty()) {
            String first = logs.stream()
                    .map(HeldLog::firstAppendTimeMs)
                    .flatMap(timeMs -> timeMs.stream().boxed())
                    .findFirst()
                    .map(timeMs -> "its first record came at " + Instant.ofEpochMilli(timeMs))
                    .orElse("it is empty");
            throw new HistoryRefusedException("nothing that the log holds was known at " + knownAt + ": " + first);
        }
        begin.nextOffsets().forEach((partition, offset) -> {
            if (end.nextOffsets().getOrDefault(partition, 0L) < offset) {
                throw new HistoryRefusedException("what " + partition + " held at " + knownAt
                        + " has been deleted from the log: read an archive that holds it, or choose a later time");
            }
        });
    }

    /** The ids of the topics: what tells this log from any other. */
    public SortedMap<String, String> topicIds() {
        return topicIds;
    }

    /** Whether records have the time at which the log took them in, not that of their senders. */
    public boolean hasAppendTimes() {
        return logs.stream().allMatch(HeldLog::hasAppendTimes);
    }

    /** The first offsets that are held. */
    public Positions begin() {
        return begin;
    }

    /** Where reading ends. */
    public Positions end() {
        return end;
    }

    /** What is missing between begin and end, also between an archive and the broker that goes on after it. */
    public List<LogGap> gaps() {
        List<LogGap> gaps = new ArrayList<>();
        Positions covered = begin;
        for (HeldLog log : logs) {
            gaps.addAll(log.gaps());
            LogSpan missing = LogSpan.between(covered, log.begin());
            if (log != logs.get(0)) {
                missing.to()
                        .forEach((partition, to) ->
                                gaps.add(new LogGap(partition, missing.from().getOrDefault(partition, to), to)));
            }
            covered = covered.mergedWith(log.end());
        }
        return gaps;
    }

    /** Most records that a reader from the given offsets on has before it. */
    public long size(Positions from) {
        return spans(from).stream().mapToLong(LogSpan::size).sum();
    }

    /**
     * Reads to the end, partition by partition in no promised order.
     *
     * @param from the first offset of each partition; what lies before the begin is not there
     */
    public void read(Positions from, Consumer<LogRecord> receiver) {
        List<LogSpan> spans = spans(from);
        for (int i = 0; i < logs.size(); i++) {
            if (!spans.get(i).isEmpty()) {
                logs.get(i).read(spans.get(i), receiver);
            }
        }
    }

    /** The same as a bounded stream; empty where there is nothing to read. */
    public Optional<DataStream<LogRecord>> stream(StreamExecutionEnvironment environment, Positions from) {
        List<LogSpan> spans = spans(from);
        DataStream<LogRecord> all = null;
        for (int i = 0; i < logs.size(); i++) {
            if (!spans.get(i).isEmpty()) {
                DataStream<LogRecord> part = logs.get(i).stream(environment, spans.get(i));
                all = all == null ? part : all.union(part);
            }
        }
        return Optional.ofNullable(all);
    }

    private List<LogSpan> spans(Positions from) {
        List<LogSpan> spans = new ArrayList<>();
        Positions covered = from;
        for (HeldLog log : logs) {
            spans.add(LogSpan.between(covered.mergedWith(log.begin()), end.limitedTo(log.end())));
            covered = covered.mergedWith(log.end());
        }
        return spans;
    }
}
