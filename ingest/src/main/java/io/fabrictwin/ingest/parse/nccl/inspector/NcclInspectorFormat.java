package io.fabrictwin.ingest.parse.nccl.inspector;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.CollectiveMeasured;
import io.fabrictwin.model.event.FabricEvent;
import java.io.IOException;
import java.util.Set;

/**
 * The files that NCCL's Inspector plugin writes, one for each process: a record is a line with one JSON object.
 *
 * <p>A dump is later than the operation it tells of; only verbose ones have the operation's own times. The job is named as
 * the input.
 */
public final class NcclInspectorFormat implements Format {
    @Override
    public String name() {
        return "nccl-inspector";
    }

    @Override
    public String emittedBy() {
        return "the Inspector plugin of NCCL, NCCL_INSPECTOR_ENABLE=1";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(CollectiveMeasured.class);
    }

    @Override
    public Likeness recognise(Head head) {
        boolean isOurs = head.first() == '{'
                && (head.hasAll("\"coll_perf\"") || head.hasAll("\"p2p_perf\"") || head.hasAll("\"inspector_output"));
        return Likeness.certainIf(isOurs);
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        InspectorReader reader = new InspectorReader(input);
        Lines.readText(input, sink, line -> reader.read(line, sink));
    }
}
