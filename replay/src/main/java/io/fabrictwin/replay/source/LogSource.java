package io.fabrictwin.replay.source;

import io.fabrictwin.schemas.BrokerAccess;
import java.nio.file.Path;
import java.util.List;

/** Where a log lies. What is read does not depend on it: a record has the same place, time and bytes everywhere. */
public sealed interface LogSource {
    /** The topics of truth on a Kafka broker. */
    record Broker(BrokerAccess broker) implements LogSource {
        @Override
        public LogCut cut(LogEnd end) {
            BrokerLog log = BrokerLog.of(broker);
            return LogCut.of(log.topicIds(), end, List.of(log));
        }
    }

    /** A folder that the verb {@code archive} filled. */
    record Archive(Path folder) implements LogSource {
        @Override
        public LogCut cut(LogEnd end) {
            ArchivedLog log = ArchivedLog.of(folder);
            return LogCut.of(log.topicIds(), end, List.of(log));
        }
    }

    /** An archive, and what its log has taken in since, from the broker. */
    record ArchiveAndBroker(Path folder, BrokerAccess broker) implements LogSource {
        @Override
        public LogCut cut(LogEnd end) {
            ArchivedLog archived = ArchivedLog.of(folder);
            BrokerLog rest = BrokerLog.of(broker);
            archived.requireSameLog(rest.topicIds(), "the broker at " + broker);
            return LogCut.of(archived.topicIds(), end, List.of(archived, rest));
        }
    }

    /**
     * Fixes what is read.
     *
     * @throws LogUnavailableException when no broker answers, or it has no such topics
     * @throws HistoryRefusedException when the log does not reach where it is asked to
     * @throws ArchiveDamagedException when an archive is not as it was written
     */
    LogCut cut(LogEnd end);
}
