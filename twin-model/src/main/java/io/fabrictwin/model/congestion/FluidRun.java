package io.fabrictwin.model.congestion;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of the network-wide fluid. Each flow is paced by its sender, injected at its host's port and moves through the
 * egress queues of its path within a step; what a queue cannot serve in the step waits there.
 *
 * <p>All hops of a path are simulated in the time frame of the sender: a byte that leaves the host now is seen at each
 * queue now, and the propagation delays appear in three closed forms instead: the loop delay of a mark, the loop delay
 * of a pause, and the tail after the last byte.
 *
 * <p>Within a step rates are constant and depths of queues move evenly. A step therefore goes to the next event: a flow
 * starts, ends or changes its rate, a queue gets empty, a port is held or released; and no further than what it may bring
 * about, a mark or a pause, needs to come back to a sender. Changes of rates that follow each other faster than a loop share
 * a step. Between steps rates stay: only flows and ports where something changes are looked at.
 */
final class FluidRun implements PortObserver.Counters {
    /**
     * Changes of rates within this time, or within the shortest loop, are put off or brought forward to a common time: the
     * interval at which common senders check whether to cut.
     */
    private static final double LONGEST_COARSE_NS = 4000;
    /** Pauses that begin or end within this time are averaged, and the longest step while rates have not settled. */
    private static final double SETTLING_NS = 1000;
    /** Events closer together than this share a step. */
    private static final double SHORTEST_STEP_NS = 100;
    /**
     * The same for each flow under way, up to the settling time: a step costs what its flows cost, and the more there are
     * the less each event changes.
     */
    private static final double SHORTEST_STEP_NS_PER_FLOW = 4;
    /** Steps without a byte moved after which what is held is taken to be held for ever. */
    private static final long STANDSTILL_STEPS = 1_000_000;
    /** Rounds in which rates settle. */
    private static final int MOST_ROUNDS = 4;

    private final ActivityGraph graph;
    private final Paths paths;
    private final AckRoutes acks;
    private final LastAcks lastAcks;
    private final Senders senders;
    private final PauseControl pauses;
    private final EgressPorts ports;
    private final Flows flows;
    private final Marking marking;
    private final Losses losses;
    private final HostPorts hosts;
    private final SwitchPorts switches;
    private final QueueMarks marks;
    private final boolean paced;

    private final IntBag active = new IntBag();
    private final IntBag draining = new IntBag();
    private final List<EcnChange> ecnChanges;
    private final Readings readings;
    private int nextEcnChange;
    private double nowNs;
    private long steps;
    private long stepsWithoutMove;
    private boolean loopChanged;
    private double shortestLoopNs;

    /** Transfers from number {@code controlled} on are background, which heeds no marks. */
    FluidRun(
            Network network,
            List<Activity> activities,
            int controlled,
            List<PauseStorm> storms,
            List<EcnChange> ecnChanges,
            @Nullable PortObserver observer,
            ActivityGraph graph,
            long seed) {
        Transport transport = network.transport();
        this.graph = graph;
        this.ecnChanges = ecnChanges.stream()
                .sorted(Comparator.comparingLong(EcnChange::atNs))
                .toList();
        boolean paced = transport.kind().isPaced();
        paths = new Paths(network, activities);
        acks = new AckRoutes(network, activities);
        flows = new Flows(paths);
        List<DcqcnProfile> profiles = activities.stream()
                .map(activity -> activity instanceof Transfer transfer
                        ? network.dcqcn(network.from(transfer.ports()[0]))
                        : transport.dcqcn())
                .toList();
        long alphaTimerNs =
                profiles.stream().mapToLong(DcqcnProfile::alphaTimerNs).min().orElse(1);
        marking = new Marking(paths, transport.wireBytes(), alphaTimerNs, controlled, paced, seed);
        ports = new EgressPorts(network, paths, flows, marking);
        senders = new Senders(profiles);
        pauses = new PauseControl(network, storms);
        readings = new Readings(observer, network.portCount());
        lastAcks = new LastAcks(acks, ports, pauses);
        losses = new Losses(network, paths, flows, ports);
        marks = new QueueMarks(ports, paths, flows, senders, pauses, marking, acks, readings, paced);
        switches = new SwitchPorts(ports, paths, flows, pauses, marks, readings, losses);
        hosts = new HostPorts(ports, paths, flows, senders, pauses, switches, paced, draining);
        this.paced = paced;
    }

