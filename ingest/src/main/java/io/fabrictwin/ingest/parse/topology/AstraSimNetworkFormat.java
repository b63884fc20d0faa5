package io.fabrictwin.ingest.parse.topology;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.LinkPlanned;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * ASTRA-sim's analytical network: dimensions, each a ring, a switch or a full mesh of so many NPUs. The links follow from
 * the dimensions: NPU i stands at the digits of i in their mixed radix, the first dimension changing fastest.
 */
public final class AstraSimNetworkFormat extends DocumentFormat {
    private static final Pattern TOPOLOGY =
            Pattern.compile("(?m)^[\" \\t]*+(?:topology|topologies-per-dim)\"?\\s*:\\s*\\[");
    private static final Pattern COUNT = Pattern.compile("(?m)^[\" \\t]*+(?:npus_count|units-count)\"?\\s*:\\s*\\[");

    public AstraSimNetworkFormat() {
        super(
                "astra-sim-network",
                "ASTRA-sim: network.yml (or .json) of the analytical backend",
                Set.of(DeviceDiscovered.class, LinkPlanned.class));
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.has(TOPOLOGY) && head.has(COUNT));
    }

    @Override
    void read(JsonNode root, Plan plan) {
        plan.entry("document", root, () -> expand(root, plan));
    }

    private static void expand(JsonNode root, Plan plan) throws BadEntryException {
        JsonNode kinds = root.has("topology") ? root.get("topology") : root.path("topologies-per-dim");
        JsonNode counts = root.has("npus_count") ? root.get("npus_count") : root.path("units-count");
        JsonNode rates = root.has("bandwidth") ? root.get("bandwidth") : root.path("link-bandwidth");
        if (kinds.size() == 0 || kinds.size() != counts.size()) {
            throw new BadEntryException(
                    RejectCode.BAD_VALUE,
                    "topology names " + kinds.size() + " dimensions, npus_count " + counts.size());
        }
        double npus = 1;
        double links = 0;
        for (JsonNode count : counts) {
            if (!count.isIntegralNumber() || count.asLong() < 1) {
                throw new BadEntryException(
                        RejectCode.BAD_VALUE, "npus_count '" + count.asText() + "' is not a positive whole number");
            }
            npus *= count.asLong();
        }
        for (int i = 0; i < counts.size(); i++) {
            boolean isMesh = kind(kinds.path(i)).equals("fullyconnected");
            links += npus * (isMesh ? (counts.path(i).asLong() - 1) / 2.0 : 1);
        }
        Shape.requireLinks(links);
        Shape shape = new Shape(plan);
        for (int npu = 0; npu < npus; npu++) {
            shape.device(npu(npu), DeviceKind.HOST);
        }
        int stride = 1;
        for (int dimension = 0; dimension < counts.size(); dimension++) {
            int size = counts.path(dimension).asInt();
            Long rate = rates.path(dimension).isNumber()
                    ? Rates.ofGigabytes(rates.path(dimension).asDouble())
                    : null;
            int group = 0;
            for (int npu = 0; npu < npus; npu++) {
                if (npu / stride % size == 0) {
                    join(kind(kinds.path(dimension)), dimension, group++, members(npu, stride, size), rate, shape);
                }
            }
            stride *= size;
        }
        if (root.has("latency") || root.has("link-latency")) {
            plan.unread("latency");
        }
    }

    private static List<String> members(int first, int stride, int size) {
        List<String> members = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            members.add(npu(first + i * stride));
        }
        return members;
    }

    private static void join(
            String kind, int dimension, int group, List<String> members, @Nullable Long rate, Shape shape)
            throws BadEntryException {
        int size = members.size();
        switch (kind) {
            case "switch" -> {
                String name = "dim" + (dimension + 1) + "-switch" + group;
                shape.device(name, DeviceKind.SWITCH);
                for (String member : members) {
                    shape.link(member, name, rate);
                }
            }
            case "ring" -> {
                // Two members have one link, not one for each way round.
                for (int i = 0; i < (size > 2 ? size : size - 1); i++) {
                    shape.link(members.get(i), members.get((i + 1) % size), rate);
                }
            }
            case "fullyconnected" -> {
                for (int i = 0; i < size; i++) {
                    for (int j = i + 1; j < size; j++) {
                        shape.link(members.get(i), members.get(j), rate);
                    }
                }
            }
            default ->
                throw new BadEntryException(
                        RejectCode.BAD_VALUE, "topology '" + kind + "' is none of Ring, Switch and FullyConnected");
        }
    }

    private static String kind(JsonNode kind) {
        return kind.asText().toLowerCase(Locale.ROOT);
    }

    private static String npu(int number) {
        return "npu" + number;
    }
}
