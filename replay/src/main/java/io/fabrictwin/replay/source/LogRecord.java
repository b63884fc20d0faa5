package io.fabrictwin.replay.source;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record of the log as it lies there: its place, when the log took it in, and its bytes.
 *
 * @param appendTimeMs ms since 1970
 * @param key null where it has none
 * @param value null where the log holds none
 */
@SuppressWarnings("ArrayRecordComponent") // Flink reads the fields; nobody compares such records.
public record LogRecord(
        String topic, int partition, long offset, long appendTimeMs, byte @Nullable [] key, byte @Nullable [] value) {
    private static final byte[] NO_BYTES = {};

    /** A message of Kafka as one. */
    static LogRecord of(ConsumerRecord<byte[], byte[]> message) {
        return new LogRecord(
                message.topic(),
                message.partition(),
                message.offset(),
                message.timestamp(),
                message.key(),
                message.value());
    }

    /** The value; no bytes where the log holds none. */
    public byte[] bytes() {
        return value == null ? NO_BYTES : value;
    }
}
