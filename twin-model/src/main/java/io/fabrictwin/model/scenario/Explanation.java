package io.fabrictwin.model.scenario;

import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.PfcProfile;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.scenario.ForkState.LinkFacts;
import io.fabrictwin.model.scenario.ForkState.Storm;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** Says in words why a change matters or cannot matter, from what the two runs saw. */
final class Explanation {
    private static final int NAMED_ONE_BY_ONE = 4;

    private final ForkState base;
    private final ForkState fork;
    private final RunView before;
    private final RunView after;
    private final SortedSet<DeviceId> choosing;
    /** Of all jobs. */
    private final List<String> reasons = new ArrayList<>();

    private final List<String> unanswerable;

    Explanation(ForkState base, ForkState fork, ForkRun.Outcome baseRun, ForkRun.Outcome forkRun) {
        this.base = base;
        this.fork = fork;
        before = new RunView(baseRun);
        after = new RunView(forkRun);
        choosing = forkRun.choosing();
        unanswerable = List.copyOf(headroomsTooSmall());
        addEcn();
        if (!fork.hosts.equals(base.hosts) && before.markedShare() == 0 && after.markedShare() == 0) {
            reasons.add("no queue marks a packet in either run, so no sender ever uses its DCQCN constants");
        }
        addPausing();
        addWatchdogs();
        addLinks();
        addSwitches();
        addPriorities();
        reasons.addAll(WorkReasons.of(base, fork, choosing));
        reasons.addAll(ofUnusedQueues(fork));
    }

    /** Why changes of queues that nothing is in do nothing. */
    static List<String> ofUnusedQueues(ForkState fork) {
        List<String> reasons = new ArrayList<>();
        Set<Integer> used = fork.usedPriorities();
        fork.otherQueues.keySet().stream()
                .filter(priority -> !used.contains(priority))
                .forEach(priority ->
                        reasons.add("no known traffic is in priority " + priority + ": its queues cannot matter"));
        if (used.size() == 1 && !fork.queues.isServedLike(new QueueClass())) {
            reasons.add(
                    "all known traffic is in priority " + fork.priority + ": how queues share a line cannot matter");
        }
        if (used.size() == 1 && !fork.queueOfPriority.isEmpty()) {
            reasons.add("all known traffic is in one queue: which queue that is cannot matter");
        }
        return reasons;
    }

    /** At least one sentence. */
    List<String> reasons(double ratio) {
        List<String> all = new ArrayList<>(reasons);
        if (ratio == 1) {
            all.add("both runs are equal to the nanosecond");
        } else {
            all.add(String.format(
                    Locale.ROOT,
                    "fork against base run: marked %.2f %% against %.2f %% of packets, pauses %.2f against %.2f ms of port"
                            + " time, deepest queue %d against %d KB",
                    100 * after.markedShare(),
                    100 * before.markedShare(),
                    after.pausedNs() / 1e6,
                    before.pausedNs() / 1e6,
                    after.deepestBytes() / 1000,
                    before.deepestBytes() / 1000));
        }
        return all;
    }

    /** What happened in the run of the fork that the engine does not represent; empty where nothing did. */
    List<String> unanswerable() {
        return unanswerable;
    }

    private List<String> headroomsTooSmall() {
        List<String> found = new ArrayList<>();
        fork.links.forEach((link, facts) -> {
            for (PortId ingress : List.of(link.a(), link.b())) {
                PfcProfile pfc = fork.queues.pfc.get(ingress);
                Long headroom = pfc == null ? null : pfc.headroomBytes();
                double inFlight = facts.bitsPerSecond() / 8e9 * 2 * facts.delayNs();
                boolean isChanged = pfc != null && !pfc.equals(base.queues.pfc.get(ingress));
                if (isChanged && headroom != null && headroom < inFlight && after.pausedByNs(ingress, link) > 0) {
                    found.add(String.format(
                            Locale.ROOT,
                            "%s has headroom for %.0f KB, but %.0f KB are in flight when it pauses its neighbour, which"
                                    + " happens in the fork: packets would be lost, and the engine does not follow that",
                            ingress,
                            headroom / 1e3,
                            inFlight / 1e3));
                }
            }
        });
        return found;
    }

