package io.fabrictwin.streams.app;

import io.fabrictwin.model.detection.Detections;
import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.FindingCodec;
import io.fabrictwin.streams.finding.FindingBoard;
import io.fabrictwin.streams.query.TwinCut;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Looks for what is wrong whenever there is a new cut, and publishes what is new, has changed or is over. It begins with
 * what was published before, so that neither a restart nor another instance tells anything twice: opening a watch stops the
 * one before, whoever has it, so that what is published by then is all there is. What could not be published is tried again.
 */
final class FindingWatch implements AutoCloseable {
    private final TopicTable<Finding> published;
    private final KafkaProducer<byte[], byte[]> producer;
    private final FindingCodec codec = new FindingCodec();
    private final Map<String, Finding> unpublished = new LinkedHashMap<>();
    private @Nullable FindingBoard board;
    private @Nullable TwinCut seen;

    private FindingWatch(
            ClientSettings clients, KafkaProducer<byte[], byte[]> producer, Map<String, Finding> unpublished) {
        this.producer = producer;
        this.published = new TopicTable<>(Topics.FINDINGS, clients.consumer(), codec::decode, () -> {});
        this.unpublished.putAll(unpublished);
        published.start();
    }

    /**
     * Opens the one watch of the group.
     *
     * @param unpublished what the one before could not publish, by id
     * @throws KafkaException where the broker is away
     */
    static FindingWatch open(ClientSettings clients, Map<String, Finding> unpublished) {
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(clients.findingsProducer(), new ByteArraySerializer(), new ByteArraySerializer());
        try {
            producer.initTransactions();
        } catch (KafkaException e) {
            producer.close(Duration.ZERO);
            throw e;
        }
        return new FindingWatch(clients, producer, unpublished);
    }

    /**
     * Looks at a cut, unless it is the one looked at last.
     *
     * @return whether any finding is new, has changed or is over
     * @throws KafkaException where this watch can publish no more: the broker is away, or another was opened
     */
    boolean look(TwinCut cut) {
        if (board == null && published.isLoaded()) {
            Map<String, Finding> known = new LinkedHashMap<>();
            published.values().forEach(finding -> known.put(finding.id(), finding));
            known.putAll(unpublished);
            board = new FindingBoard(known.values());
            published.close();
        }
        if (board == null) {
            return false;
        }
        boolean isNew = cut != seen;
        if (isNew) {
            for (FabricId fabric : cut.fabrics()) {
                if (seen != null && cut.isUnchangedSince(seen, fabric)) {
                    continue;
                }
                FabricFrame frame = cut.frame(fabric);
                board.update(
                                fabric,
                                Detections.detect(frame, cut.windows(fabric)),
                                frame.eventTimeReachNs().orElseThrow())
                        .forEach(finding -> unpublished.put(finding.id(), finding));
            }
            seen = cut;
        }
        boolean hasChanged = isNew && !unpublished.isEmpty();
        publish();
        return hasChanged;
    }

    private void publish() {
        if (unpublished.isEmpty()) {
            return;
        }
        producer.beginTransaction();
        unpublished.forEach((id, finding) -> {
            byte[] key = id.getBytes(StandardCharsets.UTF_8);
            // How it goes is told when the transaction is committed.
            var unused = producer.send(new ProducerRecord<>(Topics.FINDINGS, key, codec.encode(finding)));
        });
        producer.commitTransaction();
        unpublished.clear();
    }

    /** What could not be published yet, by id. */
    Map<String, Finding> unpublished() {
        return new LinkedHashMap<>(unpublished);
    }

    /** What was found; null where it has not read yet what was published before. */
    @Nullable
    List<Finding> findings() {
        return board == null ? null : board.findings();
    }

    @Override
    public void close() {
        published.close();
        // What is not committed is tried again, or is another's to tell by now.
        producer.close(Duration.ZERO);
    }
}
