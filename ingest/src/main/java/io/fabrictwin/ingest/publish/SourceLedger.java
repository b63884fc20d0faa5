package io.fabrictwin.ingest.publish;

import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.schemas.SourceNote;
import io.fabrictwin.schemas.SourceProgress;
import io.fabrictwin.schemas.SourceState;
import io.fabrictwin.schemas.TailPosition;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.SourceNoteCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The newest notes of sources, as the topic of notes has them. Thread-safe. Of sources that were taken in, no more than a
 * million are kept here, those noted last: one that is older counts as new, and publishing it again changes nothing.
 */
public final class SourceLedger {
    private static final int MOST_SOURCES = 1_000_000;
    private static final SourceNoteCodec CODEC = new SourceNoteCodec();

    private final Map<SourceId, Stretch> stretches = new LinkedHashMap<>();
    private final SortedMap<String, TailPosition> tails = new TreeMap<>();
    private final SortedMap<String, SourceState> states = new TreeMap<>();

    /**
     * Where in the log the events of a source lie, by the log's time.
     *
     * @param endMs ms since 1970; null: not known, more may follow
     */
    public record Stretch(long beginMs, @Nullable Long endMs) {
        boolean isWithin(long fromMs, long toMs) {
            return fromMs <= beginMs && (toMs == Long.MAX_VALUE || (endMs != null && endMs <= toMs));
        }
    }

    /** Reads the topic of notes. */
    public static SourceLedger read(LogScan log) {
        SourceLedger ledger = new SourceLedger();
        log.read(List.of(Topics.SOURCES), ledger::add);
        return ledger;
    }

    private void add(ConsumerRecord<byte[], byte[]> message) {
        SourceNote note;
        try {
            note = CODEC.decode(message.value());
        } catch (UndecodableException e) {
            // Of a newer version, or somebody else's: without it a source is merely read again.
            return;
        }
        add(note, message.timestamp());
    }

    /** Adds a note that was taken at a time of the log, ms since 1970. */
    public synchronized void add(SourceNote note, long atMs) {
        if (note instanceof SourceProgress progress) {
            // Put last, so that the eldest is the one noted longest ago.
            stretches.remove(progress.source());
            Long begunAtMs = progress.begunAtMs();
            stretches.put(
                    progress.source(),
                    new Stretch(begunAtMs == null ? atMs : begunAtMs, progress.isWhole() ? atMs : null));
            if (stretches.size() > MOST_SOURCES) {
                stretches.remove(stretches.keySet().iterator().next());
            }
        } else if (note instanceof TailPosition tail) {
            tails.put(tail.name(), tail);
        } else if (note instanceof SourceState state) {
            states.put(state.name(), state);
        }
    }

    /** Where the source's events are; empty: it has none in the log. */
    public synchronized Optional<Stretch> stretch(SourceId source) {
        return Optional.ofNullable(stretches.get(source));
    }

    public synchronized Optional<TailPosition> tail(String name) {
        return Optional.ofNullable(tails.get(name));
    }

    /** By name. */
    public synchronized List<SourceState> states() {
        return List.copyOf(states.values());
    }
}