    private void addEcn() {
        long leastKmin = Long.MAX_VALUE;
        long deepest = 0;
        for (PortId port : changed(base.queues.ecn.keySet())) {
            EcnProfile own = ForkEdit.required(base.queues.ecn.get(port));
            EcnProfile changed = ForkEdit.required(fork.queues.ecn.get(port));
            leastKmin = Math.min(leastKmin, Math.min(own.kminBytes(), changed.kminBytes()));
            deepest = Math.max(deepest, Math.max(before.deepestBytes(port), after.deepestBytes(port)));
        }
        if (deepest < leastKmin && leastKmin < Long.MAX_VALUE) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "no queue that is changed gets above %d KB, and Kmin is %d KB or more before and after: the"
                            + " thresholds cannot matter",
                    deepest / 1000,
                    leastKmin / 1000));
        }
    }

    private List<PortId> changed(Set<PortId> ports) {
        return ports.stream()
                .filter(port -> fork.queues.ecn.containsKey(port))
                .filter(port -> !ForkEdit.required(fork.queues.ecn.get(port)).equals(base.queues.ecn.get(port)))
                .toList();
    }

    private void addPausing() {
        boolean isChanged = base.queues.pfc.entrySet().stream()
                        .anyMatch(own ->
                                !own.getValue().equals(fork.queues.pfc.getOrDefault(own.getKey(), own.getValue())))
                || base.switches.entrySet().stream()
                        .anyMatch(own ->
                                !own.getValue().equals(fork.switches.getOrDefault(own.getKey(), own.getValue())));
        if (isChanged && before.pausedNs() == 0 && after.pausedNs() == 0) {
            reasons.add("no port pauses another in either run, so buffers and pause thresholds cannot matter");
        }
        if (after.droppedBytes() > 0) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "switches that do not pause drop %.2f MB in the fork, %.2f MB in the base run",
                    after.droppedBytes() / 1e6,
                    before.droppedBytes() / 1e6));
        }
    }

    private void addWatchdogs() {
        if (fork.watchdogs.equals(base.watchdogs)) {
            return;
        }
        if (fork.storms.isEmpty()) {
            reasons.add("no port is held without end by pause frames: a watchdog has nothing to watch");
        }
        fork.storms.forEach((host, storm) -> reasons.add(watched(host, storm)));
    }

    private static String watched(DeviceId host, Storm storm) {
        return storm.pausedNs() < storm.periodNs()
                ? "the storm of " + host + " lets its port send between pauses: a watchdog does not see it"
                : "the storm of " + host + " holds its port without end: a watchdog acts after its detection time";
    }

    private void addLinks() {
        SortedMap<String, Double> removed = new TreeMap<>();
        SortedMap<String, Double> drained = new TreeMap<>();
        SortedMap<String, Double> changed = new TreeMap<>();
        SortedMap<String, Double> added = new TreeMap<>();
        base.links.forEach((link, own) -> {
            LinkFacts now = fork.links.get(link);
            if (now == null) {
                removed.put(link.toString(), before.bytesOver(link));
            } else if (own.isUp() && !now.isUp()) {
                drained.put(link.toString(), before.bytesOver(link));
            } else if (!now.equals(own)) {
                changed.put(link.toString(), after.bytesOver(link));
            }
        });
        fork.links.forEach((link, now) -> {
            if (!base.links.containsKey(link)) {
                added.put(link.toString(), after.bytesOver(link));
            }
        });
        addCarried("removed link", removed, "base run");
        addCarried("drained link", drained, "base run");
        addCarried("changed link", changed, "fork");
        addCarried("new link", added, "fork");
    }

    private void addPriorities() {
        fork.jobs.keySet().stream()
                .filter(job -> fork.priorityOf(job) != base.priorityOf(job))
                .forEach(job -> reasons.add(job + " has queues of its own priority, " + fork.priorityOf(job)
                        + ", at every port; others are in priority " + fork.priority));
        if (fork.priorityOfBackground() != base.priorityOfBackground()) {
            reasons.add(
                    "background has queues of its own priority, " + fork.priorityOfBackground() + ", at every port");
        }
    }

    private void addSwitches() {
        SortedMap<String, Double> removed = new TreeMap<>();
        SortedMap<String, Double> added = new TreeMap<>();
        base.switches.keySet().stream()
                .filter(device -> !fork.switches.containsKey(device))
                .forEach(device -> removed.put(device.value(), before.bytesSentBy(device)));
        fork.switches.keySet().stream()
                .filter(device -> !base.switches.containsKey(device))
                .forEach(device -> added.put(device.value(), after.bytesSentBy(device)));
        addCarried("removed switch", removed, "base run");
        addCarried("new switch", added, "fork");
    }

    /** One by one, or in sum where they are many. */
    private void addCarried(String what, SortedMap<String, Double> bytesByName, String run) {
        if (bytesByName.size() > NAMED_ONE_BY_ONE) {
            double bytes = bytesByName.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .sum();
            reasons.add("the " + bytesByName.size() + " " + what + (what.endsWith("ch") ? "es" : "s") + " carry "
                    + carried(bytes, run));
            return;
        }
        bytesByName.forEach(
                (name, bytes) -> reasons.add("the " + what + " " + name + " carries " + carried(bytes, run)));
    }

    private static String carried(double bytes, String run) {
        return (bytes == 0 ? "nothing" : String.format(Locale.ROOT, "%.1f MB", bytes / 1e6)) + " in the " + run;
    }
}
