package io.fabrictwin.ingest.parse.syslog;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.PauseStormDetected;
import io.fabrictwin.model.event.PauseStormRestored;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Syslog lines in the forms of RFC 3164 and 5424 and those that systems made of them (SONiC, NX-OS, IOS, EOS, Junos,
 * kernel ring buffer), mixed as they come. A record is a line. Lines about other things than ports are ignored.
 *
 * <p>One link that drops is told by several daemons: of lines that tell the same state of a port within 100 ms the first
 * counts.
 */
public final class SyslogFormat implements Format {
    /** A priority number, a mnemonic as network systems have them, or SONiC's container and daemon. */
    private static final Pattern MARK =
            Pattern.compile("<\\d{1,3}>.*|.{0,120}%[A-Z][\\w-]{2,40}-\\d-.*|.{0,90} [A-Z]{3,9} \\w{2,30}#\\w.*");
    /** A year in which all months lie, to see whether a line has a header at all. */
    private static final long SOME_TIME_NS = 1_767_225_600_000_000_000L;

    private static final int LINES = 60;

    @Override
    public String name() {
        return "syslog";
    }

    @Override
    public String emittedBy() {
        return "syslog daemons of switches and servers: files, UDP and TCP";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(
                PortStateObserved.class,
                PauseStormDetected.class,
                PauseStormRestored.class,
                PortCountersObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.isJson() && head.text().stripLeading().startsWith("{")) {
            return Likeness.NONE;
        }
        List<String> told = head.told().limit(LINES).toList();
        long marked = 0;
        long headed = 0;
        for (String line : told) {
            Header header = Header.of(line, SOME_TIME_NS);
            if (header != null) {
                headed++;
                marked += MARK.matcher(line).matches() ? 1 : 0;
            }
        }
        if (headed == 0 || headed * 2 < told.size()) {
            return Likeness.NONE;
        }
        return marked * 2 >= headed ? Likeness.LIKELY : Likeness.POSSIBLE;
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        new SyslogReader(input, sink).read();
    }
}
