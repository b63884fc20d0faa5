package io.fabrictwin.ingest.parse.ethtool;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.DeviceTuned;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Output of {@code ethtool -S}, of any driver, and of {@code ethtool} for a port's settings, one or several pasted
 * together. A record is a line; the counters of one listing are one event (one for each priority), which stands with its
 * first line.
 *
 * <p>Nothing in it tells the host: the device is named like the input. The port is the one of the command line, where
 * that was pasted too, else {@code port}.
 */
public final class EthtoolFormat implements Format {
    private static final Pattern MARK =
            Pattern.compile("(?m)^[ \\t]*+NIC statistics:|\\bethtool -S\\s+\\w|^Settings for [\\w.@-]+:\\s*$");
    private static final Pattern STATISTIC =
            Pattern.compile("\\s*[A-Za-z\\[][\\w\\[\\]().: -]{1,100}:\\s*\\d{1,20}\\s*");
    private static final Pattern NAME = Pattern.compile("(?m)^[ \\t]*+(?:\\[\\d+]: )?(?:port[._])?[rt]x[_\\d.-]");
    private static final int MIN_STATISTICS = 8;

    @Override
    public String name() {
        return "ethtool-stats";
    }

    @Override
    public String emittedBy() {
        return "ethtool -S DEVICE, and ethtool DEVICE";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(PortCountersObserved.class, GaugesObserved.class, PortStateObserved.class, DeviceTuned.class);
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.has(MARK)) {
            return Likeness.CERTAIN;
        }
        List<String> told = head.told().limit(60).toList();
        long statistics =
                told.stream().filter(line -> STATISTIC.matcher(line).matches()).count();
        return Likeness.likelyIf(statistics >= MIN_STATISTICS && statistics * 10 >= told.size() * 9L && head.has(NAME));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        new EthtoolReader(input, sink).read();
    }
}
