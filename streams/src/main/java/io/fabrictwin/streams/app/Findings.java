package io.fabrictwin.streams.app;

import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.FindingCodec;
import io.fabrictwin.streams.finding.FindingBoard;
import io.fabrictwin.streams.query.Shared;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is or was wrong. One instance decides, the one that folds the first partitions; all others read what it published. It
 * decides by whole cuts alone: what lacks partitions would end incidents that go on.
 */
final class Findings implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Findings.class);
    private static final int DECIDING_PARTITION = 0;

    private final ClientSettings clients;
    private final TopicTable<Finding> published;
    private @Nullable FindingWatch watch;
    /** By id; what a watch that failed leaves to the next. */
    private Map<String, Finding> unpublished = Map.of();

    Findings(ClientSettings clients, Runnable onChange) {
        this.clients = clients;
        this.published = new TopicTable<>(Topics.FINDINGS, clients.consumer(), new FindingCodec()::decode, onChange);
    }

    void start() {
        published.start();
    }

    /** Looks for what is wrong, if that is ours to do now; answers whether any finding is new, has changed or is over. */
    synchronized boolean look(Shared shared) {
        boolean isOurs = shared.sharing().own().contains(DECIDING_PARTITION);
        if (!isOurs) {
            endWatch();
            unpublished = Map.of();
            return false;
        }
        if (!shared.sharing().isComplete()) {
            return false;
        }
        try {
            if (watch == null) {
                watch = FindingWatch.open(clients, unpublished);
            }
            return watch.look(shared.cut());
        } catch (ProducerFencedException | InvalidProducerEpochException e) {
            LOG.info("another instance looks for findings now");
            endWatch();
            unpublished = Map.of();
        } catch (KafkaException e) {
            LOG.warn("findings are not published yet: {}", e.getMessage());
            unpublished = watch == null ? unpublished : watch.unpublished();
            endWatch();
        }
        return false;
    }

    private void endWatch() {
        if (watch != null) {
            watch.close();
            watch = null;
        }
    }

    synchronized List<Finding> findings() {
        List<Finding> own = watch == null ? null : watch.findings();
        return own == null ? new FindingBoard(published.values()).findings() : own;
    }

    @Override
    public synchronized void close() {
        endWatch();
        published.close();
    }
}
