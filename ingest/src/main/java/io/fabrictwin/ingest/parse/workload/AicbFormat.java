package io.fabrictwin.ingest.parse.workload;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.CollectivePlanned;
import io.fabrictwin.model.event.ComputePlanned;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.JobId;
import java.io.IOException;
import java.util.Set;

/**
 * The workload that AICB replays: a row per communication or computation, grouped into steps.
 *
 * <p>A record is a row. What is done before the first step is no part of the plan, and the first step stands for all. The
 * job is named as the input.
 */
public final class AicbFormat implements Format {
    @Override
    public String name() {
        return "aicb";
    }

    @Override
    public String emittedBy() {
        return "AICB: workloads and replay records as CSV";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(ComputePlanned.class, CollectivePlanned.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.told().limit(3).anyMatch(AicbRows::isHeader));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        AicbRows rows = new AicbRows(input, sink, new Plan(new JobId(InputName.plain(input))));
        Lines.read(input, rows::survey);
        rows.rewind();
        Lines.readText(input, sink, rows::tell);
    }
}
