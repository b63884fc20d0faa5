package io.fabrictwin.replay.source;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Keeps bytes and place: what cannot be decoded has to be told with where it lies. */
final class LogRecordReader implements KafkaRecordDeserializationSchema<LogRecord> {
    private static final long serialVersionUID = 1L;

    static LogRecord read(ConsumerRecord<byte[], byte[]> message) {
        return new LogRecord(
                message.topic(),
                message.partition(),
                message.offset(),
                message.timestamp(),
                message.key(),
                message.value());
    }

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> message, Collector<LogRecord> out) {
        out.collect(read(message));
    }

    @Override
    public TypeInformation<LogRecord> getProducedType() {
        return TypeInformation.of(LogRecord.class);
    }
}
