package io.fabrictwin.model.scenario;

import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.scenario.ForkState.HostFacts;
import io.fabrictwin.model.scenario.WorkloadWindow.CollectiveSpan;
import io.fabrictwin.model.scenario.WorkloadWindow.RecordedStep;
import io.fabrictwin.model.step.CollectiveWork;
import io.fabrictwin.model.step.LibraryMessages;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds bytes that no known job explains: what a port's counters say it sent before the fork, less what the recorded
 * collectives of all jobs put on the wire there, acknowledgements included. The time before the fork is cut into windows;
 * the background is the mean over them, and their spread is the noise that it has to stand out from.
 */
final class Background {
    /** Windows that the time before the fork is cut into: enough to tell the spread of their mean. */
    private static final int WINDOWS = 8;
    /** Steps looked back upon: one a window. */
    private static final int STEPS = WINDOWS;
    /** Fewer windows with both counters and work tell of no spread. */
    private static final int LEAST_WINDOWS = 4;
    /** The mean must be so many standard errors: of 8 windows of noise alone, fewer than one in 1,000 is. */
    private static final double LEAST_STANDARD_ERRORS = 5;
    /** Share of a line rate below which headers, pause frames and clocks may be what is not explained. */
    private static final double LEAST_SHARE = 0.01;

    /** Bytes that work put on a port, evenly over a stretch of time. */
    private record Span(long fromNs, long toNs, double bytes) {
        double bytesWithin(long windowFromNs, long windowToNs) {
            long overlapNs = Math.min(toNs, windowToNs) - Math.max(fromNs, windowFromNs);
            return overlapNs <= 0 ? 0 : bytes * overlapNs / (toNs - fromNs);
        }
    }

    /** Ports that send data of a connection, and its acknowledgements. */
    private record ConnectionPorts(List<PortId> there, List<PortId> back) {}

    private final ForkState state;
    private final WorkloadWindow window;
    private final Connections connections;
    private final @Nullable Routing acknowledgements;
    private final long baseTimeNs;
    /** Up to here it is known what was sent. */
    private long untilNs;

    private final Map<String, List<PortId>> portsByEnds = new HashMap<>();
    /** A ring sends over one connection in each of its rounds. */
    private final IdentityHashMap<Job.Connection, ConnectionPorts> portsByConnection = new IdentityHashMap<>();

    private final Map<PortId, Double> bitsPerSecond = new TreeMap<>();
    private final Map<PortId, List<Span>> explained = new HashMap<>();

    private Background(
            ForkState state,
            WorkloadWindow window,
            Connections connections,
            @Nullable Routing acknowledgements,
            long baseTimeNs) {
        this.state = state;
        this.window = window;
        this.connections = connections;
        this.acknowledgements = acknowledgements;
        this.baseTimeNs = baseTimeNs;
        untilNs = baseTimeNs;
        state.links.forEach((link, facts) -> {
            for (PortId port : List.of(link.a(), link.b())) {
                bitsPerSecond.put(port, facts.bitsPerSecond());
                portsByEnds
                        .computeIfAbsent(ends(port.device(), link.opposite(port).device()), unused -> new ArrayList<>())
                        .add(port);
            }
        });
    }

    /**
     * The background at the base time by port, bytes per second of data; empty where it cannot be told, as the work of a
     * running job or the counters are not known. The former is added to what the state assumes.
     *
     * @param acknowledgements the rule by which acknowledgements find their paths; null: unknown, the way of the data back
     */
    static SortedMap<PortId, Double> of(
            FabricFrame frame,
            ForkState state,
            WorkloadWindow window,
            Connections connections,
            @Nullable Routing acknowledgements,
            long baseTimeNs) {
        return new Background(state, window, connections, acknowledgements, baseTimeNs).of(frame);
    }

