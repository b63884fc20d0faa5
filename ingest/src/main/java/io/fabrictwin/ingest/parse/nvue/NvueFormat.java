package io.fabrictwin.ingest.parse.nvue;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.DeviceTuned;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.QosMapSet;
import io.fabrictwin.model.event.QueueObserved;
import io.fabrictwin.model.event.SchedulerSet;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Text of {@code nv show}: RoCE settings, RoCE counters of an interface, tables of interfaces. A record is a line. Amounts
 * of bytes are rounded, so that they are gauges.
 */
public final class NvueFormat implements Format {
    private static final Pattern COMMAND = Pattern.compile("(?m)^[^\\n]{0,80}[#$] (?:sudo )?nv show \\w");
    private static final Pattern TREE = Pattern.compile(
            "(?m)^[ \\t]{10,60}operational[ \\t]+applied(?:[ \\t]+\\w[^\\n]{0,60})?[ \\t]*\\R-{3,}[ \\t]+-{3,}");

    @Override
    public String name() {
        return "nvue";
    }

    @Override
    public String emittedBy() {
        return "Cumulus Linux: nv show qos roce, nv show interface ... qos roce counters and the like, as text";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(
                PortCountersObserved.class,
                GaugesObserved.class,
                QueueObserved.class,
                PortStateObserved.class,
                PortDiscovered.class,
                PortConfigured.class,
                EcnProfileSet.class,
                PfcProfileSet.class,
                QosMapSet.class,
                SchedulerSet.class,
                DeviceTuned.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(!head.isJson() && (head.has(COMMAND) || head.has(TREE)));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        new NvueReader(input, sink).read();
    }
}