    FluidResult run() {
        while (!graph.finished(nowNs)) {
            if (active.size() == 0) {
                if (graph.nothingQueued()) {
                    break;
                }
                nowNs = Math.max(nowNs, (double) graph.nextStartNs());
                flows.nowNs = nowNs;
            }
            while (!graph.nothingQueued() && graph.nextStartNs() <= nowNs) {
                open();
            }
            if (active.size() == 0) {
                continue;
            }
            changeSettings();
            sendAgain();
            readings.upTo(nowNs, this);
            double untilNs = nowNs + spanNs();
            if (untilNs == Double.POSITIVE_INFINITY) {
                break; // everything is held, and nothing is left that could release it
            }
            while (!graph.nothingQueued() && graph.nextStartNs() < untilNs) {
                open();
            }
            share();
            showWithin(untilNs);
            step(untilNs);
            steps++;
            stepsWithoutMove = ports.isAnySending() ? 0 : stepsWithoutMove + 1;
            if (stepsWithoutMove > STANDSTILL_STEPS && graph.nothingQueued()) {
                break;
            }
        }
        readings.end(nowNs, this);
        return result();
    }

    /** Shows a passive observer what goes on evenly until the end of the step. */
    private void showWithin(double untilNs) {
        for (double atNs = readings.nextWithin(untilNs);
                atNs < Double.POSITIVE_INFINITY;
                atNs = readings.nextWithin(untilNs)) {
            flows.nowNs = atNs;
            readings.upTo(atNs, this);
        }
        flows.nowNs = nowNs;
    }

    private void changeSettings() {
        while (nextEcnChange < ecnChanges.size()
                && ecnChanges.get(nextEcnChange).atNs() <= nowNs) {
            EcnChange change = ecnChanges.get(nextEcnChange++);
            ports.ecn[change.port()] = change.ecn();
        }
    }

    /** Lets senders that have learned of a loss send again. */
    private void sendAgain() {
        for (int k = losses.gaps() - 1; k >= 0; k--) {
            int id = losses.gap(k);
            boolean wasDone = flows.remaining[id] == 0;
            flows.settle(id, nowNs);
            if (!losses.sendsAgain(id, nowNs)) {
                continue;
            }
            if (wasDone) {
                draining.remove(id);
                hosts.open(id, nowNs, nowNs);
            } else {
                flows.lastPacketNs[id] = Double.POSITIVE_INFINITY;
                ports.touch(paths.firstPort(id));
            }
        }
    }

    /** Sees to it that senders learn of gaps that have come to show. */
    private void tellGaps(double untilNs) {
        for (int k = 0; k < losses.gaps(); k++) {
            int id = losses.gap(k);
            int hop = losses.shown(id);
            if (hop >= 0) {
                losses.tell(id, untilNs + paths.loopNs[id] + marks.queueingNs(hop, untilNs));
            }
        }
    }

    private void open() {
        int id = graph.pollTransfer();
        if (id < 0) {
            return;
        }
        flows.open(id, (double) graph.startNs(id));
        senders.open(id, ports.lineRate[paths.firstPort(id)]);
        marking.open(id);
        switches.open(id);
        hosts.open(id, (double) graph.startNs(id), nowNs);
        active.add(id);
        loopChanged = true;
    }

    /** Length of the next step, ns; infinite if nothing will ever happen. */
    private double spanNs() {
        double loopNs = shortestLoopNs();
        double coarseNs = Math.min(LONGEST_COARSE_NS, loopNs);
        // What a sender does in a coarse step is done at the end of it that is nearer.
        hosts.pace(senders.countsBytes() ? nowNs : nowNs + coarseNs / 2);
        share();
        double spanNs = graph.nothingQueued() ? Double.POSITIVE_INFINITY : graph.nextStartNs() - nowNs;
        spanNs = Math.min(spanNs, Math.max(SETTLING_NS, pauses.nextChangeNs(nowNs) - nowNs));
        spanNs = Math.min(spanNs, readings.nextStopNs() - nowNs);
        if (nextEcnChange < ecnChanges.size()) {
            spanNs = Math.min(spanNs, ecnChanges.get(nextEcnChange).atNs() - nowNs);
        }
        spanNs = hosts.quietNs(nowNs, spanNs, coarseNs);
        if (ports.isAnyStale() || paths.isCyclic()) {
            spanNs = Math.min(spanNs, SETTLING_NS);
        }
        if (losses.gaps() > 0) {
            spanNs = Math.min(spanNs, losses.nextNs() - nowNs);
            spanNs = losses.mayShow() ? Math.min(spanNs, coarseNs) : spanNs;
        }
        spanNs = Math.min(spanNs, drainNs());
        spanNs = Math.min(spanNs, lastAcks.quietNs(ports.loadRate));
        if (spanNs > coarseNs || (spanNs > SETTLING_NS && pauses.isAnyNear())) {
            spanNs = Math.min(spanNs, switches.quietNs(nowNs, loopNs));
        }
        double shortestNs = Math.min(SETTLING_NS, active.size() * SHORTEST_STEP_NS_PER_FLOW);
        return Math.max(spanNs, Math.max(SHORTEST_STEP_NS, shortestNs));
    }

