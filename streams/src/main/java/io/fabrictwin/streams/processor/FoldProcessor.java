package io.fabrictwin.streams.processor;

import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.model.state.Write;
import io.fabrictwin.schemas.QuarantinedInput;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.QuarantinedInputCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import io.fabrictwin.streams.store.LocalStores;
import io.fabrictwin.streams.store.TaskStores;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Folds records of the truth into the task's stores. Forwards only what it has to put aside, to quarantine. */
public final class FoldProcessor implements Processor<byte[], byte[], byte[], byte[]> {
    /** The fabric of a record that does not tell its own. */
    private static final FabricId UNKNOWN_FABRIC = new FabricId("unknown");

    private final LocalStores localStores;
    private final FoldCounts counts;
    private final EventCodec events = new EventCodec();
    private final QuarantinedInputCodec quarantinedInputs = new QuarantinedInputCodec();
    private final Map<Positions.Partition, NewestTimes> newestTimes = new HashMap<>();
    private @Nullable ProcessorContext<byte[], byte[]> context;
    private @Nullable TaskStores stores;

    public FoldProcessor(LocalStores localStores, FoldCounts counts) {
        this.localStores = localStores;
        this.counts = counts;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> taskContext) {
        context = taskContext;
        stores = new TaskStores(taskContext);
        localStores.add(stores);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        if (context == null || stores == null) {
            throw new IllegalStateException("record before init");
        }
        RecordMetadata address = context.recordMetadata()
                .orElseThrow(() -> new IllegalStateException("a record of a topic has an address"));
        Positions.Partition partition = new Positions.Partition(address.topic(), address.partition());
        Map<EntityKey, List<Write>> writesByEntity = Map.of();
        String refusal = null;
        byte[] value = record.value();
        if (value == null) {
            refusal = "the record has no value";
        } else {
            try {
                FabricEvent event = events.decode(value);
                writesByEntity = Fold.writesByEntity(event);
                countLate(partition, event.meta());
            } catch (UndecodableException e) {
                refusal = String.valueOf(e.getMessage());
            }
        }
        if (refusal == null) {
            counts.folded();
        } else {
            context.forward(quarantined(record, address, refusal));
            counts.quarantined();
        }
        counts.tooLate(localStores.apply(stores, writesByEntity, partition, address.offset() + 1));
    }

    private void countLate(Positions.Partition partition, EventMeta meta) {
        long behindNs = newestTimes
                .computeIfAbsent(partition, unknown -> new NewestTimes())
                .behindNs(meta);
        counts.late().add(meta.source().format(), behindNs);
    }

    private Record<byte[], byte[]> quarantined(Record<byte[], byte[]> record, RecordMetadata address, String reason) {
        byte[] raw = record.value() == null ? new byte[0] : record.value();
        QuarantinedInput input = new QuarantinedInput(
                UNKNOWN_FABRIC,
                new SourceId("kafka", address.topic() + "-" + address.partition()),
                "offset " + address.offset(),
                "UNDECODABLE",
                reason,
                raw,
                raw.length,
                Math.max(0, record.timestamp()) * 1_000_000);
        return record.withKey(input.key().getBytes(StandardCharsets.UTF_8)).withValue(quarantinedInputs.encode(input));
    }

    @Override
    public void close() {
        if (stores != null) {
            localStores.remove(stores);
        }
    }
}