    private SortedMap<PortId, Double> of(FabricFrame frame) {
        SortedMap<PortId, Double> found = new TreeMap<>();
        long longestNs = 0;
        long firstNs = Long.MIN_VALUE;
        for (Job job : frame.jobs()) {
            SortedMap<Long, RecordedStep> past = past(job);
            if (past.isEmpty()) {
                continue; // not run again either: what it sends is background
            }
            if (!explain(job, past)) {
                state.used.assume("no traffic beside the jobs", "what " + job.id() + " sent before is not recorded");
                return found;
            }
            for (RecordedStep step : past.values()) {
                longestNs = Math.max(longestNs, step.durationNs().orElse(0));
            }
            untilNs = Math.min(untilNs, knownUntilNs(job, past));
            if (job.isRunning()) {
                firstNs = Math.max(firstNs, startNs(past));
            }
        }
        if (longestNs == 0) {
            return found;
        }
        long fromNs = Math.max(firstNs, untilNs - STEPS * longestNs);
        if (fromNs >= untilNs) {
            return found;
        }
        bitsPerSecond.forEach((port, rate) -> {
            Double bytesPerSecond = unexplained(port, fromNs);
            if (bytesPerSecond != null && bytesPerSecond > LEAST_SHARE * rate / 8) {
                found.put(port, bytesPerSecond);
            }
        });
        return withoutAcknowledgements(found);
    }

    /** Steps that began before the base time. */
    private SortedMap<Long, RecordedStep> past(Job job) {
        SortedMap<Long, RecordedStep> past = new TreeMap<>();
        window.steps(job.id()).forEach((number, step) -> {
            Long startNs = step.startNs();
            if (startNs != null && startNs < baseTimeNs) {
                past.put(number, step);
            }
        });
        return past;
    }

    /** What a running job sends in a step that no record tells of is not known. */
    private long knownUntilNs(Job job, SortedMap<Long, RecordedStep> past) {
        long newest = past.lastKey();
        Long endNs = required(past.get(newest)).endNs();
        RecordedStep next = window.steps(job.id()).get(newest + 1);
        if (!job.isRunning() || endNs == null || (next != null && next.startNs() != null)) {
            return baseTimeNs;
        }
        return Math.min(baseTimeNs, endNs);
    }

    private static long startNs(SortedMap<Long, RecordedStep> steps) {
        Long startNs = required(steps.get(steps.firstKey())).startNs();
        return startNs == null ? Long.MIN_VALUE : startNs;
    }

    /** Puts down what the steps of a job sent; false where that is not known. */
    private boolean explain(Job job, SortedMap<Long, RecordedStep> steps) {
        for (Job.PlannedCollective collective : job.collectives()) {
            Map<PortId, Double> bytes = bytes(job, collective);
            if (bytes == null) {
                return false;
            }
            for (RecordedStep step : steps.values()) {
                CollectiveSpan span = step.collectives().get(collective.index());
                Long fromNs = span == null ? step.startNs() : (Long) span.startNs();
                Long toNs = span == null ? step.endNs() : span.endNs();
                if (fromNs == null) {
                    return false;
                }
                if (toNs == null) {
                    untilNs = Math.min(untilNs, fromNs);
                } else if (toNs > fromNs) {
                    bytes.forEach((port, sent) -> explained
                            .computeIfAbsent(port, unused -> new ArrayList<>())
                            .add(new Span(fromNs, toNs, sent)));
                }
            }
        }
        return !job.collectives().isEmpty();
    }

    /** Wire bytes of a collective by port, acknowledgements included; null where a connection was not recorded. */
    private @Nullable Map<PortId, Double> bytes(Job job, Job.PlannedCollective collective) {
        HostFacts sender = ForkNetwork.commonSender(state);
        ForkState.JobFacts facts = state.jobs.get(job.id());
        int pairs = facts == null ? 1 : facts.queuePairs();
        Map<PortId, Double> bytes = new HashMap<>();
        CollectiveWork work = new CollectiveWork(
                collective.operation(), collective.bytesPerRank(), collective.launchFraction(), collective.stream());
        for (LibraryMessages.PairTraffic sent :
                LibraryMessages.traffic(work, job.hosts().size(), null)) {
            DeviceId source = job.hosts().get(sent.sourceRank());
            DeviceId destination = job.hosts().get(sent.destinationRank());
            for (int pair = 0; pair < pairs && source != null && destination != null; pair++) {
                Job.Connection connection = connections.between(
                        new Connections.Ends(
                                job.id(), collective.stream(), sent.sourceRank(), sent.destinationRank(), pair),
                        source,
                        destination);
                if (connection == null) {
                    return null;
                }
                double payload = (double) sent.messageBytes() / pairs;
                double packets = sent.messages() * Math.ceil(payload / sender.payloadBytes());
                double wireBytes = sent.messages() * payload + packets * (sender.wireBytes() - sender.payloadBytes());
                ConnectionPorts ports = portsByConnection.computeIfAbsent(connection, this::portsOf);
                ports.there().forEach(port -> bytes.merge(port, wireBytes, Double::sum));
                ports.back().forEach(port -> bytes.merge(port, packets * ForkNetwork.ACK_BYTES, Double::sum));
            }
        }
        return bytes;
    }

