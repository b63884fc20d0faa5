package io.fabrictwin.ingest.parse.syslog;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Name;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.PauseStormDetected;
import io.fabrictwin.model.event.PauseStormRestored;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of one input. A line without a header goes on with the one before, as pagers and mails fold them, so
 * that each line waits for the next.
 */
final class SyslogReader {
    /** The daemons of one switch tell of one link within this time. */
    private static final long SAME_NS = 100_000_000;
    /** So many ports are remembered; beyond that the one told of longest ago is forgotten. */
    private static final int MAX_PORTS = 20_000;

    private static final int MAX_CONTINUATIONS = 20;
    private static final Pattern BROKEN_HEADER =
            Pattern.compile("<.*|(?:\\d{4} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) .*");

    private final Input input;
    private final Sink sink;
    private final DeviceId unnamed;
    private final Map<PortId, PortStateObserved> last = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<PortId, PortStateObserved> eldest) {
            return size() > MAX_PORTS;
        }
    };

    private @Nullable Header open;
    private final List<Line> lines = new ArrayList<>();
    /** The message of several lines; of one it is in the header. */
    private final StringBuilder message = new StringBuilder();

    SyslogReader(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
        this.unnamed = new DeviceId(InputName.plain(input));
    }

    void read() throws IOException {
        Lines.read(input, this::take);
        close();
    }

    private void take(Line line) {
        Line.Defect defect = line.defect();
        if (defect != null) {
            close();
            sink.rejected(line.record(), line.place(), defect.code(), defect.reason(), line.raw());
        } else if (line.isBlank()) {
            close();
            sink.ignored(line.record(), line.place());
        } else {
            takeText(line);
        }
    }

    private void takeText(Line line) {
        Header header = Header.of(line.text(), input.context().anchorTimeNs());
        if (header != null) {
            close();
            open = header;
            lines.add(line);
        } else if (open != null
                && lines.size() <= MAX_CONTINUATIONS
                && !BROKEN_HEADER.matcher(line.text()).matches()) {
            lines.add(line);
            if (message.length() == 0) {
                message.append(open.message());
            }
            message.append(' ').append(line.text().strip());
        } else if (line.text().startsWith("#") || line.text().startsWith("-- ")) {
            close();
            sink.ignored(line.record(), line.place());
        } else {
            close();
            sink.rejected(
                    line.record(),
                    line.place(),
                    line.isTerminated() ? RejectCode.MALFORMED : RejectCode.TRUNCATED,
                    "the line begins with no syslog header and continues none",
                    line.raw());
        }
    }

    private void close() {
        Header header = open;
        if (header == null) {
            return;
        }
        Line first = lines.get(0);
        String text = message.length() == 0 ? header.message() : message.toString();
        long words = Told.words(text);
        Told told = Told.of(text, words);
        String port = told == null ? null : Name.clean(told.port());
        if (told != null && port != null) {
            Facts facts = new Facts(input.context(), first.record(), header.timeNs());
            tell(told, new PortId(device(header), port), facts);
            sink.accepted(first.record(), first.place(), facts.events());
        } else if (Told.isOfWatchdog(text, words)) {
            sink.accepted(first.record(), first.place(), List.of());
            sink.unread("message of the PFC watchdog");
        } else {
            sink.unread("message about other things");
            sink.ignored(first.record(), first.place());
        }
        for (Line line : lines.subList(1, lines.size())) {
            if (told == null) {
                sink.ignored(line.record(), line.place());
            } else {
                sink.accepted(line.record(), line.place(), List.of());
            }
        }
        open = null;
        lines.clear();
        message.setLength(0);
    }

    private DeviceId device(Header header) {
        String host = Name.clean(header.host());
        return host == null ? unnamed : new DeviceId(host);
    }

    private void tell(Told told, PortId port, Facts facts) {
        switch (told.kind()) {
            case UP, DOWN -> tellState(told, port, facts);
            case STORM_DETECTED -> facts.add(new PauseStormDetected(facts.meta(), port, told.queue(), null));
            case STORM_RESTORED -> facts.add(new PauseStormRestored(facts.meta(), port, told.queue()));
            case PAUSES_ON_LOSSY_QUEUE -> {
                Long count = told.count();
                if (count != null) {
                    FabricEvent counted = new PortCountersObserved(
                            facts.meta(), port, told.queue(), new TreeMap<>(Map.of("rxPausesOfLossyQueue", count)));
                    facts.add(counted);
                }
            }
        }
    }

    private void tellState(Told told, PortId port, Facts facts) {
        boolean isUp = told.kind() == Told.Kind.UP;
        PortStateObserved state =
                new PortStateObserved(facts.meta(), port, isUp, isUp ? "up" : "down", null, told.reason());
        PortStateObserved before = last.get(port);
        boolean isSame = before != null
                && Boolean.valueOf(isUp).equals(before.up())
                && Math.abs(state.meta().eventTimeNs() - before.meta().eventTimeNs()) <= SAME_NS;
        if (!isSame) {
            last.put(port, state);
            facts.add(state);
        }
    }
}
