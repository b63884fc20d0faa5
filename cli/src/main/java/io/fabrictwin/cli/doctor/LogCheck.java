package io.fabrictwin.cli.doctor;

import io.fabrictwin.cli.UnreachableException;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.BackTestScoreCodec;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.FindingCodec;
import io.fabrictwin.schemas.codec.ForecastCodec;
import io.fabrictwin.schemas.codec.QuarantinedInputCodec;
import io.fabrictwin.schemas.codec.ScenarioNoteCodec;
import io.fabrictwin.schemas.codec.SourceNoteCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** What is in the log: whether its newest records can be read, and whether its clock is ours. */
final class LogCheck {
    static final String SCHEMAS = "schemas";
    static final String CLOCKS = "clocks";

    private static final int RECORDS_PER_PARTITION = 50;
    private static final int PATIENCE_MS = 15_000;
    private static final Duration POLL = Duration.ofMillis(200);
    /** Events that are told later than they are known to the log are wrong in "known at": by so much nobody minds. */
    private static final long MOST_CLOCK_OFFSET_MS = 1_000;

    private final BrokerAccess access;
    private final Clock clock;
    private final Map<String, Decoder> decoders = new HashMap<>();

    private interface Decoder {
        Object decode(byte[] bytes);
    }

    LogCheck(BrokerAccess access, Clock clock) {
        this.access = access;
        this.clock = clock;
        Topics.truth().forEach(topic -> decoders.put(topic, new EventCodec()::decode));
        decoders.put(Topics.QUARANTINE, new QuarantinedInputCodec()::decode);
        decoders.put(Topics.SOURCES, new SourceNoteCodec()::decode);
        decoders.put(Topics.FINDINGS, new FindingCodec()::decode);
        decoders.put(Topics.SCENARIOS, new ScenarioNoteCodec()::decode);
        decoders.put(Topics.FORECASTS, new ForecastCodec()::decode);
        decoders.put(Topics.BACKTESTS, new BackTestScoreCodec()::decode);
    }

    Diagnosis schemas() {
        List<String> undecodable = new ArrayList<>();
        int read = 0;
        for (ConsumerRecord<byte[], byte[]> record : newest()) {
            read++;
            try {
                if (record.value() != null) {
                    Objects.requireNonNull(decoders.get(record.topic())).decode(record.value());
                }
            } catch (UndecodableException e) {
                undecodable.add(record.topic() + "-" + record.partition() + " offset " + record.offset() + ": "
                        + e.getMessage());
            }
        }
        if (undecodable.isEmpty()) {
            return Diagnosis.fine(SCHEMAS, "the newest " + read + " records can be read");
        }
        return Diagnosis.problem(
                SCHEMAS,
                undecodable.size() + " of the newest " + read + " records cannot be read, the first: "
                        + undecodable.get(0),
                "what a newer version wrote is read by a newer version: upgrade; else find who writes there");
    }

    /** The last of each partition. */
    private List<ConsumerRecord<byte[], byte[]>> newest() {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                access.with(Map.of(
                        "enable.auto.commit",
                        false,
                        "isolation.level",
                        "read_committed",
                        "allow.auto.create.topics",
                        false,
                        "default.api.timeout.ms",
                        PATIENCE_MS)),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = decoders.keySet().stream()
                    .flatMap(topic -> consumer.partitionsFor(topic).stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
            Map<TopicPartition, Long> left = new HashMap<>(consumer.endOffsets(partitions));
            consumer.assign(partitions);
            left.forEach((partition, end) -> consumer.seek(
                    partition, Math.max(begins.getOrDefault(partition, 0L), end - RECORDS_PER_PARTITION)));
            long sinceNs = System.nanoTime();
            while (!left.isEmpty()) {
                if (System.nanoTime() - sinceNs > TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS)) {
                    throw new UnreachableException("the ends of " + left.keySet()
                            + " could not be read within 15 s; has each of their partitions a leader?");
                }
                consumer.poll(POLL).forEach(records::add);
                left.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
            }
        } catch (KafkaException e) {
            throw new UnreachableException(
                    "the topics cannot be read: " + e.getMessage() + "; give the user of --kafka-config the right to",
                    e);
        }
        return records;
    }

    /**
     * Writes a deletion of a key that nobody has to the notes of sources, which changes nothing, and looks when the log
     * says that it came.
     */
    Diagnosis clocks() {
        long beforeMs;
        long appendedMs;
        long afterMs;
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                access.with(Map.of("acks", "all", "max.block.ms", PATIENCE_MS, "linger.ms", 0)),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.partitionsFor(Topics.SOURCES);
            beforeMs = clock.millis();
            appendedMs = producer.send(new ProducerRecord<>(
                            Topics.SOURCES, "doctor".getBytes(StandardCharsets.UTF_8), (byte[]) null))
                    .get(PATIENCE_MS, TimeUnit.MILLISECONDS)
                    .timestamp();
            afterMs = clock.millis();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnreachableException("stopped before the broker told its time", e);
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            throw new UnreachableException(
                    "nothing can be written: " + (e.getCause() == null ? e : e.getCause()).getMessage()
                            + "; give the user of --kafka-config the right to write to " + Topics.SOURCES,
                    e);
        }
        return clocks(beforeMs, appendedMs, afterMs);
    }

    /** What is told of a record that was appended between two looks at our clock, by the broker's. */
    static Diagnosis clocks(long beforeMs, long appendedMs, long afterMs) {
        long offsetMs = appendedMs < beforeMs ? appendedMs - beforeMs : Math.max(0, appendedMs - afterMs);
        if (Math.abs(offsetMs) <= MOST_CLOCK_OFFSET_MS) {
            return Diagnosis.fine(CLOCKS, "the broker's clock and ours agree within a second");
        }
        return Diagnosis.problem(
                CLOCKS,
                "the broker's clock is " + Math.abs(offsetMs) / 1000.0 + " s " + (offsetMs < 0 ? "behind" : "ahead of")
                        + " ours",
                "let NTP or PTP set both: 'known at' goes by the broker's, and events of the future are refused");
    }
}
