package io.fabrictwin.ingest.parse.sysfs;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.PortStateObserved;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * {@code /sys/class/infiniband} of one host as {@code path:value} lines, the way {@code grep -r .} prints it; also a bare
 * list of one port's hardware counters in two columns.
 *
 * <p>A record is a line; what a port's lines say goes with the last of them. The host is named as the input, its ports
 * {@code mlx5_0:1}.
 */
public final class SysfsInfinibandFormat implements Format {
    private static final Pattern MARK = Pattern.compile(
            "(?m)^(?:[^\\n:]{0,200}/)?(?:infiniband/)?[\\w.-]{1,60}/ports/\\d{1,3}/(?:counters|counters_ext|hw_counters)/\\w+:"
                    + "|^[^\\n]{0,300}/infiniband/[\\w.-]{1,60}/ports/\\d{1,3}/(?:counters|counters_ext|hw_counters)/\\w+:");
    private static final Pattern TWO_COLUMNS = Pattern.compile("\\w{1,60} {1,60}\\d{1,20}");
    private static final Pattern LIFESPAN = Pattern.compile("lifespan +\\d+");
    private static final int LINES_LOOKED_AT = 40;

    @Override
    public String name() {
        return "sysfs-infiniband";
    }

    @Override
    public String emittedBy() {
        return "grep -r . /sys/class/infiniband (kernel RDMA counters and states)";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(
                NicDiscovered.class,
                NameObserved.class,
                PortCountersObserved.class,
                PortDiscovered.class,
                PortStateObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.text().contains("/ports/") && head.has(MARK)) {
            return Likeness.CERTAIN;
        }
        List<String> lines = head.told().limit(LINES_LOOKED_AT).toList();
        return Likeness.likelyIf(lines.stream()
                        .anyMatch(line -> LIFESPAN.matcher(line).matches())
                && lines.stream().allMatch(line -> TWO_COLUMNS.matcher(line).matches()));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        SysfsReader reader = new SysfsReader(input, sink);
        Lines.read(input, reader::read);
        reader.close();
    }
}
