package io.fabrictwin.replay.job;

import io.fabrictwin.replay.operator.ScenarioAnswer;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Forecasts as records of their topic. A forecast that is written twice is the same record under the same key. */
final class ForecastRecords implements KafkaRecordSerializationSchema<ScenarioAnswer> {
    private static final long serialVersionUID = 1L;
    private static final int WAIT_FOR_TOPIC_MS = 20_000;

    static KafkaSink<ScenarioAnswer> sink(BrokerAccess broker) {
        Properties settings = broker.properties();
        settings.setProperty(ProducerConfig.MAX_BLOCK_MS_CONFIG, Integer.toString(WAIT_FOR_TOPIC_MS));
        settings.setProperty(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.toString(Topics.MAX_MESSAGE_BYTES));
        return KafkaSink.<ScenarioAnswer>builder()
                .setBootstrapServers(broker.bootstrap())
                .setKafkaProducerConfig(settings)
                .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                .setRecordSerializer(new ForecastRecords())
                .build();
    }

    @Override
    public @Nullable ProducerRecord<byte[], byte[]> serialize(
            ScenarioAnswer answer, KafkaSinkContext context, Long timestamp) {
        if (answer.forecastId().isEmpty()) {
            return null;
        }
        return new ProducerRecord<>(
                Topics.FORECASTS, answer.forecastId().getBytes(StandardCharsets.UTF_8), answer.forecast());
    }
}
