package io.fabrictwin.model.congestion;

/**
 * Injection: the flows of a host share its port at the pace of their senders; where the pace is more than the port has
 * they share it max-min. Only ports where something has changed are looked at.
 */
final class HostPorts {
    private static final double TIME_TOLERANCE_NS = 1e-3;

    private final EgressPorts ports;
    private final Paths paths;
    private final Flows flows;
    private final Senders senders;
    private final PauseControl pauses;
    private final SwitchPorts switches;
    private final boolean paced;
    private final IntBag[] sources;
    private final IntBag busy = new IntBag();
    /** Ports whose load has changed. */
    private final IntBag loaded = new IntBag();

    private final boolean[] isLoaded;
    /** Sum of the rates of injection. */
    private final double[] load;

    private final IntBag injecting = new IntBag();
    /** Transfers that have started at another time than a step. */
    private final IntBag late = new IntBag();

    private final boolean[] isLate;
    /** Transfers whose last byte is injected in this step. */
    private final IntBag ending = new IntBag();

    private final IntBag injected;
    private final double[] wanted;
    /** Time up to which a sender has spent its pace. */
    private final double[] pacedUntilNs;

    private double firstEndNs = Double.POSITIVE_INFINITY;

    /** Transfers whose last byte has been injected are added to {@code injected}. */
    HostPorts(
            EgressPorts ports,
            Paths paths,
            Flows flows,
            Senders senders,
            PauseControl pauses,
            SwitchPorts switches,
            boolean paced,
            IntBag injected) {
        this.ports = ports;
        this.paths = paths;
        this.flows = flows;
        this.senders = senders;
        this.pauses = pauses;
        this.switches = switches;
        this.paced = paced;
        this.injected = injected;
        sources = new IntBag[ports.count()];
        isLoaded = new boolean[ports.count()];
        load = new double[ports.count()];
        isLate = new boolean[paths.transfers()];
        wanted = new double[paths.transfers()];
        pacedUntilNs = new double[paths.transfers()];
    }

    /** Begins to inject a transfer that started at {@code startNs}, or begins again. */
    void open(int id, double startNs, double nowNs) {
        int p = paths.firstPort(id);
        if (sources[p] == null) {
            sources[p] = new IntBag();
        }
        if (sources[p].size() == 0) {
            busy.add(p);
        }
        sources[p].add(id);
        injecting.add(id);
        pacedUntilNs[id] = startNs;
        flows.settledNs[id] = startNs;
        if (startNs != nowNs) {
            late.add(id);
            isLate[id] = true;
        }
        ports.touch(p);
    }

    /** Lets senders change their rates that do so until {@code lookNs}. */
    void pace(double lookNs) {
        int[] ids = injecting.values();
        for (int k = injecting.size() - 1; k >= 0; k--) {
            int id = ids[k];
            if (senders.nextEventNs(id) <= lookNs) {
                senders.advance(id, pacedUntilNs[id], Math.nextUp(lookNs));
                pacedUntilNs[id] = Math.max(pacedUntilNs[id], lookNs);
                ports.touch(paths.firstPort(id));
            }
        }
    }

    /** Works out the rates at {@code nowNs} of ports where something has changed. */
    void share(double nowNs) {
        IntBag stale = ports.staleHosts;
        for (int k = 0; k < stale.size(); k++) {
            int p = stale.get(k);
            ports.settle(p);
            share(p, nowNs, pauses.isHeld(p, nowNs) ? 0 : 1);
        }
        stale.clear();
        tellLoads(nowNs);
    }

    private void tellLoads(double nowNs) {
        for (int k = 0; k < loaded.size(); k++) {
            int p = loaded.get(k);
            isLoaded[p] = false;
            ports.load(p, load[p], nowNs);
        }
        loaded.clear();
    }

    private void share(int p, double nowNs, double part) {
        if (sources[p] == null || sources[p].size() == 0) {
            return;
        }
        int[] here = sources[p].values();
        int count = sources[p].size();
        double line = ports.lineRate[p];
        double sum = 0;
        for (int k = 0; k < count; k++) {
            int id = here[k];
            double want = paced ? senders.rate(id) : line;
            wanted[id] = want;
            sum += want;
        }
        ports.demand(p, part > 0 ? sum : 0);
        double capacity = ports.capacity(p);
        double level = sum > capacity ? fillLevel(sources[p], capacity) : Double.POSITIVE_INFINITY;
        for (int k = 0; k < count; k++) {
            int id = here[k];
            double rate = Math.min(wanted[id], level) * part;
            if (rate == flows.rate[id] && flows.lastPacketNs[id] < Double.POSITIVE_INFINITY) {
                continue;
            }
            if (!isLate[id]) {
                flows.settle(id, nowNs);
            }
            inject(id, rate, nowNs);
            double early = paths.lastPacketBytes[id] * (1 - rate / line);
            flows.lastPacketNs[id] = rate > 0
                    ? flows.settledNs[id] + Math.max(0, flows.remaining[id] - early) / rate
                    : Double.POSITIVE_INFINITY;
        }
    }

    /** Changes the rate at which a transfer is injected. */
    private void inject(int id, double rate, double nowNs) {
        if (rate == flows.rate[id]) {
            return;
        }
        int p = paths.firstPort(id);
        load[p] = sources[p].size() == 0 ? 0 : Math.max(0, load[p] + (rate - flows.rate[id]));
        flows.rate[id] = rate;
        if (!isLoaded[p]) {
            isLoaded[p] = true;
            loaded.add(p);
        }
        int hop = paths.offset[id];
        if (!paths.isLastHop[hop]) {
            switches.come(hop + 1, rate, nowNs);
        }
    }

