package io.fabrictwin.replay.source;

import io.fabrictwin.model.frame.Positions;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A log as one place holds it: some records of each partition, in order of offset. */
interface HeldLog {
    /** The id that Kafka gave to each topic when it was made: the same offset of the same topic is the same record. */
    SortedMap<String, String> topicIds();

    /** The first offsets that are held. */
    Positions begin();

    /** The offsets after the last that are held. */
    Positions end();

    /** Whether records have the time at which the log took them in, not that of their senders. */
    boolean hasAppendTimes();

    /** Of each partition the first offset that was appended after the given time, else the end; ms since 1970. */
    Positions endKnownAt(long timeMs);

    /** When the first record that is held was appended, ms since 1970; empty where none is. */
    OptionalLong firstAppendTimeMs();

    /** What is missing between begin and end. */
    List<LogGap> gaps();

    /** Reads what lies in the span, partition by partition in no promised order. */
    void read(LogSpan span, Consumer<LogRecord> receiver);

    /** The same as a bounded stream; the span is not empty. */
    DataStream<LogRecord> stream(StreamExecutionEnvironment environment, LogSpan span);
}
