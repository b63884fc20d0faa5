package io.fabrictwin.ingest.parse.workload;

import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.CollectivePlanned;
import io.fabrictwin.model.event.ComputePlanned;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.JobId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Tells a plan node by node. When a collective may start is a share of the plan's computing time, so that all nodes are
 * shown first to {@link #survey} and then told; where no node has a time, it is a share of the nodes.
 */
public final class Plan {
    private final JobId job;
    private final Map<String, Integer> streams = new HashMap<>();
    private double totalNs;
    private long totalNodes;
    private double passedNs;
    private long passedNodes;
    private int collectives;
    private int position;

    public Plan(JobId job) {
        this.job = job;
    }

    /** Counts a node in. */
    public void survey(PlanNode node) {
        totalNodes++;
        totalNs += ownNs(node);
    }

    /**
     * What a node tells; the same nodes in the same order as in the survey.
     *
     * @param meta of the node's first event
     */
    public List<FabricEvent> tell(PlanNode node, Supplier<EventMeta> meta, Sink sink) {
        double launchFraction = totalNs > 0 ? passedNs / totalNs : passedNodes / (double) Math.max(1, totalNodes);
        passedNodes++;
        passedNs += ownNs(node);
        if (node.isCompute()) {
            return List.of(new ComputePlanned(meta.get(), job, position++, node.name(), null, node.computeNs()));
        }
        if (node.operation() == null) {
            return List.of();
        }
        if (node.bytes() == null) {
            sink.unread("collective without size");
            return List.of();
        }
        String group = node.group() == null ? "" : node.group();
        return List.of(new CollectivePlanned(
                meta.get(),
                job,
                collectives++,
                node.operation(),
                node.bytes(),
                Math.min(1, launchFraction),
                streams.computeIfAbsent(group, name -> streams.size())));
    }

    private static double ownNs(PlanNode node) {
        Long computeNs = node.computeNs();
        return node.isCompute() && computeNs != null ? computeNs : 0;
    }
}
