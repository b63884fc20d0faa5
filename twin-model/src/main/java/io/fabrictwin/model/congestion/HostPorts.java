package io.fabrictwin.model.congestion;

/**
 * Injection: the flows of a host share its port at the pace of their senders; where the pace is more than the port has
 * they share it max-min.
 */
final class HostPorts {
    private static final double BYTE_TOLERANCE = 0.01;

    private final EgressPorts ports;
    private final Paths paths;
    private final Flows flows;
    private final Senders senders;
    private final PauseControl pauses;
    private final boolean paced;
    private final IntBag[] sources;
    private final IntBag busy = new IntBag();
    /** Ports that fell idle in the last step: their load ends with the next. */
    private final IntBag idle = new IntBag();

    private final IntBag injected;
    private final double[] wanted;
    private final double[] pacedBytes;
    private final double[] possibleBytes;
    /** Rate at which a flow is injected from now on. */
    final double[] rate;

    /** Until when the rates of a port stay as they were paced; before the step if they have to be worked out anew. */
    private final double[] steadyUntilNs;

    private boolean moved;
    private double loadMoved;

    /** Transfers whose last byte has been injected are added to {@code injected}. */
    HostPorts(
            EgressPorts ports,
            Paths paths,
            Flows flows,
            Senders senders,
            PauseControl pauses,
            boolean paced,
            IntBag injected) {
        this.ports = ports;
        this.paths = paths;
        this.flows = flows;
        this.senders = senders;
        this.pauses = pauses;
        this.paced = paced;
        this.injected = injected;
        sources = new IntBag[ports.count()];
        steadyUntilNs = new double[ports.count()];
        wanted = new double[paths.transfers()];
        pacedBytes = new double[paths.transfers()];
        possibleBytes = new double[paths.transfers()];
        rate = new double[paths.transfers()];
    }

    /** Begins to inject a transfer, or begins again. */
    void open(int id) {
        int p = paths.firstPort(id);
        if (sources[p] == null) {
            sources[p] = new IntBag();
        }
        if (sources[p].size() == 0) {
            busy.add(p);
        }
        sources[p].add(id);
        steadyUntilNs[p] = Double.NEGATIVE_INFINITY;
    }

    /**
     * Works out the rates of all flows from {@code nowNs} on and returns the time in ns after which the first of them has
     * its last packet out or its sender changes its rate or is told something that may make it, if nothing changes before;
     * at most {@code longestNs}, and no change of a rate ends it before {@code coarseNs}.
     */
    double pace(double nowNs, double longestNs, double coarseNs) {
        double[] remaining = flows.remaining;
        double[] pacedUntilNs = flows.pacedUntilNs;
        double[] lastPacketBytes = paths.lastPacketBytes;
        double spanNs = longestNs;
        for (int b = 0; b < busy.size(); b++) {
            int p = busy.get(b);
            int[] here = sources[p].values();
            int count = sources[p].size();
            double line = ports.lineRate[p];
            double nextNs = Double.POSITIVE_INFINITY;
            double sum = 0;
            for (int k = 0; k < count; k++) {
                int id = here[k];
                double want = line;
                if (paced) {
                    double eventNs = senders.nextEventNs(id);
                    if (eventNs <= nowNs) {
                        senders.advance(id, nowNs, Math.nextUp(nowNs));
                        eventNs = senders.nextEventNs(id);
                    }
                    want = senders.rate(id);
                    nextNs = eventNs < nextNs ? eventNs : nextNs;
                }
                wanted[id] = want;
                sum += want;
            }
            steadyUntilNs[p] = paced && senders.countsBytes() ? Double.NEGATIVE_INFINITY : nextNs;
            // Known first, this bound spares most flows the exact time of their last packet below.
            spanNs = Math.min(spanNs, Math.max(coarseNs, nextNs - nowNs));
            double capacity = ports.capacity(p);
            double level = sum > capacity ? fillLevel(sources[p], capacity) : Double.POSITIVE_INFINITY;
            boolean held = pauses.isHeld(p, nowNs);
            for (int k = 0; k < count; k++) {
                int id = here[k];
                double pace = held ? 0 : Math.min(wanted[id], level);
                rate[id] = pace;
                if (pace > 0) {
                    double spentNs = nowNs - pacedUntilNs[id];
                    double rest = spentNs > 0 ? remaining[id] - spentNs * pace : remaining[id];
                    double last = lastPacketBytes[id];
                    if (rest - last < spanNs * pace) {
                        double early = last * (1 - pace / line);
                        spanNs = Math.min(spanNs, (rest - early) / pace);
                    }
                }
            }
        }
        return spanNs;
    }

    /** Whether the last step injected anything. */
    boolean moved() {
        return moved;
    }

