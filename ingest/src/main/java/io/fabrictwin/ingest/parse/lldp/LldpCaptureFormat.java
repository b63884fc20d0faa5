package io.fabrictwin.ingest.parse.lldp;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.PortDiscovered;
import java.io.IOException;
import java.util.Set;

/**
 * LLDP frames in a capture file (pcap). A record is a frame; frames of other protocols are ignored. The interface that was
 * captured is not told, so that a frame tells names of its sender and no cable.
 */
public final class LldpCaptureFormat implements Format {
    @Override
    public String name() {
        return "lldp-pcap";
    }

    @Override
    public String emittedBy() {
        return "tcpdump -w FILE ether proto 0x88cc, and other tools that write pcap";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(NameObserved.class, DeviceDiscovered.class, PortDiscovered.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Capture.isCapture(head.bytes()) && Capture.hasLldp(head.bytes()) ? Likeness.CERTAIN : Likeness.NONE;
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        new Capture(input, sink).read();
    }
}
