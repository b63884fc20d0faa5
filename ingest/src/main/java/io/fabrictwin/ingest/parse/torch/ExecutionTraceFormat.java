package io.fabrictwin.ingest.parse.torch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonElements;
import io.fabrictwin.ingest.parse.workload.Plan;
import io.fabrictwin.ingest.parse.workload.PlanNode;
import io.fabrictwin.model.event.CollectivePlanned;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.JobId;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The execution trace of a PyTorch rank: the operators that its host called, in order, with the collectives among them.
 *
 * <p>Records are its nodes; those that call no collective are ignored. Nodes have no times: when a collective may start is
 * told by how many nodes come before. The job is named as the input, without the rank's number.
 */
public final class ExecutionTraceFormat implements Format {
    private static final String ARRAY = "nodes";
    private static final Pattern MARK = Pattern.compile(
            "\"schema\"\\s{0,4}:\\s{0,4}\"1\\.\\d|\\[pytorch\\|profiler\\|execution_(?:graph|trace)\\|");

    private static final Pattern NODES = Pattern.compile("\"nodes\"\\s{0,4}:\\s{0,4}\\[");

    @Override
    public String name() {
        return "torch-execution-trace";
    }

    @Override
    public String emittedBy() {
        return "PyTorch's execution trace observer (torch.profiler.ExecutionTraceObserver)";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(CollectivePlanned.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.first() == '{' && head.has(NODES) && head.has(MARK));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        Plan plan = new Plan(new JobId(InputName.withoutRank(input)));
        JsonElements.read(input, ARRAY, Set.of(), node -> plan.survey(planNode(node)));
        Teller teller = new Teller(input, sink, plan);
        JsonElements.Problem problem = JsonElements.read(input, ARRAY, Set.of(), teller);
        if (problem != null) {
            sink.rejected(
                    teller.record,
                    "node " + teller.record,
                    problem.code(),
                    problem.reason(),
                    problem.reason().getBytes(UTF_8));
        }
    }

    private static PlanNode planNode(JsonNode node) {
        if (!TraceEvent.isCollectiveCall(node)) {
            return new PlanNode(null, false, null, null, null, null);
        }
        Call call = ExecutionTraceCall.of(node);
        return new PlanNode(null, false, null, call.operation(), call.bytes(), call.group());
    }

    private static final class Teller implements JsonElements.Handler {
        private final Input input;
        private final Sink sink;
        private final Plan plan;
        private long record;

        Teller(Input input, Sink sink, Plan plan) {
            this.input = input;
            this.sink = sink;
            this.plan = plan;
        }

        @Override
        public void element(JsonNode node) {
            List<FabricEvent> events =
                    plan.tell(planNode(node), () -> input.context().meta(record, 0, null), sink);
            String place = "node " + record;
            if (TraceEvent.isCollectiveCall(node)) {
                sink.accepted(record, place, events);
            } else {
                sink.ignored(record, place);
            }
            record++;
        }
    }
}
