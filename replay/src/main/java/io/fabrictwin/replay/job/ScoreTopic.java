package io.fabrictwin.replay.job;

import io.fabrictwin.model.backtest.BackTestScore;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.BackTestScoreCodec;
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

/** Scores as records of their topic. A score that is written twice is the same record under the same key. */
final class ScoreTopic {
    private static final int PATIENCE_MS = 20_000;

    private ScoreTopic() {}

    /** Writes all, or fails. */
    static void publish(BrokerAccess broker, List<BackTestScore> scores) {
        BackTestScoreCodec codec = new BackTestScoreCodec();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                broker.with(Map.of("acks", "all", "max.block.ms", PATIENCE_MS)),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            List<Future<?>> sent = new ArrayList<>();
            for (BackTestScore score : scores) {
                sent.add(producer.send(new ProducerRecord<>(
                        Topics.BACKTESTS, score.id().getBytes(StandardCharsets.UTF_8), codec.encode(score))));
            }
            for (Future<?> one : sent) {
                one.get();
            }
        } catch (ExecutionException | KafkaException e) {
            throw new JobFailedException("the scores cannot be written to the broker at " + broker, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JobFailedException("stopped before the scores were written", e);
        }
    }
}
