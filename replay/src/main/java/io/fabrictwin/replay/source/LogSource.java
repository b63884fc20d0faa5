package io.fabrictwin.replay.source;

import java.nio.file.Path;
import java.util.List;

/** Where a log lies. What is read does not depend on it: a record has the same place, time and bytes everywhere. */
public sealed interface LogSource {
    /** The topics of truth on a Kafka broker; {@code bootstrap} is its address, host:port. */
    record Broker(String bootstrap) implements LogSource {
        @Override
        public LogCut cut(LogEnd end) {
            BrokerLog log = BrokerLog.of(bootstrap);
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
    record ArchiveAndBroker(Path folder, String bootstrap) implements LogSource {
        @Override
        public LogCut cut(LogEnd end) {
            ArchivedLog archived = ArchivedLog.of(folder);
            BrokerLog rest = BrokerLog.of(bootstrap);
            archived.requireSameLog(rest.topicIds(), "the broker at " + bootstrap);
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
