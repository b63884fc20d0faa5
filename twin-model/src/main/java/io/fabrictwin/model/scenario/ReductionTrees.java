package io.fabrictwin.model.scenario;

import io.fabrictwin.model.collective.ReductionTree;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tree of switches over which a job's collectives are reduced: shortest ways from the leaves of its hosts to a
 * switch that is as near to all of them as any. Of several such the job's name picks, so that jobs spread over them.
 */
final class ReductionTrees {
    private final Map<DeviceId, SortedSet<DeviceId>> neighbours = new HashMap<>();
    private final SortedSet<DeviceId> switches;

    /** @param switches those that may be used */
    ReductionTrees(ForkState state, Collection<DeviceId> switches) {
        this.switches = new TreeSet<>(switches);
        state.links.forEach((link, facts) -> {
            if (facts.isUp()) {
                DeviceId a = link.a().device();
                DeviceId b = link.b().device();
                neighbours.computeIfAbsent(a, id -> new TreeSet<>()).add(b);
                neighbours.computeIfAbsent(b, id -> new TreeSet<>()).add(a);
            }
        });
    }

    /**
     * A tree in the fabric.
     *
     * @param members devices by number of the tree: hosts by rank, then switches
     */
    record Placed(ReductionTree tree, List<DeviceId> members) {
        /** Whether a switch reduces what comes from a neighbour, or what goes to it. */
        boolean reduces(DeviceId device, DeviceId neighbour) {
            int at = members.lastIndexOf(device);
            int other = members.lastIndexOf(neighbour);
            return at >= tree.ranks()
                    && other >= 0
                    && (tree.parent().get(at) == other || tree.parent().get(other) == at);
        }
    }

    /** Null where no tree of these switches joins the job's hosts, or a host has several ranks. */
    @Nullable
    Placed of(JobId job, JobFacts facts) {
        List<DeviceId> hosts = List.copyOf(facts.hosts().values());
        SortedMap<DeviceId, DeviceId> leafOf = new TreeMap<>();
        for (DeviceId host : hosts) {
            DeviceId leaf = neighbours.getOrDefault(host, new TreeSet<>()).stream()
                    .filter(other -> switches.contains(other))
                    .findFirst()
                    .orElse(null);
            if (leaf == null || leafOf.put(host, leaf) != null) {
                return null;
            }
        }
        if (hosts.size() < 2) {
            return null;
        }
        SortedSet<DeviceId> leaves = new TreeSet<>(leafOf.values());
        List<Root> roots = new ArrayList<>();
        for (DeviceId candidate : switches) {
            Map<DeviceId, Integer> distances = distances(candidate);
            if (distances.keySet().containsAll(leaves)) {
                int farthest = leaves.stream().mapToInt(distances::get).max().orElseThrow();
                roots.add(new Root(candidate, farthest, distances));
            }
        }
        int nearest = roots.stream().mapToInt(Root::farthest).min().orElse(-1);
        List<Root> best =
                roots.stream().filter(root -> root.farthest() == nearest).toList();
        return best.isEmpty()
                ? null
                : placed(hosts, leafOf, best.get(Math.floorMod(job.value().hashCode(), best.size())));
    }

    private record Root(DeviceId device, int farthest, Map<DeviceId, Integer> distances) {}

    private Placed placed(List<DeviceId> hosts, SortedMap<DeviceId, DeviceId> leafOf, Root root) {
        Map<DeviceId, DeviceId> above = new HashMap<>();
        SortedSet<DeviceId> used = new TreeSet<>();
        for (DeviceId leaf : leafOf.values()) {
            DeviceId at = leaf;
            while (used.add(at) && !at.equals(root.device())) {
                int distance = root.distances().getOrDefault(at, 0);
                DeviceId next = neighbours.getOrDefault(at, new TreeSet<>()).stream()
                        .filter(other -> root.distances().getOrDefault(other, Integer.MAX_VALUE) == distance - 1)
                        .findFirst()
                        .orElseThrow();
                above.put(at, next);
                at = next;
            }
        }
        List<DeviceId> members = new ArrayList<>(hosts);
        used.stream()
                .sorted(Comparator.comparing(
                                (DeviceId device) -> -root.distances().getOrDefault(device, 0))
                        .thenComparing(Comparator.naturalOrder()))
                .forEach(members::add);
        Map<DeviceId, Integer> numbers = new LinkedHashMap<>();
        for (int member = 0; member < members.size(); member++) {
            numbers.put(members.get(member), member);
        }
        List<Integer> parent = new ArrayList<>();
        for (DeviceId member : members) {
            DeviceId next = leafOf.containsKey(member) ? leafOf.get(member) : above.get(member);
            parent.add(next == null ? -1 : numbers.getOrDefault(next, -1));
        }
        return new Placed(new ReductionTree(hosts.size(), parent), members);
    }

    private Map<DeviceId, Integer> distances(DeviceId root) {
        Map<DeviceId, Integer> distances = new HashMap<>(Map.of(root, 0));
        ArrayDeque<DeviceId> reached = new ArrayDeque<>(List.of(root));
        while (!reached.isEmpty()) {
            DeviceId at = reached.remove();
            int next = distances.getOrDefault(at, 0) + 1;
            for (DeviceId other : neighbours.getOrDefault(at, new TreeSet<>())) {
                if (switches.contains(other) && distances.putIfAbsent(other, next) == null) {
                    reached.add(other);
                }
            }
        }
        return distances;
    }
}
