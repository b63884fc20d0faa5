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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for what is wrong whenever there is a new cut, and publishes what is new, has changed or is over. It begins with
 * what was published before, so that a restart tells nothing twice. What could not be published is tried again.
 */
final class FindingWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FindingWatch.class);

    private final TopicTable<Finding> published;
    private final KafkaProducer<byte[], byte[]> producer;
    private final FindingCodec codec = new FindingCodec();
    private final Map<String, Finding> unpublished = new LinkedHashMap<>();
    private @Nullable FindingBoard board;
    private @Nullable TwinCut seen;

    FindingWatch(ClientSettings clients) {
        this.published = new TopicTable<>(Topics.FINDINGS, clients.consumer(), codec::decode, () -> {});
        this.producer = new KafkaProducer<>(clients.producer(), new ByteArraySerializer(), new ByteArraySerializer());
    }

    void start() {
        published.start();
    }

    /** Looks at a cut, unless it is the one looked at last; answers whether any finding is new, has changed or is over. */
    synchronized boolean look(TwinCut cut) {
        if (board == null && published.isLoaded()) {
            board = new FindingBoard(published.values());
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
        for (Finding finding : List.copyOf(unpublished.values())) {
            byte[] key = finding.id().getBytes(StandardCharsets.UTF_8);
            // Before it is sent: the failure of a delivery may be told at once.
            unpublished.remove(finding.id());
            try {
                var unused = producer.send(
                        new ProducerRecord<>(Topics.FINDINGS, key, codec.encode(finding)), (sent, failure) -> {
                            if (failure != null) {
                                LOG.warn("finding {} is not published yet: {}", finding.id(), failure.getMessage());
                                again(finding);
                            }
                        });
            } catch (KafkaException e) {
                again(finding);
                LOG.warn("findings are not published yet: {}", e.getMessage());
                return;
            }
        }
    }

    private synchronized void again(Finding finding) {
        unpublished.putIfAbsent(finding.id(), finding);
    }

    synchronized List<Finding> findings() {
        return board == null ? List.of() : board.findings();
    }

    @Override
    public void close() {
        published.close();
        producer.close(Duration.ofSeconds(3));
    }
}