    /** Works out all rates from now on; what acknowledgements do to each other settles in a few rounds. */
    private void share() {
        for (int round = 0; round < MOST_ROUNDS && ports.isAnyStale(); round++) {
            hosts.share(nowNs);
            switches.share(nowNs);
        }
    }

    private double shortestLoopNs() {
        if (loopChanged) {
            loopChanged = false;
            shortestLoopNs = Double.POSITIVE_INFINITY;
            for (int k = 0; k < active.size(); k++) {
                shortestLoopNs = Math.min(shortestLoopNs, paths.loopNs[active.get(k)]);
            }
        }
        return shortestLoopNs;
    }

    /** Time in ns until the first flow that has been injected has left a queue. */
    private double drainNs() {
        double spanNs = Double.POSITIVE_INFINITY;
        for (int k = 0; k < draining.size(); k++) {
            int id = draining.get(k);
            for (int hop = paths.offset[id] + 1; hop < paths.offset[id + 1]; hop++) {
                if (flows.changesAhead[hop] > 0) {
                    int p = paths.port[hop];
                    double ahead = Math.max(0, flows.leavesAtBytes[hop] - ports.queue[p].served());
                    double capacity = pauses.isHeld(p, nowNs) ? 0 : ports.capacity(p);
                    spanNs = Math.min(spanNs, ahead == 0 ? 0 : ahead / capacity);
                    break;
                }
            }
        }
        return spanNs;
    }

    private void step(double untilNs) {
        hosts.inject(nowNs, untilNs);
        flows.nowNs = untilNs;
        switches.forward(nowNs, untilNs);
        hosts.settle(untilNs);
        if (pauses.mustCount()) {
            switches.tellHeld();
            pauses.account(nowNs, untilNs);
            for (int k = 0; k < pauses.newlyBound.size(); k++) {
                ports.touch(pauses.newlyBound.get(k));
            }
        }
        nowNs = untilNs;
        share();
        tellGaps(untilNs);
        finish(untilNs);
    }

    private void finish(double untilNs) {
        for (int slot = lastAcks.size() - 1; slot >= 0; slot--) {
            endWhenBack(slot, untilNs);
        }
        for (int k = draining.size() - 1; k >= 0; k--) {
            int id = draining.get(k);
            if (!isDrained(id)) {
                continue;
            }
            double drained = flows.injectedNs[id];
            for (int hop = paths.offset[id] + 1; hop < paths.offset[id + 1]; hop++) {
                drained = Math.max(drained, flows.lastServiceNs[hop]);
            }
            switches.close(id);
            draining.removeAt(k);
            active.remove(id);
            loopChanged = true;
            senders.close(id);
            if (acks.isKnown(id)) {
                lastAcks.add(id, drained);
                endWhenBack(lastAcks.size() - 1, untilNs);
            } else {
                double waitNs = acks.lastQueueingNs(id, ports, pauses, drained);
                graph.end(id, Math.round(drained + paths.tailNs[id] + waitNs));
            }
        }
    }

    private boolean isDrained(int id) {
        for (int hop = paths.offset[id] + 1; hop < paths.offset[id + 1]; hop++) {
            if (!flows.isGone(hop)) {
                return false;
            }
        }
        return !losses.hasGap(id);
    }

    private void endWhenBack(int slot, double untilNs) {
        if (lastAcks.advance(slot, ports.loadRate, untilNs)) {
            int id = lastAcks.transfer(slot);
            graph.end(id, Math.round(lastAcks.atNs(slot) + paths.tailNs[id]));
            lastAcks.remove(slot);
        }
    }

    private FluidResult result() {
        long[] txBytes = new long[ports.count()];
        for (int p = 0; p < txBytes.length; p++) {
            txBytes[p] = ports.txBytes(p);
        }
        return new FluidResult(
                graph.startsUntil(graph.stopNs()),
                graph.endsUntil(graph.stopNs()),
                txBytes,
                ports.totals((double) Math.max(1, graph.stopNs()), paced, losses.droppedBytes()),
                steps);
    }

    @Override
    public long txBytes(int port) {
        return ports.txBytes(port);
    }

    @Override
    public long markedPackets(int port) {
        return ports.markedPackets(port);
    }

    @Override
    public long notifications(int port) {
        return readings.notifications(port);
    }

    @Override
    public long pauseFrames(int port) {
        return pauses.frames(port) + pauses.stormPeriods(port, flows.nowNs);
    }

    @Override
    public long pausedNs(int port) {
        boolean isWaiting = ports.users[port] > 0 && pauses.isHeld(port, nowNs);
        double sinceNs = isWaiting ? flows.nowNs - nowNs : 0;
        return Math.round(Math.max(ports.pausedNs[port] + sinceNs, pauses.stormNs(port, flows.nowNs)));
    }

    @Override
    public long queueBytes(int port) {
        return Math.round(ports.queue[port].bytes());
    }

    @Override
    public long queuePeakBytes(int port) {
        return readings.peakBytes(port);
    }
}
