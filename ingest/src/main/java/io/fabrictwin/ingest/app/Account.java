package io.fabrictwin.ingest.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabrictwin.ingest.events.EventJson;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Place;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.publish.KnownEvents;
import io.fabrictwin.ingest.publish.Outlet;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.schemas.QuarantinedInput;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Gives each record of one input its class, counts it, and sends on what is to be sent on. */
final class Account implements Sink {
    private static final long FUTURE_LIMIT_NS = 5 * 60 * 1_000_000_000L;
    private static final long LATE_LIMIT_NS = 10 * 60 * 1_000_000_000L;
    /** A source that makes up names without end must not fill the memory. */
    private static final int MAX_UNREAD_KINDS = 100;

    private static final String OTHER_KINDS = "others";
    private static final String AHEAD = "the event time is more than 5 minutes ahead of the time it was taken in";
    private static final int RECORDS_PER_PROGRESS = 10_000;

    private static final class Count {
        long events;
    }

    private final Input input;
    private final String format;
    private final KnownEvents known;
    private final Outlet outlet;
    private final IngestListener listener;
    private final @Nullable LongSupplier clockNs;
    private final boolean isSourceKnown;
    private final Map<Class<?>, Count> eventsByType = new HashMap<>();
    private final SortedMap<String, Long> unreadByKind = new TreeMap<>();
    private long read;
    private long accepted;
    private long ignored;
    private long rejected;
    private long duplicate;
    private long late;
    private @Nullable String firstRejection;

    Account(Input input, String format, KnownEvents known, Outlet outlet, IngestListener listener) {
        this(input, format, known, outlet, listener, null);
    }

    /** @param clockNs now, ns since 1970, for an input that is taken in as it grows; null: it is taken in at once */
    Account(
            Input input,
            String format,
            KnownEvents known,
            Outlet outlet,
            IngestListener listener,
            @Nullable LongSupplier clockNs) {
        this.clockNs = clockNs;
        this.input = input;
        this.format = format;
        this.known = known;
        this.outlet = outlet;
        this.listener = listener;
        this.isSourceKnown = known.contains(input.context().source());
    }

    @Override
    public void accepted(long record, Place place, List<? extends FabricEvent> events) {
        FabricEvent ahead = firstInFuture(events);
        if (ahead != null) {
            rejected(
                    record,
                    place,
                    RejectCode.TIME_IN_FUTURE,
                    AHEAD,
                    EventJson.write(ahead).getBytes(UTF_8));
            return;
        }
        List<? extends FabricEvent> unknown = unknown(events);
        boolean isLate = false;
        for (FabricEvent event : unknown) {
            EventMeta meta = event.meta();
            isLate |= known.newestEventTimeNs(meta.source()) - meta.eventTimeNs() > LATE_LIMIT_NS;
        }
        // A record without events leaves no trace in the log: it was taken in before if its source was.
        if (unknown.isEmpty() && (!events.isEmpty() || isSourceKnown)) {
            duplicate++;
            countRead();
            return;
        }
        try {
            outlet.accept(unknown);
        } catch (IllegalArgumentException e) {
            rejected(
                    record,
                    place,
                    RejectCode.OUT_OF_RANGE,
                    String.valueOf(e.getMessage()),
                    EventJson.write(unknown.get(0)).getBytes(UTF_8));
            return;
        }
        for (FabricEvent event : unknown) {
            known.add(event.meta());
            eventsByType.computeIfAbsent(event.getClass(), type -> new Count()).events++;
        }
        if (isLate) {
            late++;
        } else {
            accepted++;
        }
        countRead();
    }

    @Override
    public void ignored(long record, Place place) {
        ignored++;
        countRead();
    }

    @Override
    public void rejected(long record, Place place, RejectCode code, String reason, byte[] raw) {
        rejected++;
        if (firstRejection == null) {
            firstRejection = place.inWords() + ": " + reason;
        }
        listener.rejected(input.name(), place.inWords(), code, reason);
        outlet.quarantine(new QuarantinedInput(
                input.context().fabric(),
                input.context().source(),
                place.inWords(),
                code.name(),
                reason,
                Arrays.copyOf(raw, Math.min(raw.length, QuarantinedInput.MAX_RAW_BYTES)),
                raw.length,
                input.context().observedTimeNs(),
                record,
                input.name(),
                input.context().anchorTimeNs()));
        countRead();
    }

    @Override
    public void unread(String what) {
        boolean isTold = unreadByKind.containsKey(what) || unreadByKind.size() < MAX_UNREAD_KINDS;
        unreadByKind.merge(isTold ? what : OTHER_KINDS, 1L, Long::sum);
    }

    /** @param problem why the input could not be read to its end; null: it could */
    FileReport report(@Nullable String problem) {
        listener.progress(input.name(), read);
        SortedMap<String, Long> counts = new TreeMap<>();
        eventsByType.forEach((type, count) -> counts.put(type.getSimpleName(), count.events));
        return new FileReport(
                input.name(),
                format,
                read,
                accepted,
                ignored,
                rejected,
                duplicate,
                late,
                counts,
                unreadByKind,
                problem == null ? reason() : problem);
    }

    /** Why a record with these events would be rejected after all; null: it would not. */
    @Nullable
    String refusal(List<? extends FabricEvent> events) {
        return firstInFuture(events) == null ? null : AHEAD;
    }

    /** Those that are not known; most of the time all. */
    private List<? extends FabricEvent> unknown(List<? extends FabricEvent> events) {
        for (FabricEvent event : events) {
            if (known.contains(event.meta())) {
                return events.stream()
                        .filter(candidate -> !known.contains(candidate.meta()))
                        .toList();
            }
        }
        return events;
    }

    private void countRead() {
        read++;
        if (read % RECORDS_PER_PROGRESS == 0) {
            listener.progress(input.name(), read);
        }
    }

    private @Nullable FabricEvent firstInFuture(List<? extends FabricEvent> events) {
        for (FabricEvent event : events) {
            EventMeta meta = event.meta();
            // An input may say itself when it was taken in, but not that this was later than now.
            long observedTimeNs = clockNs == null
                    ? Math.min(meta.observedTimeNs(), input.context().observedTimeNs())
                    : clockNs.getAsLong();
            if (meta.eventTimeNs() - observedTimeNs > FUTURE_LIMIT_NS) {
                return event;
            }
        }
        return null;
    }

    private @Nullable String reason() {
        if (accepted + late > 0) {
            return null;
        }
        if (read == 0) {
            return "there is no record in it; check that it is the file you meant";
        }
        if (firstRejection != null) {
            return "nothing in it was understood as " + format + "; the first problem is at " + firstRejection;
        }
        if (duplicate > 0) {
            return "all of it was taken in before";
        }
        return "nothing in it is of the format " + format + "; check that it is the file you meant";
    }
}
