package io.fabrictwin.replay.source;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.schemas.codec.EventCodec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A log in memory: grows as a broker's does, loses its oldest records on demand, and has offsets that hold none. */
public final class MemoryLog implements HeldLog {
    /** When the first record came, ms since 1970: a little before an hour is full. */
    public static final long START_MS = 1_790_006_399_000L;

    private static final int PARTITIONS = 3;
    private static final EventCodec CODEC = new EventCodec();

    private final List<LogRecord> records = new ArrayList<>();
    private final SortedMap<Positions.Partition, Long> begin = new TreeMap<>();
    private final SortedMap<Positions.Partition, Long> end = new TreeMap<>();
    private long nowMs = START_MS;

    /** Appends events in the given order, each after up to {@code pauseMs}. */
    public void append(List<FabricEvent> events, int pauseMs, Random random) {
        for (FabricEvent event : events) {
            nowMs += random.nextInt(pauseMs + 1);
            append(
                    event.topic().topicName(),
                    random,
                    event.key().getBytes(StandardCharsets.UTF_8),
                    CODEC.encode(event));
        }
    }

    /** Appends what is no event. */
    public void appendJunk(Random random) {
        append("fabric.telemetry", random, null, random.nextBoolean() ? null : new byte[] {1, 2, 3});
    }

    private void append(String topic, Random random, byte[] key, byte[] value) {
        Positions.Partition partition = new Positions.Partition(topic, random.nextInt(PARTITIONS));
        // Now and then an offset holds no record, as after a transaction's end.
        long offset = end.getOrDefault(partition, 0L) + (random.nextInt(20) == 0 ? 1 : 0);
        records.add(new LogRecord(topic, partition.number(), offset, nowMs, key, value));
        end.put(partition, offset + 1);
    }

    /** Deletes what lies before the given offsets. */
    public void deleteBefore(Map<Positions.Partition, Long> offsets) {
        begin.putAll(offsets);
        records.removeIf(held ->
                held.offset() < begin.getOrDefault(new Positions.Partition(held.topic(), held.partition()), 0L));
    }

    public LogCut cut(LogEnd end) {
        return LogCut.of(topicIds(), end, List.of(this));
    }

    /** An archive and this log after it. */
    public LogCut cutAfter(Path archive, LogEnd end) {
        return LogCut.of(topicIds(), end, List.of(ArchivedLog.of(archive), this));
    }

    public long nowMs() {
        return nowMs;
    }

    @Override
    public SortedMap<String, String> topicIds() {
        return new TreeMap<>(Map.of("fabric.telemetry", "id-of-telemetry", "fabric.config", "id-of-config"));
    }

    @Override
    public Positions begin() {
        return new Positions(begin);
    }

    @Override
    public Positions end() {
        return new Positions(end);
    }

    @Override
    public boolean hasAppendTimes() {
        return true;
    }

    @Override
    public Positions endKnownAt(long timeMs) {
        SortedMap<Positions.Partition, Long> known = new TreeMap<>(end);
        records.stream()
                .filter(held -> held.appendTimeMs() > timeMs)
                .forEach(held ->
                        known.merge(new Positions.Partition(held.topic(), held.partition()), held.offset(), Math::min));
        return new Positions(known);
    }

    @Override
    public OptionalLong firstAppendTimeMs() {
        return records.stream().mapToLong(LogRecord::appendTimeMs).min();
    }

    @Override
    public List<LogGap> gaps() {
        return List.of();
    }

    @Override
    public void read(LogSpan span, Consumer<LogRecord> receiver) {
        for (LogRecord held : List.copyOf(records)) {
            Positions.Partition partition = new Positions.Partition(held.topic(), held.partition());
            if (held.offset() >= span.from().getOrDefault(partition, Long.MAX_VALUE)
                    && held.offset() < span.to().getOrDefault(partition, 0L)) {
                receiver.accept(held);
            }
        }
    }

    @Override
    public DataStream<LogRecord> stream(StreamExecutionEnvironment environment, LogSpan span) {
        List<LogRecord> within = new ArrayList<>();
        read(span, within::add);
        return environment.fromData(within, TypeInformation.of(LogRecord.class));
    }
}
