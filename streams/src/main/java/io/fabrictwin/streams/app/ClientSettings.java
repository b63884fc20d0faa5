package io.fabrictwin.streams.app;

import io.fabrictwin.schemas.Topics;
import io.fabrictwin.streams.fault.FaultPolicy;
import io.fabrictwin.streams.store.BoundedMemory;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** Settings of the Kafka clients that the live twin uses. */
final class ClientSettings {
    private final Settings settings;

    ClientSettings(Settings settings) {
        this.settings = settings;
    }

    /** @param instance host and port that other instances reach this one at */
    Properties streams(String instance) {
        Properties properties = settings.broker().properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.applicationId() + "-" + StateFolder.VERSION);
        properties.put(StreamsConfig.APPLICATION_SERVER_CONFIG, instance);
        properties.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, settings.standbys());
        // A newcomer takes over as soon as it has read what it needs: this often it is looked whether it has.
        properties.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, 60_000L);
        properties.put(StreamsConfig.STATE_DIR_CONFIG, settings.stateDirectory().toString());
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, settings.threads());
        // The fold does not ask who came first, so no partition waits for another.
        properties.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
        // Of many changes of one entity in between, one goes to store and changelog. What is shown waits for no commit.
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 2_000);
        properties.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedMemory.class);
        properties.put(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, FaultPolicy.class);
        properties.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, FaultPolicy.class);
        properties.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, FaultPolicy.class);
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), Topics.MAX_MESSAGE_BYTES);
        // A commit writes thousands of values at once, which have most of their bytes in common.
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), 256 << 10);
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
        // While a broker verifies the first batch of a transaction, the second may overtake it and be sent back.
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION), 1);
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        // After a crash the next process takes over within this time.
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), 10_000);
        return properties;
    }

    Properties consumer() {
        Properties properties = common();
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        // Topics are made as planned, or not at all.
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return properties;
    }

    /** Of the one instance that decides on findings: whoever opens it after another stops that one's. */
    Properties findingsProducer() {
        Properties properties = producer();
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, settings.applicationId() + "-findings");
        return properties;
    }

    Properties producer() {
        Properties properties = common();
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.MAX_MESSAGE_BYTES);
        // Who publishes tries again at the next look: better than to block it.
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 3_000);
        return properties;
    }

    /** Quick to notice that a broker is away. */
    Properties admin() {
        Properties properties = common();
        properties.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, 3_000);
        properties.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, 5_000);
        return properties;
    }

    private Properties common() {
        Properties properties = settings.broker().properties();
        properties.put(CommonClientConfigs.CLIENT_ID_CONFIG, settings.applicationId() + "-console");
        return properties;
    }
}
