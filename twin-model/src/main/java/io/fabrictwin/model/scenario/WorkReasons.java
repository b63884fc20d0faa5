package io.fabrictwin.model.scenario;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.multipath.PathPicker;
import io.fabrictwin.model.nccl.Algorithm;
import io.fabrictwin.model.route.Spreading;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import io.fabrictwin.model.scenario.ForkState.LinkFacts;
import io.fabrictwin.model.step.CollectiveWork;
import io.fabrictwin.model.step.LibraryMessages;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/** Says in words why a change of paths, transport, placement or the collective library matters or cannot matter. */
final class WorkReasons {
    private final ForkState base;
    private final ForkState fork;
    private final SortedSet<DeviceId> choosing;
    private final List<String> reasons = new ArrayList<>();

    private WorkReasons(ForkState base, ForkState fork, SortedSet<DeviceId> choosing) {
        this.base = base;
        this.fork = fork;
        this.choosing = choosing;
    }

    /** @param choosing switches that do not spread as recorded and had a choice in the fork's run */
    static List<String> of(ForkState base, ForkState fork, SortedSet<DeviceId> choosing) {
        WorkReasons own = new WorkReasons(base, fork, choosing);
        own.addSpreading();
        own.addTransport();
        own.addBuses();
        own.addLibrary();
        return own.reasons;
    }

    private void addSpreading() {
        SortedSet<DeviceId> changed = new TreeSet<>();
        fork.spreading.forEach((device, rule) -> {
            if (!rule.equals(base.spreading.get(device))) {
                changed.add(device);
            }
        });
        if (changed.isEmpty()) {
            return;
        }
        if (changed.stream().noneMatch(device -> choosing.contains(device))) {
            reasons.add("no connection has more than one way to go on at " + names(changed)
                    + ": there is one path, and how traffic is spread cannot matter");
            return;
        }
        boolean reorders = changed.stream()
                .map(device -> fork.spreading.get(device))
                .anyMatch(rule -> rule != null && choosing(rule) && rule.reorders());
        if (reorders && !fork.transport.isSprayed()) {
            new PathPicker.Spray(1).warning(PathPicker.Receiver.IN_ORDER).ifPresent(reasons::add);
        }
        if (fork.spreading.values().stream().anyMatch(rule -> rule.mode() == Spreading.Mode.FLOWLET)) {
            reasons.add(
                    "RDMA at line rate leaves no gap within a message: a connection can move only between messages, if a"
                            + " round trip is longer than the gap, or between collectives, if ranks compute for longer");
        }
    }

    private static boolean choosing(Spreading rule) {
        return rule.mode() != Spreading.Mode.ECMP;
    }

    private void addTransport() {
        if (fork.transport == base.transport) {
            return;
        }
        String name = fork.transport.wireName();
        if (!fork.transport.hasQueues()) {
            reasons.add(name + " is modelled at steady shares of " + number(100 * fork.transport.efficiency())
                    + " % of the line: thresholds, buffers, pauses and DCQCN have no part in it, and what its own control does in"
                    + " the first round trips is left out");
        } else {
            reasons.add(name + ": senders start and stay at line rate, and are held back by "
                    + (fork.transport.hasCredits() ? "credits" : "pauses") + " alone");
        }
    }

    private void addBuses() {
        fork.links.forEach((link, facts) -> {
            for (DeviceId host : List.of(link.a().device(), link.b().device())) {
                HostBus after = fork.hostBuses.getOrDefault(host, HostBus.NEAR);
                if (fork.hosts.containsKey(host) && !after.equals(base.hostBuses.getOrDefault(host, HostBus.NEAR))) {
                    addBus(host, after, facts);
                }
            }
        });
    }

    private void addBus(DeviceId host, HostBus bus, LinkFacts link) {
        double passes = bus.bitsPerSecond(link.bitsPerSecond());
        reasons.add(String.format(
                Locale.ROOT,
                passes < link.bitsPerSecond()
                        ? "between GPU and NIC of %s pass %.0f Gbit/s, less than the %.0f of its link"
                        : "between GPU and NIC of %s pass %.0f Gbit/s, all that its link of %.0f carries: that cannot matter",
                host,
                passes / 1e9,
                link.bitsPerSecond() / 1e9));
    }

    private void addLibrary() {
        LibraryCosts.jobs(base, fork).forEach((job, before) -> {
            JobFacts after = fork.jobs.get(job);
            if (after == null) {
                return;
            }
            SortedSet<String> told = new TreeSet<>();
            int ranks = after.hosts().size();
            for (int index = 0; index < before.collectives().size(); index++) {
                CollectiveWork old = before.collectives().get(index);
                CollectiveWork now = after.collectives().get(index);
                if (!old.equals(now)) {
                    told.add(sentence(old, now, ranks));
                }
            }
            told.forEach(sentence -> reasons.add(job + ": " + sentence));
            boolean isAssumed = before.collectives().stream()
                    .allMatch(work -> work.library().algorithm() == Algorithm.RING && before.channels() == null);
            if (isAssumed && base.used.isUntold(UsedSettings.Setting.ALGORITHM)) {
                reasons.add(
                        job + ": that collectives run as rings of the Simple protocol today is assumed; no event tells"
                                + " what the library chose");
            }
            long hopNs = after.collectives().stream()
                    .mapToLong(work -> work.library().hopNs())
                    .max()
                    .orElse(0);
            reasons.add(
                    hopNs == 0
                            ? job + ": recorded steps leave no room for costs of a hop beside the network, so none are"
                                    + " counted"
                            : String.format(
                                    Locale.ROOT,
                                    "%s: recorded steps leave room for %.1f us a hop beside the network in the fork's way"
                                            + " of running them; counted in both runs",
                                    job,
                                    hopNs / 1e3));
        });
    }

    private static String sentence(CollectiveWork old, CollectiveWork now, int ranks) {
        String operation = now.operation().name().toLowerCase(Locale.ROOT).replace('_', '-');
        int before = LibraryMessages.rounds(old, ranks);
        int after = LibraryMessages.rounds(now, ranks);
        double sentBefore = LibraryMessages.mostSentBytes(old, ranks);
        double sentAfter = LibraryMessages.mostSentBytes(now, ranks);
        String what = String.format(
                Locale.ROOT,
                "%s of %.3g MB as %s in place of %s: %d rounds against %d, and a host sends %.3g MB at most against %.3g",
                operation,
                now.bytesPerRank() / 1e6,
                words(now),
                words(old),
                after,
                before,
                sentAfter / 1e6,
                sentBefore / 1e6);
        return before == after && sentBefore == sentAfter ? what + "; that can hardly matter" : what;
    }

    private static String words(CollectiveWork work) {
        return work.library().algorithm().libraryName() + " "
                + work.library().protocol().libraryName() + " with "
                + work.library().channels() + (work.library().channels() == 1 ? " channel" : " channels");
    }

    private static String number(double value) {
        return ValueForm.number(value);
    }

    private static String names(SortedSet<DeviceId> devices) {
        List<String> names = devices.stream().map(DeviceId::value).limit(4).toList();
        return String.join(", ", names)
                + (devices.size() > names.size() ? " and " + (devices.size() - names.size()) + " more" : "");
    }
}
