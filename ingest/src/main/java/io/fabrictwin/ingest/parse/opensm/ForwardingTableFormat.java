package io.fabrictwin.ingest.parse.opensm;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.ForwardingTableObserved;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NicDiscovered;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Linear forwarding tables of switches, in the forms {@code opensm.fdbs}, {@code opensm-lfts.dump}, {@code dump_fts} and
 * {@code ibroute}, and as the vectors of OMNeT's InfiniBand model.
 *
 * <p>A record is a line; a table goes with its last one. A table that is not whole is not told, because what it lacks
 * would count as unreachable.
 */
public final class ForwardingTableFormat implements Format {
    private static final Pattern MARK = Pattern.compile(
            "(?m)^(?:osm_ucast_mgr_)?dump_ucast_routes: Switch 0x[0-9a-fA-F]|^Unicast lids \\[[0-9a-fx]+-[0-9a-fx]+\\] of switch ");
    private static final int VECTORS_LOOKED_AT = 20;

    @Override
    public String name() {
        return "ib-lft";
    }

    @Override
    public String emittedBy() {
        return "OpenSM (opensm.fdbs, opensm-lfts.dump), ibdiagnet, dump_fts and ibroute of infiniband-diags, OMNeT";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(DeviceDiscovered.class, NameObserved.class, NicDiscovered.class, ForwardingTableObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.has(MARK)) {
            return Likeness.CERTAIN;
        }
        List<String> lines = head.told().limit(VECTORS_LOOKED_AT).toList();
        // The last line that was looked at may be cut off, which leaves it a vector.
        return Likeness.likelyIf(!lines.isEmpty()
                && lines.stream()
                        .allMatch(line ->
                                ForwardingTableReader.VECTOR.matcher(line).matches()));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        ForwardingTableReader.read(input, sink);
    }
}
