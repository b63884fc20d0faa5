package io.fabrictwin.replay.job;

import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes to the topics where the twin tells what it found out. */
public final class TwinTopic {
    private static final int PATIENCE_MS = 20_000;

    private TwinTopic() {}

    /**
     * Writes all, or fails.
     *
     * @param messages by key
     * @throws JobFailedException where the broker does not take them
     */
    public static void publish(BrokerAccess broker, String topic, Map<String, byte[]> messages) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                broker.with(Map.of(
                        "acks", "all", "max.block.ms", PATIENCE_MS, "max.request.size", Topics.MAX_MESSAGE_BYTES)),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            List<Future<?>> sent = new ArrayList<>();
            messages.forEach((key, value) ->
                    sent.add(producer.send(new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), value))));
            for (Future<?> one : sent) {
                one.get();
            }
        } catch (ExecutionException | KafkaException e) {
            throw new JobFailedException("the broker at " + broker + " does not take what belongs on " + topic, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JobFailedException("stopped before all was written to " + topic, e);
        }
    }
}
