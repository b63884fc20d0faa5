package io.fabrictwin.cli.export;

import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.event.CollectiveObserved;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.QueueObserved;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.frame.PortActivity;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.timeline.Timeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Puts events on the tracks of a trace as they pass: steps of a job and the collectives of each of its ranks as slices, load,
 * pauses, marks and queues of ports as counters, changes and findings as instants.
 */
final class EventTrace {
    private static final String CHANGES = "changes and findings";

    private record RankOfJob(FabricId fabric, String job, int rank) {}

    private final TraceWriter trace;
    private final PortIntervals intervals = new PortIntervals();
    /** Ends of what a rank runs at the same time, each on a lane of its own: slices of one track must not overlap. */
    private final Map<RankOfJob, List<Long>> lanes = new HashMap<>();

    EventTrace(TraceWriter trace) {
        this.trace = trace;
    }

    /** When an event's place in the trace begins, ns since 1970; null: it has none. */
    static @Nullable Long beginNs(FabricEvent event) {
        if (event instanceof StepCompleted step) {
            return step.startNs();
        }
        if (event instanceof CollectiveObserved run) {
            return run.startNs();
        }
        return event instanceof PortCountersObserved || event instanceof QueueObserved || Timeline.tellsOf(event)
                ? (Long) event.meta().eventTimeNs()
                : null;
    }

    void add(FabricEvent event) {
        String fabric = event.meta().fabric().value();
        if (event instanceof StepCompleted step) {
            addStep(fabric, step);
        } else if (event instanceof CollectiveObserved run) {
            addCollective(fabric, run);
        } else if (event instanceof PortCountersObserved sample) {
            intervals.since(sample).ifPresent(activity -> addActivity(fabric, sample, activity));
        } else if (event instanceof QueueObserved queue) {
            Long depthBytes = queue.depthMaxBytes() == null ? queue.depthBytes() : queue.depthMaxBytes();
            if (depthBytes != null) {
                trace.counter(
                        device(fabric, queue.port()),
                        counter(queue.port(), queue.priority(), "queue B"),
                        queue.meta().eventTimeNs(),
                        depthBytes);
            }
        } else if (Timeline.tellsOf(event)) {
            List<ChangedAttributes> changed = ChangedAttributes.of(event);
            trace.instant(
                    fabric + " " + CHANGES,
                    "changes",
                    event.getClass().getSimpleName() + " " + event.key(),
                    event.meta().eventTimeNs(),
                    json -> {
                        for (ChangedAttributes one : changed) {
                            json.writeStringField(one.entity() + " " + one.attribute(), one.value());
                        }
                    });
        }
    }

    private void addStep(String fabric, StepCompleted step) {
        String job = fabric + " job " + step.job();
        trace.slice(job, "steps", "step " + step.step(), step.startNs(), step.endNs(), json -> {
            json.writeNumberField("step", step.step());
            json.writeNumberField("stepTimeNs", step.endNs() - step.startNs());
        });
        Long computeEndNs = step.computeEndNs();
        if (computeEndNs != null && computeEndNs >= step.startNs() && computeEndNs <= step.endNs()) {
            trace.slice(job, "steps", "compute", step.startNs(), computeEndNs, json -> {});
        }
    }

    private void addCollective(String fabric, CollectiveObserved run) {
        String job = fabric + " job " + run.job();
        Long endNs = run.endNs();
        TraceWriter.Arguments arguments = json -> {
            json.writeNumberField("step", run.step());
            json.writeNumberField("collective", run.collective());
            json.writeNumberField("bytesPerRank", run.bytesPerRank());
        };
        String name = run.operation().name() + " " + run.collective();
        String track = String.format(Locale.ROOT, "rank %05d", run.rank());
        if (endNs == null) {
            trace.instant(job, track, name + " begun", run.startNs(), arguments);
            return;
        }
        int lane = lane(new RankOfJob(run.meta().fabric(), run.job().value(), run.rank()), run.startNs(), endNs);
        trace.slice(job, lane == 0 ? track : track + " +" + lane, name, run.startNs(), endNs, arguments);
    }

    /** The first lane of the rank that is free by then. */
    private int lane(RankOfJob rank, long startNs, long endNs) {
        List<Long> ends = lanes.computeIfAbsent(rank, same -> new ArrayList<>());
        for (int lane = 0; lane < ends.size(); lane++) {
            if (ends.get(lane) <= startNs) {
                ends.set(lane, endNs);
                return lane;
            }
        }
        ends.add(endNs);
        return ends.size() - 1;
    }

    private void addActivity(String fabric, PortCountersObserved sample, PortActivity activity) {
        add(fabric, sample, activity, "load Gbit/s", scaled(activity.txBitsPerSecond(), 1e-9));
        add(fabric, sample, activity, "paused %", scaled(activity.pausedShare(), 100));
        add(fabric, sample, activity, "marks/s", activity.perSecond(CounterName.ECN_MARKED_PACKETS));
        add(fabric, sample, activity, "pause frames/s", activity.perSecond(CounterName.PFC_RX_FRAMES));
    }

    private static OptionalDouble scaled(OptionalDouble value, double factor) {
        return value.isPresent() ? OptionalDouble.of(factor * value.getAsDouble()) : value;
    }

    private void add(
            String fabric, PortCountersObserved sample, PortActivity activity, String what, OptionalDouble value) {
        value.ifPresent(number -> trace.counter(
                device(fabric, sample.port()),
                counter(sample.port(), sample.priority(), what),
                activity.fromNs(),
                number));
    }

    /** What the twin found; over its time where it is over. */
    void add(Finding finding) {
        String process = finding.fabric() + " " + CHANGES;
        String name = OwnTopics.word(finding.kind()) + " " + finding.entities().get(0);
        TraceWriter.Arguments arguments = json -> {
            json.writeStringField("severity", OwnTopics.word(finding.severity()));
            json.writeStringField("summary", finding.summary());
            json.writeStringField("entities", String.join(" ", finding.entities()));
        };
        trace.instant(process, "findings", name, finding.startNs(), arguments);
        Long endNs = finding.endNs();
        if (endNs != null) {
            trace.instant(process, "findings", name + " is over", endNs, arguments);
        }
    }

    private static String device(String fabric, PortId port) {
        return fabric + " device " + port.device();
    }

    private static String counter(PortId port, @Nullable Integer priority, String what) {
        return port.name() + (priority == null ? " " : " priority " + priority + " ") + what;
    }

    /** Samples of counters that ended no interval, as they came out of order. */
    long outOfOrder() {
        return intervals.outOfOrder();
    }
}
