package io.fabrictwin.streams.store;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** Names and builders of the stores. All of a task's stores are written in one transaction with its read offsets. */
public final class TwinStores {
    /** Entity key bytes to entity state bytes: what frames and digests are made of. */
    public static final String ENTITIES = "twin-entities";
    /** Entity key bytes of the first entry that a {@link Chunk} could hold, to the chunk: the history that windows keep. */
    public static final String WINDOWS = "twin-windows";
    /** Topic and partition to the offset that is next. */
    public static final String POSITIONS = "twin-positions";

    /** Holds nothing; writes the others. */
    static final String BEFORE_COMMIT = "twin-before-commit";

    /** Small segments, so that compaction keeps the changelogs near the size of what they hold. */
    private static final Map<String, String> CHANGELOG = Map.of(
            TopicConfig.SEGMENT_BYTES_CONFIG,
            Integer.toString(16 << 20),
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.CLEANUP_POLICY_COMPACT);

    private TwinStores() {}

    public static Set<StoreBuilder<?>> builders() {
        // Not cached: each is written once a commit.
        return Set.of(
                builder(ENTITIES, Serdes.ByteArray(), Serdes.ByteArray()),
                builder(POSITIONS, Serdes.String(), Serdes.Long()),
                builder(WINDOWS, Serdes.ByteArray(), Serdes.ByteArray()),
                new BeforeCommit.Builder(BEFORE_COMMIT));
    }

    private static <K, V> StoreBuilder<KeyValueStore<K, V>> builder(String name, Serde<K> keys, Serde<V> values) {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(name), keys, values)
                .withLoggingEnabled(CHANGELOG);
    }
}
