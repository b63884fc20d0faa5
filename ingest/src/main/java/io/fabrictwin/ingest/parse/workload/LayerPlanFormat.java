package io.fabrictwin.ingest.parse.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.CollectivePlanned;
import io.fabrictwin.model.event.ComputePlanned;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.JobId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A workload of the simulators ASTRA-sim (1.0) and SimAI: the kind of parallelism, the number of layers, and a line for each
 * with what it computes and communicates forward and backward.
 *
 * <p>A record is a line. Computing times have no unit in the file; they are taken as ns, the cycle of the simulators'
 * default clock. The job is named as the input.
 */
public final class LayerPlanFormat implements Format {
    private static final Pattern KIND =
            Pattern.compile("(?:DATA|MODEL|MICRO|TRANSFORMER|HYBRID_[A-Z_]{1,60})(?:\\s.{0,400})?");
    private static final Pattern COUNT = Pattern.compile("\\s*\\d{1,7}\\s*");
    private static final int MAX_LAYERS = 1_000_000;
    private static final int HEADER_LINES = 2;

    @Override
    public String name() {
        return "astra-sim-workload";
    }

    @Override
    public String emittedBy() {
        return "ASTRA-sim 1.0, SimAI and AICB: text workloads of a line per layer";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(ComputePlanned.class, CollectivePlanned.class);
    }

    @Override
    public Likeness recognise(Head head) {
        List<String> lines = head.told().limit(HEADER_LINES).toList();
        return Likeness.certainIf(lines.size() == HEADER_LINES
                && KIND.matcher(lines.get(0).strip()).matches()
                && COUNT.matcher(lines.get(1)).matches());
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        LayerPlan plan = new LayerPlan();
        int[] told = {0};
        Lines.read(input, line -> {
            if (line.defect() == null
                    && !line.isBlank()
                    && ++told[0] > HEADER_LINES
                    && plan.layerCount() < MAX_LAYERS) {
                try {
                    plan.add(line.text());
                } catch (LayerPlan.MalformedException e) {
                    // Rejected when the lines are told.
                    return;
                }
            }
        });
        plan.order();
        Teller teller = new Teller(input, sink, plan);
        Lines.readText(input, sink, teller::tell);
    }

    private static final class Teller {
        private final Input input;
        private final Sink sink;
        private final LayerPlan plan;
        private final JobId job;
        private int told;
        private int layer;

        Teller(Input input, Sink sink, LayerPlan plan) {
            this.input = input;
            this.sink = sink;
            this.plan = plan;
            job = new JobId(InputName.plain(input));
        }

        void tell(Line line) {
            if (line.isBlank()) {
                sink.ignored(line.record(), line.place());
                return;
            }
            told++;
            if (told <= HEADER_LINES) {
                tellHeader(line);
            } else if (layer >= MAX_LAYERS) {
                sink.rejected(line.record(), line.place(), RejectCode.TOO_LONG, "a layer too many", line.raw());
            } else {
                tellLayer(line);
            }
        }

        private void tellHeader(Line line) {
            boolean isForm =
                    (told == 1 ? KIND : COUNT).matcher(line.text().strip()).matches();
            if (isForm) {
                if (line.text().contains(":")) {
                    sink.unread("group sizes");
                }
                sink.accepted(line.record(), line.place(), List.of());
            } else {
                sink.rejected(
                        line.record(),
                        line.place(),
                        RejectCode.MALFORMED,
                        told == 1 ? "it is no kind of parallelism" : "it is no number of layers",
                        line.text().getBytes(UTF_8));
            }
        }

        private void tellLayer(Line line) {
            try {
                // The same check as when it was kept: what fails here is not in the plan.
                new LayerPlan().add(line.text());
            } catch (LayerPlan.MalformedException e) {
                RejectCode code = line.isTerminated() ? RejectCode.MALFORMED : RejectCode.TRUNCATED;
                sink.rejected(line.record(), line.place(), code, String.valueOf(e.getMessage()), line.raw());
                return;
            }
            LayerPlan.Layer planned = plan.layer(layer++);
            List<FabricEvent> events = new ArrayList<>();
            for (LayerPlan.Part part : planned.parts()) {
                events.add(new ComputePlanned(
                        input.context().meta(line.record(), events.size(), null),
                        job,
                        part.position,
                        planned.name(),
                        part.phase,
                        part.computeNs));
                CollectiveOperation operation = part.operation;
                if (operation != null) {
                    events.add(new CollectivePlanned(
                            input.context().meta(line.record(), events.size(), null),
                            job,
                            part.collective,
                            operation,
                            part.bytes,
                            part.launchFraction,
                            part.stream));
                }
            }
            sink.accepted(line.record(), line.place(), events);
        }
    }
}