    /**
     * Time in ns after which the first flow has its last packet out or its sender changes its rate, if nothing changes
     * before; at most {@code longestNs}, and no change of a rate ends it before {@code coarseNs}.
     */
    double quietNs(double nowNs, double longestNs, double coarseNs) {
        double changeNs = Double.POSITIVE_INFINITY;
        double endNs = Double.POSITIVE_INFINITY;
        int[] ids = injecting.values();
        for (int k = injecting.size() - 1; k >= 0; k--) {
            int id = ids[k];
            double eventNs = senders.nextEventNs(id);
            changeNs = eventNs < changeNs ? eventNs : changeNs;
            double lastNs = flows.lastPacketNs[id];
            endNs = lastNs < endNs ? lastNs : endNs;
        }
        firstEndNs = endNs;
        return Math.min(Math.min(longestNs, endNs - nowNs), Math.max(coarseNs, changeNs - nowNs));
    }

    /** Sets the mean rates of a step where they are others than at its start, and counts what is sent. */
    void inject(double fromNs, double untilNs) {
        double spanNs = untilNs - fromNs;
        boolean shared = false;
        for (int b = 0; b < busy.size() && !pauses.isAllFree(); b++) {
            int p = busy.get(b);
            if (!pauses.isFree(p)) {
                shared = true;
                double sendingNs = pauses.sendingNs(p, fromNs, untilNs);
                ports.pausedNs[p] += spanNs - sendingNs;
                ports.touch(p);
                share(p, fromNs, sendingNs == spanNs ? 1 : sendingNs / spanNs);
            }
        }
        if (firstEndNs <= untilNs + TIME_TOLERANCE_NS || late.size() > 0 || shared) {
            end(fromNs, untilNs);
        }
        for (int k = 0; k < late.size(); k++) {
            int id = late.get(k);
            if (isLate[id]) {
                isLate[id] = false;
                double mean = flows.rate[id] * (untilNs - flows.settledNs[id]) / spanNs;
                flows.settledNs[id] = fromNs;
                inject(id, mean, fromNs);
                flows.lastPacketNs[id] = Double.POSITIVE_INFINITY;
                ports.touch(paths.firstPort(id));
            }
        }
        late.clear();
        tellLoads(fromNs);
        if (senders.countsBytes()) {
            spend(spanNs, untilNs);
        }
    }

    /**
     * Ends flows that get their last packet out by {@code untilNs}: it leaves at line rate once its turn has come, however
     * slow the pace.
     */
    private void end(double fromNs, double untilNs) {
        double spanNs = untilNs - fromNs;
        for (int k = injecting.size() - 1; k >= 0; k--) {
            int id = injecting.get(k);
            double turnNs = flows.lastPacketNs[id];
            if (turnNs > untilNs + TIME_TOLERANCE_NS) {
                continue;
            }
            int p = paths.firstPort(id);
            double line = ports.lineRate[p];
            double early = paths.lastPacketBytes[id] * (1 - flows.rate[id] / line);
            if (isLate[id]) {
                isLate[id] = false;
            } else {
                flows.settle(id, fromNs);
            }
            double left = flows.remaining[id];
            flows.injectedNs[id] = Math.min(untilNs, turnNs) + Math.min(early, left) / line;
            flows.settledNs[id] = fromNs;
            inject(id, left / spanNs, fromNs);
            injecting.removeAt(k);
            ending.add(id);
        }
    }

    /** At the end of a step: what has been injected as a whole comes no more. */
    void settle(double untilNs) {
        for (int k = ending.size() - 1; k >= 0; k--) {
            int id = ending.get(k);
            int p = paths.firstPort(id);
            flows.passed[paths.offset[id]] += flows.remaining[id];
            flows.remaining[id] = 0;
            flows.settledNs[id] = untilNs;
            flows.lastPacketNs[id] = Double.POSITIVE_INFINITY;
            sources[p].remove(id);
            inject(id, 0, untilNs);
            if (sources[p].size() == 0) {
                ports.demand(p, 0);
                busy.remove(p);
            } else {
                ports.touch(p);
            }
            injected.add(id);
        }
        ending.clear();
    }

    /** Tells senders that count bytes what they could send, and did not. */
    private void spend(double spanNs, double untilNs) {
        for (int k = 0; k < injecting.size(); k++) {
            int id = injecting.get(k);
            double possible = senders.advance(id, pacedUntilNs[id], untilNs);
            pacedUntilNs[id] = untilNs;
            double sent = flows.rate[id] * spanNs;
            if (sent < possible) {
                senders.held(id, possible - sent, untilNs);
            }
            ports.touch(paths.firstPort(id));
        }
    }

    private double fillLevel(IntBag bag, double budget) {
        int[] here = bag.values();
        int count = bag.size();
        double level = budget / count;
        for (int pass = 0; pass < 32; pass++) {
            double below = 0;
            int above = 0;
            for (int k = 0; k < count; k++) {
                double want = wanted[here[k]];
                if (want <= level) {
                    below += want;
                } else {
                    above++;
                }
            }
            if (above == 0) {
                return level;
            }
            double next = (budget - below) / above;
            if (next <= level * (1 + 1e-12)) {
                return next;
            }
            level = next;
        }
        return level;
    }
}
