package io.fabrictwin.streams.topology;

import io.fabrictwin.schemas.Topics;
import io.fabrictwin.streams.processor.FoldCounts;
import io.fabrictwin.streams.processor.FoldProcessor;
import io.fabrictwin.streams.store.LocalStores;
import io.fabrictwin.streams.store.TwinStores;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;

/** Topics of truth to fold to stores; the fold's rejects to quarantine. One task for each partition number. */
public final class TwinTopology {
    private static final String TRUTH = "truth";
    private static final String FOLD = "fold";
    private static final String QUARANTINE = "quarantine";

    private TwinTopology() {}

    /**
     * The topology.
     *
     * @param localStores where running tasks make their stores known
     * @param counts what the fold counts
     */
    public static Topology of(LocalStores localStores, FoldCounts counts) {
        var bytes = Serdes.ByteArray();
        return new Topology()
                .addSource(
                        TRUTH,
                        bytes.deserializer(),
                        bytes.deserializer(),
                        Topics.truth().toArray(String[]::new))
                .addProcessor(FOLD, new FoldSupplier(localStores, counts), TRUTH)
                .addSink(QUARANTINE, Topics.QUARANTINE, bytes.serializer(), bytes.serializer(), FOLD);
    }

    private record FoldSupplier(LocalStores localStores, FoldCounts counts)
            implements ProcessorSupplier<byte[], byte[], byte[], byte[]> {
        @Override
        public Processor<byte[], byte[], byte[], byte[]> get() {
            return new FoldProcessor(localStores, counts);
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return TwinStores.builders();
        }
    }
}
