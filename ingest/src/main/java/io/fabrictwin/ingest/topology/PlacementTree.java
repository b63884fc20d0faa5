package io.fabrictwin.ingest.topology;

import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.id.DeviceId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The tree of switches that schedulers place nodes in: level {@code switch}, and {@code switch 2} for second parents. */
final class PlacementTree {
    private static final String LEVEL = "switch";

    private PlacementTree() {}

    /** Parents of each device, in order. */
    static SortedMap<String, SortedSet<String>> parents(Cabling cabling) {
        SortedMap<String, SortedSet<String>> parents = new TreeMap<>();
        for (Cabling.Placement placement : cabling.placements()) {
            if (placement.level().equals(LEVEL) || placement.level().startsWith(LEVEL + " ")) {
                parents.computeIfAbsent(placement.device().value(), absent -> new TreeSet<>())
                        .add(placement.domain());
            }
        }
        return parents;
    }

    static List<Problem> check(Cabling cabling) {
        List<Problem> problems = new ArrayList<>();
        SortedMap<String, SortedSet<String>> parents = parents(cabling);
        Set<String> done = new HashSet<>();
        for (String start : parents.keySet()) {
            if (!done.contains(start)) {
                findCycle(start, parents, done, problems);
            }
        }
        parents.forEach((device, all) -> {
            if (all.size() > 1 && cabling.kind(new DeviceId(device)) != DeviceKind.SWITCH) {
                problems.add(new Problem(
                        "several-parents",
                        device,
                        "it is placed under " + String.join(", ", all) + "; a tree has one"));
            }
        });
        return problems;
    }

    /** Walks up without recursion: a tree may be as deep as a file makes it. */
    private static void findCycle(
            String start, SortedMap<String, SortedSet<String>> parents, Set<String> done, List<Problem> problems) {
        Deque<String> path = new ArrayDeque<>();
        Set<String> onPath = new HashSet<>();
        Deque<Deque<String>> left = new ArrayDeque<>();
        enter(start, parents, path, onPath, left);
        while (!path.isEmpty()) {
            String next = left.getLast().poll();
            if (next == null) {
                String finished = path.removeLast();
                onPath.remove(finished);
                left.removeLast();
                done.add(finished);
            } else if (onPath.contains(next)) {
                List<String> cycle = new ArrayList<>(path);
                cycle = cycle.subList(cycle.indexOf(next), cycle.size());
                problems.add(new Problem(
                        "cycle", next, "a tree is meant, but " + String.join(" under ", cycle) + " under " + next));
            } else if (!done.contains(next)) {
                enter(next, parents, path, onPath, left);
            }
        }
    }

    private static void enter(
            String device,
            SortedMap<String, SortedSet<String>> parents,
            Deque<String> path,
            Set<String> onPath,
            Deque<Deque<String>> left) {
        path.addLast(device);
        onPath.add(device);
        Collection<String> above = parents.getOrDefault(device, new TreeSet<>());
        left.addLast(new ArrayDeque<>(above));
    }
}
