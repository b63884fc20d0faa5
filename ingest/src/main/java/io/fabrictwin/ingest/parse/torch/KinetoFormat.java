package io.fabrictwin.ingest.parse.torch;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.CollectiveMeasured;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.StepMeasured;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The trace of PyTorch's profiler for one rank.
 *
 * <p>Records are the trace itself and each of its events; events that are neither a collective on the GPU nor a step are
 * ignored. A kernel says itself what collective it is, or the host's call with the same identity does, or the host's range
 * in which it was started. How long a kernel ran includes waiting for the other ranks. Collectives that the trace does not
 * number are numbered by their start among those of the trace with the same group and operation.
 *
 * <p>The job is named as the input, without the rank's number. The file is read two or three times.
 */
public final class KinetoFormat implements Format {
    private static final Pattern PROFILER = Pattern.compile(
            "\"(?:schemaVersion|deviceProperties|distributedInfo|External id|Ev Idx|Python id|baseTimeNanoseconds)\"|ProfilerStep#");

    private static final Pattern EVENT = Pattern.compile("\"(?:traceEvents|ph)\"");

    @Override
    public String name() {
        return "kineto";
    }

    @Override
    public String emittedBy() {
        return "PyTorch's profiler (torch.profiler, Kineto) as a Chrome trace";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(JobStarted.class, CollectiveMeasured.class, StepMeasured.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.isJson() && head.has(EVENT) && head.has(PROFILER));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        new KinetoReader(input, sink, CollectiveSurvey.of(input)).read();
    }
}
