package io.fabrictwin.streams.app;

import io.fabrictwin.schemas.codec.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The newest value of each key of a small topic, read from its beginning and then followed. */
final class TopicTable<T> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TopicTable.class);

    private static final long RETRY_MS = 1_000;

    private final String topic;
    private final Function<byte[], T> decoder;
    private final Runnable onChange;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<String, T> values = new LinkedHashMap<>();
    private final CountDownLatch loaded = new CountDownLatch(1);
    private final Thread thread;

    TopicTable(String topic, Properties clientSettings, Function<byte[], T> decoder, Runnable onChange) {
        this.topic = topic;
        this.decoder = decoder;
        this.onChange = onChange;
        this.consumer = new KafkaConsumer<>(clientSettings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.thread = new Thread(this::run, "fabric-twin-table-" + topic);
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Whether all that was in the topic when the table was started has been read. */
    boolean isLoaded() {
        return loaded.getCount() == 0;
    }

    /** Values in order of their last change, the newest last. */
    List<T> values() {
        synchronized (values) {
            return List.copyOf(values.values());
        }
    }

    private void run() {
        try (consumer) {
            while (true) {
                try {
                    follow();
                } catch (RetriableException e) {
                    LOG.warn("cannot read {} ({}): trying again", topic, e.getMessage());
                }
            }
        } catch (WakeupException | InterruptException | InterruptedException e) {
            LOG.debug("no longer following {}", topic);
        } catch (RuntimeException e) {
            LOG.error("cannot follow {}: restart the twin to try again", topic, e);
        }
    }

    private void follow() throws InterruptedException {
        List<TopicPartition> partitions = partitions();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        while (true) {
            if (!isLoaded()
                    && partitions.stream()
                            .allMatch(partition -> consumer.position(partition) >= ends.getOrDefault(partition, 0L))) {
                loaded.countDown();
                onChange.run();
            }
            var records = consumer.poll(Duration.ofMillis(500));
            records.forEach(this::take);
            if (!records.isEmpty()) {
                onChange.run();
            }
        }
    }

    /** A topic that only others write to need not be there yet: it is as if it were empty. */
    private List<TopicPartition> partitions() throws InterruptedException {
        List<PartitionInfo> known = consumer.partitionsFor(topic);
        while (known.isEmpty()) {
            Thread.sleep(RETRY_MS);
            known = consumer.partitionsFor(topic);
        }
        return known.stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
        try {
            T value = record.value() == null ? null : decoder.apply(record.value());
            synchronized (values) {
                values.remove(key);
                if (value != null) {
                    values.put(key, value);
                }
            }
        } catch (UndecodableException e) {
            LOG.warn("skipped {} offset {}: {}", topic, record.offset(), e.getMessage());
        }
    }

    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