    private List<DeviceId> wayBack(Job.Connection connection) {
        if (acknowledgements == null) {
            List<DeviceId> back = new ArrayList<>(connection.path());
            Collections.reverse(back);
            return back;
        }
        DeviceId receiver = connection.destinationHost();
        DeviceId sender = connection.sourceHost();
        int receiverPort = connection.destinationPort();
        int senderPort = connection.sourcePort();
        return acknowledgements.path(receiver, sender, receiverPort, senderPort);
    }

    private ConnectionPorts portsOf(Job.Connection connection) {
        int receiverPort = connection.destinationPort();
        int senderPort = connection.sourcePort();
        return new ConnectionPorts(
                ports(connection.path(), senderPort, receiverPort),
                ports(wayBack(connection), receiverPort, senderPort));
    }

    private List<PortId> ports(List<DeviceId> path, int sourcePort, int destinationPort) {
        List<PortId> ports = new ArrayList<>();
        for (int hop = 0; hop + 1 < path.size(); hop++) {
            List<PortId> between = portsByEnds.getOrDefault(ends(path.get(hop), path.get(hop + 1)), List.of());
            if (!between.isEmpty()) {
                ports.add(between.get(Ways.parallel(sourcePort, destinationPort, between.size())));
            }
        }
        return ports;
    }

    private static String ends(DeviceId from, DeviceId to) {
        return from + ">" + to;
    }

    /** Bytes per second sent beyond what is explained; null where they do not stand out from noise, or are not known. */
    private @Nullable Double unexplained(PortId port, long fromNs) {
        SortedMap<Long, SortedMap<String, Long>> samples = window.counters(port).subMap(fromNs, untilNs + 1);
        if (samples.size() <= LEAST_WINDOWS) {
            return null;
        }
        List<Long> timesNs = List.copyOf(samples.keySet());
        int windows = Math.min(WINDOWS, timesNs.size() - 1);
        double[] rates = new double[windows];
        for (int index = 0; index < windows; index++) {
            long startNs = timesNs.get(index * (timesNs.size() - 1) / windows);
            long endNs = timesNs.get((index + 1) * (timesNs.size() - 1) / windows);
            Long before = required(samples.get(startNs)).get(CounterName.TX_BYTES);
            Long after = required(samples.get(endNs)).get(CounterName.TX_BYTES);
            if (before == null || after == null || after < before) {
                return null;
            }
            double known = 0;
            for (Span span : explained.getOrDefault(port, List.of())) {
                known += span.bytesWithin(startNs, endNs);
            }
            rates[index] = (after - before - known) * 1e9 / (endNs - startNs);
        }
        double mean = 0;
        for (double rate : rates) {
            mean += rate / windows;
        }
        double squares = 0;
        for (double rate : rates) {
            squares += (rate - mean) * (rate - mean);
        }
        double standardError = Math.sqrt(squares / (windows - 1) / windows);
        return mean > LEAST_STANDARD_ERRORS * standardError ? (Double) mean : null;
    }

    private static <T> T required(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("a key of a map has no value");
        }
        return value;
    }

    /** The engine acknowledges background itself: takes that out of what goes the other way. */
    private SortedMap<PortId, Double> withoutAcknowledgements(SortedMap<PortId, Double> found) {
        double share =
                (double) ForkNetwork.ACK_BYTES / ForkNetwork.commonSender(state).wireBytes();
        SortedMap<PortId, Double> data = new TreeMap<>();
        for (LinkId link : state.links.keySet()) {
            double there = found.getOrDefault(link.a(), 0.0);
            double back = found.getOrDefault(link.b(), 0.0);
            putPositive(data, link.a(), there - share * back);
            putPositive(data, link.b(), back - share * there);
        }
        return data;
    }

    private static void putPositive(SortedMap<PortId, Double> map, PortId port, double bytesPerSecond) {
        if (bytesPerSecond > 0) {
            map.put(port, bytesPerSecond);
        }
    }
}
