package io.fabrictwin.model.nccl;

import io.fabrictwin.model.calibration.Status;
import io.fabrictwin.model.calibration.UsedValue;
import io.fabrictwin.model.cluster.ClusterDescription;
import io.fabrictwin.model.cluster.NetworkDescription;
import io.fabrictwin.model.cluster.NodeDescription;
import io.fabrictwin.model.cluster.RoutingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Lists what the times of {@link ClusterModel} rest on. */
public final class ClusterValues {
    private static final String DESCRIPTION = "told by the cluster's description";
    private static final String EFFICIENCY = "efficiency";

    private ClusterValues() {}

    /** For collectives of a described cluster, uplinks by capacity. */
    public static List<UsedValue> of(ClusterDescription cluster) {
        List<UsedValue> values = new ArrayList<>(ofNodes(cluster));
        NetworkDescription network = cluster.network();
        if (network.spines() > 0) {
            values.add(new UsedValue(
                    "share of uplinks",
                    "all of their capacity",
                    Status.ASSUMED,
                    network.routing() == RoutingMode.ECMP
                            ? "collisions of hashed flows come on top"
                            : "paths are spread"));
        }
        return values;
    }

    /** The same where an efficiency has just been fitted. */
    public static List<UsedValue> fitted(ClusterDescription cluster, EfficiencyFit fit) {
        List<UsedValue> values = new ArrayList<>(of(cluster));
        values.replaceAll(value -> value.name().equals(EFFICIENCY)
                ? UsedValue.of(
                        EFFICIENCY,
                        fit.efficiency(),
                        "1",
                        Status.FITTED,
                        "fit to " + fit.used() + " sizes of at least 64 MiB")
                : value);
        return values;
    }

    /** The same without what lies between leaves and spines. */
    public static List<UsedValue> ofNodes(ClusterDescription cluster) {
        List<UsedValue> values = new ArrayList<>();
        NodeDescription node = cluster.node();
        if (cluster.nodes() > 1) {
            values.add(new UsedValue(
                    "rate of NICs",
                    node.nics().stream()
                            .map(group -> group.count() + " x " + UsedValue.text(group.bitsPerSecond() / 1e9, "Gbit/s"))
                            .collect(Collectors.joining(", ")),
                    Status.MEASURED,
                    DESCRIPTION));
        }
        NcclVersion version = NcclVersion.parse(cluster.library().version());
        values.add(new UsedValue(
                "choice of algorithm and protocol, rates of NVLinks",
                "constants of NCCL " + version,
                Status.ASSUMED,
                version.compareTo(Constants.NEWEST) > 0
                        ? "source of NCCL " + Constants.NEWEST + ", the newest that was read"
                        : "source of NCCL"));
        values.add(new UsedValue(
                "latencies of hops, caps of protocols and channels",
                "constants of NCCL " + Constants.NEWEST,
                Status.ASSUMED,
                "source of NCCL, as measured by its authors"));
        Double efficiency = cluster.efficiency();
        values.add(
                efficiency == null
                        ? UsedValue.of(EFFICIENCY, 1, "1", Status.ASSUMED, "nothing was measured here: nominal rates")
                        : UsedValue.of(
                                EFFICIENCY, efficiency, "1", Status.FITTED, DESCRIPTION + ", from measurements"));
        return values;
    }
}
