package io.fabrictwin.ingest.parse.flow;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.FlowObserved;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import java.io.IOException;
import java.util.Set;

/**
 * sFlow version 5: payloads of UDP datagrams, one after the other. A record is a sample. A device is named by the address of
 * its agent, a port by its number.
 */
public final class SflowFormat implements Format {
    @Override
    public String name() {
        return "sflow";
    }

    @Override
    public String emittedBy() {
        return "sFlow v5 agents of switches and hosts: UDP payloads";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(FlowObserved.class, PortCountersObserved.class, PortStateObserved.class, NameObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        byte[] bytes = head.bytes();
        boolean isVersion5 = bytes.length >= 28 && bytes[0] == 0 && bytes[1] == 0 && bytes[2] == 0 && bytes[3] == 5;
        boolean hasAddress =
                isVersion5 && bytes[4] == 0 && bytes[5] == 0 && bytes[6] == 0 && (bytes[7] == 1 || bytes[7] == 2);
        return Likeness.certainIf(hasAddress);
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        Datagrams datagrams = new Datagrams(input, sink);
        new SflowReader(datagrams).read(datagrams.read());
    }
}
