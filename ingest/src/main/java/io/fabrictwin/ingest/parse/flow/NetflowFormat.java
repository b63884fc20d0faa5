package io.fabrictwin.ingest.parse.flow;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.FlowObserved;
import java.io.IOException;
import java.util.Set;

/**
 * NetFlow versions 5 and 9 and IPFIX: payloads of UDP datagrams, one after the other. A record is a flow, a template or a
 * set that cannot be read. Templates may come after what they describe, so the input is read twice; what is described
 * nowhere in it is rejected. The device is named after the file: datagrams do not tell who sent them.
 */
public final class NetflowFormat implements Format {
    private static final int V5_HEADER_BYTES = 24;
    private static final int V5_RECORD_BYTES = 48;

    @Override
    public String name() {
        return "netflow";
    }

    @Override
    public String emittedBy() {
        return "NetFlow v5 and v9 and IPFIX exporters: UDP payloads";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(FlowObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        Bytes bytes = new Bytes(head.bytes());
        if (bytes.left() < 20) {
            return Likeness.NONE;
        }
        int version = bytes.u16();
        int second = bytes.u16();
        int size = bytes.left() + 4;
        return switch (version) {
            case 5 ->
                Likeness.certainIf(second >= 1 && second <= 30 && size >= V5_HEADER_BYTES + V5_RECORD_BYTES * second);
            case 9 -> {
                bytes.skip(16);
                int set = bytes.left() >= 4 ? bytes.u16() : -1;
                yield Likeness.certainIf(second >= 1 && second < 1000 && (set == 0 || set == 1 || set > 255));
            }
            case 10 -> {
                bytes.skip(12);
                int set = bytes.left() >= 4 ? bytes.u16() : -1;
                yield Likeness.certainIf(second >= 16 && second <= size && (set == 2 || set == 3 || set > 255));
            }
            default -> Likeness.NONE;
        };
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        Templates templates = new Templates();
        Datagrams datagrams = new Datagrams(input, sink);
        Bytes bytes = datagrams.read();
        new NetflowReader(new Datagrams(input, new Nowhere()), templates).read(bytes.part(bytes.left()));
        new NetflowReader(datagrams, templates).read(datagrams.read());
    }
}
