package io.fabrictwin.replay.source;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Keeps bytes and place: what cannot be decoded has to be told with where it lies. */
final class LogRecordReader implements KafkaRecordDeserializationSchema<LogRecord> {
    private static final long serialVersionUID = 1L;
    private static final byte[] NO_BYTES = {};

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> kafkaRecord, Collector<LogRecord> out) {
        byte[] value = kafkaRecord.value();
        out.collect(new LogRecord(
                kafkaRecord.topic(), kafkaRecord.partition(), kafkaRecord.offset(), value == null ? NO_BYTES : value));
    }

    @Override
    public TypeInformation<LogRecord> getProducedType() {
        return TypeInformation.of(LogRecord.class);
    }
}
