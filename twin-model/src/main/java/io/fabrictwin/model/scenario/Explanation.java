package io.fabrictwin.model.scenario;

import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Says in words why a change matters or cannot matter, from what the two runs saw. */
final class Explanation {
    private final ForkState base;
    private final ForkState fork;
    private final ForkRun.Outcome baseRun;
    private final ForkRun.Outcome forkRun;

    Explanation(ForkState base, ForkState fork, ForkRun.Outcome baseRun, ForkRun.Outcome forkRun) {
        this.base = base;
        this.fork = fork;
        this.baseRun = baseRun;
        this.forkRun = forkRun;
    }

    /** At least one sentence. */
    List<String> reasons(double ratio) {
        List<String> reasons = new ArrayList<>();
        addEcn(reasons);
        if (!fork.hosts.equals(base.hosts) && marks(baseRun) == 0 && marks(forkRun) == 0) {
            reasons.add("no queue marks a packet in either run, so no sender ever uses its DCQCN constants");
        }
        boolean isPausingChanged = !fork.queues.pfc.equals(base.queues.pfc) || !fork.switches.equals(base.switches);
        if (isPausingChanged && paused(baseRun) == 0 && paused(forkRun) == 0) {
            reasons.add("no port pauses another in either run, so buffers and pause thresholds cannot matter");
        }
        addLinks(reasons);
        if (ratio == 1) {
            reasons.add("both runs are equal to the nanosecond");
        } else {
            reasons.add(String.format(
                    Locale.ROOT,
                    "fork against base run: marked %.2f %% against %.2f %% of packets, pauses %.2f against %.2f ms of port"
                            + " time, deepest queue %d against %d KB",
                    100 * marks(forkRun),
                    100 * marks(baseRun),
                    paused(forkRun) / 1e6,
                    paused(baseRun) / 1e6,
                    deepest(forkRun) / 1000,
                    deepest(baseRun) / 1000));
        }
        return reasons;
    }

    private void addEcn(List<String> reasons) {
        if (fork.queues.ecn.equals(base.queues.ecn)) {
            return;
        }
        long leastKmin = Long.MAX_VALUE;
        long deepest = 0;
        for (int port = 0; port < baseRun.egress().size(); port++) {
            PortId egress = baseRun.egress().get(port);
            EcnProfile before = base.queues.ecn.get(egress);
            EcnProfile after = fork.queues.ecn.get(egress);
            if (before != null && after != null && !before.equals(after)) {
                leastKmin = Math.min(leastKmin, Math.min(before.kminBytes(), after.kminBytes()));
                deepest =
                        Math.max(deepest, baseRun.result().queuePeakBytes(port).orElse(0));
            }
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

    private void addLinks(List<String> reasons) {
        base.links.forEach((link, before) -> {
            ForkState.LinkFacts after = fork.links.get(link);
            if (after == null || after.equals(before)) {
                return;
            }
            if (before.isUp() && !after.isUp()) {
                long bytes = 0;
                for (int port = 0; port < baseRun.egress().size(); port++) {
                    PortId egress = baseRun.egress().get(port);
                    if (egress.equals(link.a()) || egress.equals(link.b())) {
                        bytes += baseRun.result().txBytes(port);
                    }
                }
                reasons.add(
                        bytes == 0
                                ? "the drained link " + link + " carries nothing in the base run"
                                : String.format(
                                        Locale.ROOT,
                                        "the drained link %s carries %.1f MB in the base run",
                                        link,
                                        bytes / 1e6));
            }
        });
    }

    private static double marks(ForkRun.Outcome run) {
        double marked = 0;
        double sent = 0;
        for (int port = 0; port < run.egress().size(); port++) {
            double share = run.result().markedFraction(port).orElse(0);
            marked += share * run.result().txBytes(port);
            sent += run.result().txBytes(port);
        }
        return sent == 0 ? 0 : marked / sent;
    }

    private static double paused(ForkRun.Outcome run) {
        double total = 0;
        for (int port = 0; port < run.egress().size(); port++) {
            total += run.result().pausedNs(port).orElse(0);
        }
        return total;
    }

    private static long deepest(ForkRun.Outcome run) {
        long deepest = 0;
        for (int port = 0; port < run.egress().size(); port++) {
            OptionalLong peak = run.result().queuePeakBytes(port);
            deepest = Math.max(deepest, peak.orElse(0));
        }
        return deepest;
    }
}
