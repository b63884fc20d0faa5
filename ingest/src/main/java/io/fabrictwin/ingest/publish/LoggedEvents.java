package io.fabrictwin.ingest.publish;

import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.schemas.SourceProgress;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The events of the log, asked for source by source. A source that was never noted has none. Of one that was, only the
 * stretch of the log where its events lie is read back, and only when it comes by again; so what this costs depends on
 * what is taken in, not on how long the log is. For one thread.
 */
public final class LoggedEvents implements KnownEvents {
    /** Noted once in a log whose every source is noted: then what is not noted is not there. */
    private static final SourceId EVERY_SOURCE = new SourceId("fabric-twin", "every-source-is-noted");
    /** How far the clocks of brokers may be apart. */
    private static final long CLOCK_MARGIN_MS = 60_000;

    private static final long SECOND_MS = 1_000;

    private final LogScan log;
    private final SourceLedger ledger;
    private final KafkaOutlet outlet;
    private final Sequences sequences = new Sequences();
    /** When each source that is known here was begun in the log. */
    private final Map<SourceId, Long> begunAtMs = new HashMap<>();
    /** The sources that the present input added to. */
    private final Map<SourceId, Long> grown = new HashMap<>();

    /** The source that was asked for last, and the one that was added to last: events come source by source. */
    private @Nullable SourceId open;

    private @Nullable SourceId growing;

    private int scans;

    /**
     * Reads the whole log once if it is from before sources were noted.
     *
     * @param outlet where notes go
     */
    public LoggedEvents(LogScan log, SourceLedger ledger, KafkaOutlet outlet) {
        this.log = log;
        this.ledger = ledger;
        this.outlet = outlet;
        if (ledger.stretch(EVERY_SOURCE).isEmpty()) {
            noteEverySource();
        }
    }

    @Override
    public boolean contains(EventMeta meta) {
        if (!meta.source().equals(open)) {
            open(meta.source());
        }
        return sequences.contains(meta);
    }

    private void open(SourceId source) {
        if (!isOpen(source)) {
            SourceProgress begun = new SourceProgress(source, null, false);
            long atMs = outlet.noteNow(begun);
            ledger.add(begun, atMs);
            begunAtMs.put(source, atMs);
        }
        open = source;
    }

    @Override
    public boolean contains(SourceId source) {
        return isOpen(source) && sequences.contains(source);
    }

    @Override
    public boolean add(EventMeta meta) {
        if (!meta.source().equals(growing)) {
            growing = meta.source();
            grown.computeIfAbsent(growing, source -> begunAtMs.getOrDefault(source, 0L));
        }
        return sequences.add(meta);
    }

    @Override
    public long newestEventTimeNs(SourceId source) {
        return sequences.newestEventTimeNs(source);
    }

    /** Whether the source was noted to be in the log to its end. */
    public boolean isWhole(SourceId source) {
        return ledger.stretch(source).filter(stretch -> stretch.endMs() != null).isPresent();
    }

    /** All of an input is delivered: notes where the sources end that it added to, and forgets those that it alone has. */
    public void endOfInput(SourceId own) {
        grown.forEach((source, begun) -> outlet.note(new SourceProgress(source, begun, true)));
        outlet.flush();
        long nowMs = outlet.newestLogTimeMs();
        grown.forEach((source, begun) -> ledger.add(new SourceProgress(source, begun, true), nowMs));
        grown.clear();
        growing = null;
        open = null;
        sequences.remove(own);
        begunAtMs.remove(own);
    }

    /** Whether what the log has of the source is known here; asks the log for it where it was noted. */
    private boolean isOpen(SourceId source) {
        if (begunAtMs.containsKey(source)) {
            return true;
        }
        Optional<SourceLedger.Stretch> stretch = ledger.stretch(source);
        if (stretch.isEmpty()) {
            return false;
        }
        // What was taken in together comes by again together: every scan looks twice as far around as the one before.
        long aroundMs = scans == 0 ? 0 : SECOND_MS << Math.min(scans - 1, 20);
        scans++;
        Long endMs = stretch.get().endMs();
        long fromMs = Math.max(0, stretch.get().beginMs() - aroundMs);
        long toMs = endMs == null ? Long.MAX_VALUE : endMs + aroundMs;
        Set<SourceId> seen = new HashSet<>();
        log.read(
                Topics.truth(),
                Math.max(0, fromMs - CLOCK_MARGIN_MS),
                toMs == Long.MAX_VALUE ? toMs : toMs + CLOCK_MARGIN_MS,
                decoding((meta, message) -> {
                    sequences.add(meta);
                    seen.add(meta.source());
                }));
        seen.add(source);
        for (SourceId other : seen) {
            ledger.stretch(other)
                    .filter(found -> found.isWithin(fromMs, toMs))
                    .ifPresent(found -> begunAtMs.put(other, found.beginMs()));
        }
        return true;
    }

    private void noteEverySource() {
        log.read(
                Topics.truth(),
                decoding((meta, message) -> begunAtMs.merge(meta.source(), message.timestamp(), Math::min)));
        begunAtMs.forEach((source, begun) -> outlet.note(new SourceProgress(source, begun, true)));
        long nowMs = outlet.noteNow(new SourceProgress(EVERY_SOURCE, null, true));
        begunAtMs.forEach((source, begun) -> ledger.add(new SourceProgress(source, begun, true), nowMs));
        ledger.add(new SourceProgress(EVERY_SOURCE, null, true), nowMs);
        begunAtMs.clear();
    }

    private interface MetaHandler {
        void accept(EventMeta meta, ConsumerRecord<byte[], byte[]> message);
    }

    private static Consumer<ConsumerRecord<byte[], byte[]>> decoding(MetaHandler handler) {
        EventCodec codec = new EventCodec();
        return message -> {
            EventMeta meta;
            try {
                meta = codec.decode(message.value()).meta();
            } catch (UndecodableException e) {
                // Somebody else's value: it is no event of any source. Those who fold the log report it.
                return;
            }
            handler.accept(meta, message);
        };
    }
}
