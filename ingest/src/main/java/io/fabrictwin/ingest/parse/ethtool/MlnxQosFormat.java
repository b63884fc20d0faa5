package io.fabrictwin.ingest.parse.ethtool;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.DeviceTuned;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.QosMapSet;
import io.fabrictwin.model.event.SchedulerSet;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Output of {@code mlnx_qos}: priorities, pause and queues of a NIC's port, also within the session that made it. A record
 * is a line; the events of one output stand with its first line.
 */
public final class MlnxQosFormat implements Format {
    private static final Pattern MARK = Pattern.compile(
            "(?m)^[ \\t]*(?:DCBX mode: |Priority trust state: |PFC configuration:[ \\t]*$|tc: ?\\d[ ,\\t].{0,20}ratelimit: )");

    @Override
    public String name() {
        return "mlnx-qos";
    }

    @Override
    public String emittedBy() {
        return "mlnx_qos -i DEVICE (NVIDIA NICs)";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(
                QosMapSet.class, PfcProfileSet.class, SchedulerSet.class, DeviceTuned.class, PortConfigured.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(!head.isJson() && head.has(MARK));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        new MlnxQosReader(input, sink).read();
    }
}
