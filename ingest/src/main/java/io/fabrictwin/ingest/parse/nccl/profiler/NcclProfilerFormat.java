package io.fabrictwin.ingest.parse.nccl.profiler;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.CollectiveMeasured;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.RankGaugesObserved;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The trace of NCCL's example profiler plugin: a record is a line with one event. The file is no valid JSON, and copies of
 * it are cut short; each event is read by itself.
 *
 * <p>Events count time from the start of their process; only the GPU's clock tells when a collective ran. The job is named
 * as the input.
 */
public final class NcclProfilerFormat implements Format {
    private static final Pattern EVENT = Pattern.compile(
            "\"cat\": ?\"(?:COLL|COLL_API|P2P_API|GROUP_API|PROXY|NET|GPU|KERNEL_LAUNCH)\", ?\"ph\": ?\"[be]\"");

    @Override
    public String name() {
        return "nccl-profiler";
    }

    @Override
    public String emittedBy() {
        return "the example profiler plugin of NCCL, NCCL_PROFILE_EVENT_MASK";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(CollectiveMeasured.class, RankGaugesObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.isJson() && head.text().contains("\"cat\"") && head.has(EVENT));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        TraceReader reader = new TraceReader(input);
        Lines.readText(input, sink, line -> reader.read(line, sink));
    }
}
