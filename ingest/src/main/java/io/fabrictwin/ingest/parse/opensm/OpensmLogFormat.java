package io.fabrictwin.ingest.parse.opensm;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.DeviceTuned;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.SubnetManagerChanged;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The log of a subnet manager: OpenSM's own, what it prints on its terminal, and what it or the older {@code ib_sm} writes
 * to syslog.
 *
 * <p>A record is a line. Several lines tell of one event (a trap, its path and its report; a port that is removed and its
 * notice): the event goes with the one that names the port or switch. Times have no year and no zone: the last year in
 * which they are not after the anchor, and UTC, are taken.
 */
public final class OpensmLogFormat implements Format {
    private static final Pattern OWN = Pattern.compile("(?m)^" + LogLine.OPENSM_PREFIX);
    private static final Pattern SYSLOG = Pattern.compile("\\b(?:ib_sm\\.x|OpenSM|opensm)\\[\\d{1,9}\\]: ");
    private static final Pattern TERMINAL =
            Pattern.compile("(?m)^OpenSM \\d[\\w.]{1,30}\\s*\\n(?:Command Line Arguments:|\\s*Entering )");

    @Override
    public String name() {
        return "opensm-log";
    }

    @Override
    public String emittedBy() {
        return "OpenSM (opensm.log, terminal, syslog) and ib_sm (syslog)";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(
                DeviceTuned.class,
                NameObserved.class,
                NicDiscovered.class,
                PortCountersObserved.class,
                PortStateObserved.class,
                SubnetManagerChanged.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.has(OWN) || head.has(SYSLOG) || head.has(TERMINAL));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        OpensmLogReader reader = new OpensmLogReader(input, sink);
        Lines.readText(input, sink, reader::read);
    }
}