    /** Most by which the last step moved a load, as a share of what the other direction has for data. */
    double loadMoved() {
        return loadMoved;
    }

    /** Injects what the pace allows until {@code untilNs}. */
    void inject(double fromNs, double untilNs) {
        moved = false;
        loadMoved = 0;
        for (int k = 0; k < idle.size(); k++) {
            if (sources[idle.get(k)].size() == 0) {
                loadMoved = Math.max(loadMoved, ports.load(idle.get(k), 0));
            }
        }
        idle.clear();
        for (int b = busy.size() - 1; b >= 0; b--) {
            int p = busy.get(b);
            double sent = steadyUntilNs[p] >= untilNs && pauses.isSteady(p, untilNs)
                    ? injectSteadily(p, fromNs, untilNs)
                    : inject(p, fromNs, untilNs);
            loadMoved = Math.max(loadMoved, ports.load(p, sent / (untilNs - fromNs)));
            ports.sent(p, sent);
            moved |= sent > 0;
            if (sources[p].size() == 0) {
                busy.removeAt(b);
                idle.add(p);
            }
        }
    }

    private double injectSteadily(int p, double fromNs, double untilNs) {
        int[] here = sources[p].values();
        double spanNs = untilNs - fromNs;
        double sent = 0;
        for (int k = sources[p].size() - 1; k >= 0; k--) {
            int id = here[k];
            double pace = rate[id];
            if (pace == 0) {
                ports.pausedNs[p] += spanNs;
                return 0; // held, and all flows of the port with it
            }
            possibleBytes[id] = pace * (untilNs - flows.pacedUntilNs[id]);
            double bytes = Math.min(possibleBytes[id], flows.remaining[id]);
            sent += send(p, k, id, bytes, Double.POSITIVE_INFINITY, untilNs);
        }
        return sent;
    }

    private double inject(int p, double fromNs, double untilNs) {
        int[] here = sources[p].values();
        int count = sources[p].size();
        double spanNs = untilNs - fromNs;
        double sendingNs = pauses.sendingNs(p, fromNs, untilNs);
        ports.pausedNs[p] += spanNs - sendingNs;
        double free = sendingNs == spanNs ? 1 : sendingNs / spanNs;
        double sum = 0;
        double[] remaining = flows.remaining;
        for (int k = 0; k < count; k++) {
            int id = here[k];
            double start = flows.pacedUntilNs[id];
            double bytes = paced ? senders.advance(id, start, untilNs) : ports.lineRate[p] * (untilNs - start);
            pacedBytes[id] = bytes;
            double possible = bytes * free;
            possibleBytes[id] = possible;
            double want = Math.min(possible, remaining[id]);
            wanted[id] = want;
            sum += want;
        }
        double budget = ports.capacity(p) * sendingNs;
        double sent = 0;
        double level = sum > budget ? fillLevel(sources[p], budget) : Double.POSITIVE_INFINITY;
        for (int k = count - 1; k >= 0; k--) {
            int id = here[k];
            double bytes = Math.min(wanted[id], level);
            double out = send(p, k, id, bytes, level, untilNs);
            if (paced && out < pacedBytes[id]) {
                senders.held(id, pacedBytes[id] - out, untilNs);
            }
            sent += out;
        }
        return sent;
    }

    /** Takes bytes off a flow, all that is left if its last packet gets out; the bytes. */
    private double send(int p, int place, int id, double bytes, double level, double untilNs) {
        double rest = flows.remaining[id] - bytes;
        double sent = bytes;
        flows.remaining[id] = rest;
        if (rest <= paths.lastPacketBytes[id] && bytes > 0 && isLast(p, id, bytes, level, untilNs)) {
            sent = bytes + rest;
            flows.remaining[id] = 0;
            sources[p].removeAt(place);
            injected.add(id);
        }
        flows.pacedUntilNs[id] = untilNs;
        flows.pass(paths.offset[id], sent);
        return sent;
    }

    /**
     * Whether a flow that may send {@code bytes} in a step gets its last packet out: a packet leaves at line rate once its
     * turn has come, however slow the pace.
     */
    private boolean isLast(int p, int id, double bytes, double level, double untilNs) {
        double startNs = flows.pacedUntilNs[id];
        double possible = Math.max(bytes, Math.min(possibleBytes[id], level));
        double pace = possible / (untilNs - startNs);
        double early = paths.lastPacketBytes[id] * Math.max(0, 1 - pace / ports.lineRate[p]);
        double rest = flows.remaining[id];
        if (rest > early + BYTE_TOLERANCE) {
            return false;
        }
        double turnNs = startNs + Math.max(0, rest + bytes - early) / pace;
        flows.injectedNs[id] = Math.min(untilNs, turnNs) + early / ports.lineRate[p];
        return true;
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
