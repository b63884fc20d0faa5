package io.fabrictwin.model.training;

import io.fabrictwin.model.cluster.ClusterDescription;
import io.fabrictwin.model.cluster.NetworkDescription;
import io.fabrictwin.model.cluster.NodeDescription;
import io.fabrictwin.model.cluster.NodeDescription.NicGroup;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.nccl.Algorithm;
import io.fabrictwin.model.nccl.Choice;
import io.fabrictwin.model.nccl.ClusterModel;
import io.fabrictwin.model.nccl.Prediction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What NCCL makes of collectives on a described cluster. All groups of a kind run at once, so a group has of each node
 * what falls to its ranks there: as many GPUs, and that share of the NICs. Links between leaves and spines are left out:
 * {@link StepForecaster} brings them. Not thread-safe.
 */
public final class NcclCost implements CollectiveCost {
    private final ClusterDescription cluster;
    private final Map<Span, ClusterModel> models = new HashMap<>();
    private final Map<Question, Prediction> predictions = new HashMap<>();

    private record Question(CollectiveOperation operation, long bytes, Span span) {}

    /** On a cluster. */
    public NcclCost(ClusterDescription cluster) {
        this.cluster = cluster;
    }

    @Override
    public double seconds(CollectiveOperation operation, double bytes, Span span) {
        return span.ranks() == 1 ? 0 : predict(operation, bytes, span).timeNs() / 1e9;
    }

    @Override
    public double latencySeconds(CollectiveOperation operation, double bytes, Span span) {
        return span.ranks() == 1 ? 0 : predict(operation, bytes, span).latencyNs() / 1e9;
    }

    @Override
    public boolean isTree(CollectiveOperation operation, double bytes, Span span) {
        Choice choice = predict(operation, bytes, span).choice();
        return choice != null && (choice.algorithm() == Algorithm.TREE || choice.algorithm() == Algorithm.NVLS_TREE);
    }

    private Prediction predict(CollectiveOperation operation, double bytes, Span span) {
        Question question = new Question(operation, Math.max(1, Math.round(bytes)), span);
        return predictions.computeIfAbsent(
                question, asked -> models.computeIfAbsent(span, this::model).predict(operation, asked.bytes()));
    }

    private ClusterModel model(Span span) {
        NodeDescription node = cluster.node();
        List<NicGroup> nics = new ArrayList<>();
        for (NicGroup group : node.nics()) {
            double share = (double) group.count() * span.ranksPerNode() / node.gpus();
            int count = (int) Math.max(1, Math.floor(share));
            nics.add(new NicGroup(count, group.bitsPerSecond() * share / count, group.distance()));
        }
        NetworkDescription network = cluster.network();
        ClusterDescription part = new ClusterDescription(
                cluster.name(),
                span.nodes(),
                new NodeDescription(
                        span.ranksPerNode(),
                        node.generation(),
                        node.cpu(),
                        node.nvlinks(),
                        node.hasNvswitch(),
                        node.pcieBytesPerNs(),
                        nics),
                new NetworkDescription(network.transport(), span.nodes(), 0, 0, network.routing()),
                cluster.library(),
                cluster.efficiency());
        return ClusterModel.of(part, span.ranks());
    }
}
