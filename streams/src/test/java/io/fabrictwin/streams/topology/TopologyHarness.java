package io.fabrictwin.streams.topology;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.schemas.QuarantinedInput;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.QuarantinedInputCodec;
import io.fabrictwin.streams.processor.FoldCounts;
import io.fabrictwin.streams.query.StoreTwinView;
import io.fabrictwin.streams.store.LocalStores;
import io.fabrictwin.streams.store.TwinStores;
import io.fabrictwin.streams.store.WindowStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;

/** The product's topology in the test driver, without a broker. */
public final class TopologyHarness implements AutoCloseable {
    private final LocalStores stores = new LocalStores();
    private final FoldCounts counts = new FoldCounts();
    private final StoreTwinView view = new StoreTwinView(stores, (taken, cut) -> {});
    private final EventCodec codec = new EventCodec();
    private final TopologyTestDriver driver;
    private final Map<String, TestInputTopic<byte[], byte[]>> inputs = new HashMap<>();

    public TopologyHarness(Path stateDirectory) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "harness");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateDirectory.toString());
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        driver = new TopologyTestDriver(TwinTopology.of(stores, counts), properties);
        for (String topic : Topics.truth()) {
            inputs.put(topic, driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer()));
        }
    }

    public void pipe(List<FabricEvent> events) {
        for (FabricEvent event : events) {
            pipe(event.topic().topicName(), event.key(), codec.encode(event));
        }
    }

    public void pipe(String topic, String key, byte[] value) {
        inputs.get(topic).pipeInput(key.getBytes(StandardCharsets.UTF_8), value);
    }

    public List<QuarantinedInput> quarantined() {
        QuarantinedInputCodec quarantined = new QuarantinedInputCodec();
        return driver
                .createOutputTopic(Topics.QUARANTINE, new StringDeserializer(), new ByteArrayDeserializer())
                .readValuesToList()
                .stream()
                .map(quarantined::decode)
                .toList();
    }

    public StoreTwinView view() {
        return view;
    }

    public FoldCounts counts() {
        return counts;
    }

    /** What the store of states would be after a restore from its changelog. */
    public Map<EntityKey, EntityState> restoredStates() {
        Map<EntityKey, EntityState> states = new HashMap<>();
        changelog(TwinStores.ENTITIES, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .forEach((key, value) -> states.put(EntityKey.fromBytes(key.get()), EntityState.fromBytes(value)));
        return states;
    }

    /** What the store of windows would hold after a restore from its changelog. */
    public Map<EntityKey, EntityState> restoredWindows() {
        Map<EntityKey, EntityState> states = new HashMap<>();
        changelog(TwinStores.WINDOWS, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .forEach((key, chunk) -> WindowStore.forEach(
                        EntityKey.fromBytes(key.get()),
                        chunk,
                        (entry, state) -> states.put(entry, EntityState.fromBytes(state))));
        return states;
    }

    /** As {@link #restoredStates}, of the positions. */
    public Map<Bytes, Long> restoredPositions() {
        return changelog(TwinStores.POSITIONS, new ByteArrayDeserializer(), new LongDeserializer());
    }

    private <V> Map<Bytes, V> changelog(String store, Deserializer<byte[]> keys, Deserializer<V> values) {
        Map<Bytes, V> newest = new HashMap<>();
        driver.createOutputTopic("harness-" + store + "-changelog", keys, values)
                .readRecordsToList()
                .forEach(record -> {
                    if (record.value() == null) {
                        newest.remove(Bytes.wrap(record.key()));
                    } else {
                        newest.put(Bytes.wrap(record.key()), record.value());
                    }
                });
        return newest;
    }

    @Override
    public void close() {
        driver.close();
    }
}
