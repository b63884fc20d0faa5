package io.fabrictwin.ingest.app;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Place;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.publish.KnownEvents;
import io.fabrictwin.ingest.publish.Outlet;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.schemas.QuarantinedInput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Hands rejected records to their formats again. The records of one source are put back on their lines, with blank lines
 * where others were, so that what they become has the identity that it would have had. Only a record that is a line can
 * be replayed alone, and one whose bytes were kept whole.
 */
final class QuarantineReplay {
    /** More lines than this before a record are not made up. */
    private static final long MOST_LINES = 100_000_000;

    private final Map<String, Replayed> outcomes = new LinkedHashMap<>();

    /** Why a record cannot be replayed alone; null: it can. */
    static @Nullable String obstacle(QuarantinedInput input, @Nullable Format format) {
        String again = "take the input in again: "
                + (input.input() == null ? "the " + input.source().format() : input.input());
        Long record = input.record();
        if (record == null) {
            return "it is no record that a parser rejected";
        }
        if (format == null) {
            return "there is no format " + input.source().format() + " in this build";
        }
        if (format.isFolder()) {
            return "the format is a folder of files; " + again;
        }
        if (input.code().equals(RejectCode.TIME_IN_FUTURE.name())) {
            return "its time was ahead of when it was taken in; correct that clock, then " + again;
        }
        if (input.originalLengthBytes() > input.rawBytes().length) {
            return "only the first " + input.rawBytes().length + " of " + input.originalLengthBytes()
                    + " bytes were kept; " + again;
        }
        return input.place().equals("line " + (record + 1)) && record < MOST_LINES
                ? null
                : "it is a part of a larger whole; " + again;
    }

    /**
     * Replays records of one source.
     *
     * @param format reads them; null: there is none
     */
    List<Replayed> replay(
            List<QuarantinedInput> inputs, @Nullable Format format, long nowNs, KnownEvents known, Outlet outlet) {
        SortedMap<Long, QuarantinedInput> lines = new TreeMap<>();
        for (QuarantinedInput input : inputs) {
            String obstacle = obstacle(input, format);
            if (obstacle != null) {
                outcomes.put(input.id(), new Replayed(input, Replayed.Outcome.CANNOT, 0, obstacle));
            } else if (input.record() != null) {
                outcomes.put(
                        input.id(), new Replayed(input, Replayed.Outcome.REJECTED, 0, "the format passed over it"));
                lines.put(input.record(), input);
            }
        }
        if (format != null && !lines.isEmpty()) {
            Input again = new LinesAgain(lines, format, nowNs);
            Account account = new Account(again, format.name(), known, outlet, IngestListener.NONE);
            try {
                format.parse(again, new Outcomes(lines, account));
            } catch (IOException e) {
                throw new IllegalStateException("lines in memory cannot be read", e);
            }
        }
        return List.copyOf(outcomes.values());
    }

    /** Hands on what became of the lines that are replayed; those that are rejected again stay where they are. */
    private final class Outcomes implements Sink {
        private final Map<Long, QuarantinedInput> lines;
        private final Account account;

        Outcomes(Map<Long, QuarantinedInput> lines, Account account) {
            this.lines = lines;
            this.account = account;
        }

        @Override
        public void accepted(long record, Place place, List<? extends FabricEvent> events) {
            QuarantinedInput input = lines.get(record);
            if (input != null) {
                String refusal = account.refusal(events);
                if (refusal != null) {
                    put(input, Replayed.Outcome.REJECTED, 0, refusal);
                    return;
                }
                account.accepted(record, place, events);
                List<String> types = events.stream()
                        .map(event -> event.getClass().getSimpleName())
                        .distinct()
                        .toList();
                put(
                        input,
                        Replayed.Outcome.UNDERSTOOD,
                        events.size(),
                        types.isEmpty() ? "understood, and nothing in it is kept" : String.join(", ", types));
            } else if (!events.isEmpty()) {
                // What a parser tells at another place, such as its end, belongs to the input as a whole.
                account.ignored(record, place);
            }
        }

        @Override
        public void ignored(long record, Place place) {
            QuarantinedInput input = lines.get(record);
            if (input != null) {
                put(input, Replayed.Outcome.UNDERSTOOD, 0, "recognised as not of the format's business");
            }
        }

        @Override
        public void rejected(long record, Place place, RejectCode code, String reason, byte[] raw) {
            QuarantinedInput input = lines.get(record);
            if (input != null) {
                put(input, Replayed.Outcome.REJECTED, 0, code + ": " + reason);
            }
        }

        private void put(QuarantinedInput input, Replayed.Outcome outcome, int events, String detail) {
            outcomes.put(input.id(), new Replayed(input, outcome, events, detail));
        }
    }

    /** The lines at their places. */
    private static final class LinesAgain implements Input {
        private final SortedMap<Long, QuarantinedInput> lines;
        private final QuarantinedInput first;
        private final EventContext context;

        LinesAgain(SortedMap<Long, QuarantinedInput> lines, Format format, long nowNs) {
            this.lines = lines;
            this.first = lines.values().iterator().next();
            Long anchorTimeNs = first.anchorTimeNs();
            this.context = new EventContext(
                    first.fabric(),
                    new SourceId(format.name(), first.source().identity()),
                    anchorTimeNs == null ? first.observedTimeNs() : anchorTimeNs,
                    nowNs);
        }

        @Override
        public String name() {
            String name = first.input();
            return name == null ? "replayed" : name;
        }

        @Override
        public InputStream open() {
            List<InputStream> parts = new ArrayList<>();
            long next = 0;
            for (Map.Entry<Long, QuarantinedInput> line : lines.entrySet()) {
                parts.add(new BlankLines(line.getKey() - next));
                parts.add(new ByteArrayInputStream(line.getValue().rawBytes()));
                parts.add(new BlankLines(1));
                next = line.getKey() + 1;
            }
            return new SequenceInputStream(Collections.enumeration(parts));
        }

        @Override
        public EventContext context() {
            return context;
        }
    }

    private static final class BlankLines extends InputStream {
        private long left;

        BlankLines(long count) {
            left = count;
        }

        @Override
        public int read() {
            return left-- > 0 ? '\n' : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (left <= 0) {
                return -1;
            }
            int count = (int) Math.min(left, length);
            Arrays.fill(target, offset, offset + count, (byte) '\n');
            left -= count;
            return count;
        }
    }
}
