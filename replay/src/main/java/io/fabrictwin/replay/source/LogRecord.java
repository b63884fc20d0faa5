package io.fabrictwin.replay.source;

/**
 * A record of the log as it lies there: its place, and its bytes.
 *
 * @param value empty where the log holds none
 */
@SuppressWarnings("ArrayRecordComponent") // Flink reads the fields; nobody compares such records.
public record LogRecord(String topic, int partition, long offset, byte[] value) {}
