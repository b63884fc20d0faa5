package io.fabrictwin.ingest.parse.sonic;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.BufferSet;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceTuned;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.event.PfcWatchdogSet;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.QosMapSet;
import io.fabrictwin.model.event.SchedulerSet;
import io.fabrictwin.model.event.Swept;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * CONFIG_DB of SONiC as JSON: nested tables as in {@code config_db.json}, flat {@code TABLE|key}, or a redis dump.
 *
 * <p>A record is an entry of a table. Entries of tables that the twin does not model are ignored. An entry without a
 * fact of its own (a profile, whose facts are told with each queue that is bound to it) is accepted without events. JSON
 * that breaks off or breaks down gives one more record, rejected, for all that follows.
 *
 * <p>The entries of one switch lean on each other in any order, so that they are held until the end; the input is a
 * configuration and small.
 */
public final class SonicConfigDbFormat implements Format {
    private static final Pattern MARK = Pattern.compile(
            "\"(DEVICE_METADATA|PORT_QOS_MAP|BUFFER_PROFILE|BUFFER_POOL|BUFFER_PG|BUFFER_QUEUE|WRED_PROFILE|PFC_WD|DSCP_TO_TC_MAP|CABLE_LENGTH|SCHEDULER)[\"|]|\"PORT\\|Ethernet\\d");

    @Override
    public String name() {
        return "sonic-config-db";
    }

    @Override
    public String emittedBy() {
        return "SONiC: /etc/sonic/config_db.json, or a dump of redis database 4";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(
                DeviceDiscovered.class,
                PortDiscovered.class,
                PortConfigured.class,
                LinkPlanned.class,
                EcnProfileSet.class,
                PfcProfileSet.class,
                PfcWatchdogSet.class,
                BufferSet.class,
                QosMapSet.class,
                SchedulerSet.class,
                DeviceTuned.class,
                Swept.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.likelyIf(head.isJson() && head.has(MARK));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        Dump dump = Dump.read(input);
        new DumpReader(input, dump).read(sink);
    }
}
