package io.fabrictwin.cli.form;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.model.cluster.ClusterDescription;
import io.fabrictwin.model.cluster.CpuVendor;
import io.fabrictwin.model.cluster.GpuDistance;
import io.fabrictwin.model.cluster.GpuGeneration;
import io.fabrictwin.model.cluster.LibrarySettings;
import io.fabrictwin.model.cluster.NetworkDescription;
import io.fabrictwin.model.cluster.NodeDescription;
import io.fabrictwin.model.cluster.RoutingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the cluster form of {@code docs/step.md}, strictly. */
public final class ClusterReader {
    private ClusterReader() {}

    /** The cluster that a file describes. */
    public static ClusterDescription read(Path file) {
        return Yaml.read(
                file,
                top -> new ClusterDescription(
                        top.text("name"),
                        top.small("nodes"),
                        node(top.object("node")),
                        network(top.object("network")),
                        library(top.object("library")),
                        top.has("efficiency") ? top.number("efficiency") : null));
    }

    private static NodeDescription node(Fields fields) {
        List<NodeDescription.NicGroup> nics = new ArrayList<>();
        for (JsonNode group : fields.array("nics")) {
            Fields nic = new Fields(fields.path("nics") + "[" + nics.size() + "]", group);
            nics.add(nic.build(() -> new NodeDescription.NicGroup(
                    nic.small("count"), nic.number("gbps") * 1e9, nic.choice("distance", GpuDistance.class))));
        }
        return fields.build(() -> new NodeDescription(
                fields.small("gpus"),
                fields.choice("generation", GpuGeneration.class),
                fields.choice("cpu", CpuVendor.class),
                fields.small("nvlinks"),
                fields.flag("nvswitch"),
                fields.number("pcieGBps"),
                nics));
    }

    private static NetworkDescription network(Fields fields) {
        return fields.build(() -> {
            int spines = fields.small("spines");
            return new NetworkDescription(
                    fields.text("transport"),
                    fields.small("nodesPerLeaf"),
                    spines,
                    spines == 0 ? fields.number("uplinkGbps", 0) : fields.number("uplinkGbps") * 1e9,
                    fields.choice("routing", RoutingMode.class));
        });
    }

    private static LibrarySettings library(Fields fields) {
        return fields.build(() -> new LibrarySettings(
                fields.text("nccl"),
                names(fields, "algorithms"),
                names(fields, "protocols"),
                small(fields, "channels"),
                fields.flag("collnet", false),
                small(fields, "queuePairsPerConnection")));
    }

    private static @Nullable Integer small(Fields fields, String name) {
        return fields.has(name) ? (Integer) fields.small(name) : null;
    }

    private static Set<String> names(Fields fields, String name) {
        Set<String> names = new LinkedHashSet<>();
        if (fields.has(name)) {
            for (JsonNode each : fields.array(name)) {
                names.add(Fields.text(fields.path(name) + "[" + names.size() + "]", each));
            }
        }
        return names;
    }
}
