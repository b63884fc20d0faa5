package io.fabrictwin.model.scenario;

import io.fabrictwin.model.calibration.UsedValue;
import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.PfcProfile;
import io.fabrictwin.model.congestion.TransportKind;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.frame.Device;
import io.fabrictwin.model.frame.EcnSettings;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.frame.JobLibrary;
import io.fabrictwin.model.frame.Link;
import io.fabrictwin.model.frame.PfcSettings;
import io.fabrictwin.model.frame.SenderSettings;
import io.fabrictwin.model.frame.UsualValues;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.nccl.Algorithm;
import io.fabrictwin.model.pause.Watchdog;
import io.fabrictwin.model.route.Spreading;
import io.fabrictwin.model.scenario.UsedSettings.Setting;
import io.fabrictwin.model.step.CollectiveWork;
import io.fabrictwin.model.step.LibraryMessages;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Everything of a frame that a run reads, with a value for every setting: what the frame does not know has its
 * documented default, as {@link #used} tells. Changes edit a copy. Two equal states give equal runs.
 */
final class ForkState {
    /** Rate for which the default thresholds and increases hold; they go with the rate. */
    private static final double DEFAULTS_AT_BITS_PER_SECOND = 100e9;
    /** ECN where unknown, at 100 Gbit/s: as public DCQCN studies set it. */
    private static final EcnProfile DEFAULT_ECN = new EcnProfile(true, 400_000, 1_600_000, 0.2);
    /** Dynamic pause threshold where unknown: what most switches ship with. */
    private static final double DEFAULT_PFC_ALPHA = 0.125;

    private static final long DEFAULT_RESERVE_BYTES = 4096;
    private static final long DEFAULT_RESUME_OFFSET_BYTES = 3072;
    private static final long DEFAULT_BUFFER_BYTES = 32L << 20;

    private static final double DEFAULT_GAIN = 1 / 256.0;
    private static final long DEFAULT_ALPHA_TIMER_NS = 1_000;
    private static final long DEFAULT_RATE_DECREASE_INTERVAL_NS = 4_000;
    private static final long DEFAULT_RATE_INCREASE_TIMER_NS = 300_000;
    private static final double DEFAULT_ADDITIVE_INCREASE = 20e6;
    private static final double DEFAULT_HYPER_INCREASE = 200e6;
    private static final double DEFAULT_MIN_RATE = 1e9;
    private static final int DEFAULT_FAST_RECOVERY_TIMES = 1;

    static final int PRIORITIES = 8;
    /** Priority of RDMA traffic where nothing is told: what vendors' guides to RoCE use. */
    private static final int USUAL_PRIORITY = 3;

    /**
     * A switch.
     *
     * @param routingSeed null: unknown
     */
    record SwitchFacts(@Nullable Long routingSeed, long bufferBytes) {}

    /**
     * A host.
     *
     * @param address null: unknown
     */
    record HostFacts(@Nullable String address, DcqcnProfile dcqcn, int payloadBytes, int wireBytes) {}

    /** A link. */
    record LinkFacts(boolean isUp, double bitsPerSecond, long delayNs) {
        LinkFacts withState(boolean up) {
            return new LinkFacts(up, bitsPerSecond, delayNs);
        }
    }

    /**
     * A host whose NIC pauses the switch port that faces it.
     *
     * @param firstPauseNs begin of a pause, event time
     */
    record Storm(long periodNs, long pausedNs, long firstPauseNs) {}

    /**
     * A job.
     *
     * @param queuePairs connections over which each message is split
     * @param computeFactors by rank, times the recorded computing time; absent is 1
     * @param arrival what an arriving job computes; null for a recorded job
     * @param channels channels of the library, which the connections belong to; null: not told
     */
    record JobFacts(
            SortedMap<Integer, DeviceId> hosts,
            int queuePairs,
            List<CollectiveWork> collectives,
            SortedMap<Integer, Double> computeFactors,
            boolean hasNewPorts,
            boolean isStopping,
            @Nullable Arrival arrival,
            @Nullable Integer channels) {
        JobFacts {
            hosts = Collections.unmodifiableSortedMap(new TreeMap<>(hosts));
            collectives = List.copyOf(collectives);
            computeFactors = Collections.unmodifiableSortedMap(new TreeMap<>(computeFactors));
        }

        JobFacts withHosts(SortedMap<Integer, DeviceId> newHosts) {
            return new JobFacts(
                    newHosts, queuePairs, collectives, computeFactors, hasNewPorts, isStopping, arrival, channels);
        }

        JobFacts withQueuePairs(int count) {
            return new JobFacts(hosts, count, collectives, computeFactors, hasNewPorts, isStopping, arrival, channels);
        }

        JobFacts withCollectives(List<CollectiveWork> others) {
            return new JobFacts(hosts, queuePairs, others, computeFactors, hasNewPorts, isStopping, arrival, channels);
        }

        JobFacts withComputeFactor(int rank, double factor) {
            SortedMap<Integer, Double> factors = new TreeMap<>(computeFactors);
            factors.put(rank, factor);
            return new JobFacts(hosts, queuePairs, collectives, factors, hasNewPorts, isStopping, arrival, channels);
        }

        JobFacts withNewPorts() {
            return new JobFacts(hosts, queuePairs, collectives, computeFactors, true, isStopping, arrival, channels);
        }

        JobFacts stopping() {
            return new JobFacts(hosts, queuePairs, collectives, computeFactors, hasNewPorts, true, arrival, channels);
        }

        /** Each channel has connections of its own: their number goes with that of the channels. */
        JobFacts withChannels(int count) {
            int today = channels == null ? 1 : channels;
            int connections = Math.max(1, (int) Math.ceil((double) queuePairs * count / today));
            return new JobFacts(
                    hosts,
                    connections,
                    collectives.stream()
                            .map(work -> work.with(work.library().withChannels(count)))
                            .toList(),
                    computeFactors,
                    hasNewPorts,
                    isStopping,
                    arrival,
                    count);
        }

        /** Whether switches reduce for any of its collectives. */
        boolean needsReduction() {
            return collectives.stream()
                    .anyMatch(
                            work -> LibraryMessages.needsSwitches(work.library().algorithm())
                                    && LibraryMessages.runs(work.library().algorithm(), work.operation()));
        }
    }

    /**
     * Computing times of an arriving job.
     *
     * @param copyOf computes as this recorded job; null: as the other two say
     */
    record Arrival(long computeNs, double jitter, @Nullable JobId copyOf) {}

    final SortedMap<DeviceId, SwitchFacts> switches = new TreeMap<>();
    final SortedMap<DeviceId, HostFacts> hosts = new TreeMap<>();
    final SortedMap<LinkId, LinkFacts> links = new TreeMap<>();
    /** The priority in which all known traffic is, unless a change moves some; {@link #queues} are its queues. */
    int priority = USUAL_PRIORITY;

    final QueueClass queues;
    /** Queues of other priorities, where a change speaks of them. */
    final SortedMap<Integer, QueueClass> otherQueues = new TreeMap<>();
    /** By job whose priority a change has set. */
    final SortedMap<JobId, Integer> priorityOfJob = new TreeMap<>();
    /** Of what no known job explains; null: as all. */
    @Nullable
    Integer priorityOfBackground;
    /** By priority, the number of its queue where that is not the same. */
    final SortedMap<Integer, Integer> queueOfPriority = new TreeMap<>();
    /** By switch, what it does about a pause that does not end; absent: nothing. */
    final SortedMap<DeviceId, Watchdog> watchdogs = new TreeMap<>();

    final SortedMap<JobId, JobFacts> jobs = new TreeMap<>();
    /** By host. */
    final SortedMap<DeviceId, Storm> storms = new TreeMap<>();
    /** Switches that do not spread traffic by the hash that the recording shows. */
    final SortedMap<DeviceId, Spreading> spreading = new TreeMap<>();
    /** What lies between the NIC and the GPU of a host, where that is more than one PCIe switch. */
    final SortedMap<DeviceId, HostBus> hostBuses = new TreeMap<>();
    /** Switches that can reduce. */
    final SortedSet<DeviceId> reducing = new TreeSet<>();
    /** What senders do. */
    TransportKind transport = TransportKind.ROCE_DCQCN;
    /** By port, bytes per second that no known job explains. */
    final SortedMap<PortId, Double> background = new TreeMap<>();
    /** What of the changes the engine cannot represent, in words; where there is any, nothing can be told. */
    final List<String> unanswerable = new ArrayList<>();
    /** What the frame told of settings and what it did not; changes leave no trace in it. */
    final UsedSettings used;

    private ForkState(UsedSettings used, QueueClass queues) {
        this.used = used;
        this.queues = queues;
    }

    /** Takes a frame apart; a fact without which nothing can be run is missing from the maps, and {@code used} says so. */
    static ForkState of(FabricFrame frame) {
        ForkState state = new ForkState(new UsedSettings(), new QueueClass());
        Map<DeviceId, Integer> linkCount = new HashMap<>();
        for (Link link : frame.links()) {
            if (link.isSeen()) {
                linkCount.merge(link.id().a().device(), 1, Integer::sum);
                linkCount.merge(link.id().b().device(), 1, Integer::sum);
            }
        }
        Map<DeviceId, Device> devices = new TreeMap<>();
        frame.devices().forEach(device -> devices.put(device.id(), device));
        double hostRate = hostRate(frame, devices, linkCount);
        for (DeviceId id : linkCount.keySet().stream().sorted().toList()) {
            Device device = devices.get(id);
            if (isSwitch(device, linkCount.getOrDefault(id, 0))) {
                state.addSwitch(id, device);
            } else {
                state.addHost(id, device, frame.sender(id), hostRate);
            }
        }
        for (Link link : frame.links()) {
            state.addLink(frame, link);
        }
        for (Job job : frame.jobs()) {
            if (job.isRunning() && !job.hosts().isEmpty() && !job.collectives().isEmpty()) {
                state.addJob(job, new ToldLibrary(JobLibrary.of(frame, job.id()), state.used));
                state.hostBuses.putAll(HostBus.told(frame, job, state.links));
            }
        }
        state.reducing.addAll(Reducers.told(frame, state));
        state.dropTreesWithoutSwitches();
        return state;
    }

    /** Collectives that the library's log says are reduced by switches, where no tree of switches joins the hosts. */
    private void dropTreesWithoutSwitches() {
        ReductionTrees trees = new ReductionTrees(this, reducing);
        jobs.replaceAll((job, facts) -> {
            if (!facts.needsReduction() || trees.of(job, facts) != null) {
                return facts;
            }
            used.assume("rings in " + job, "no tree of switches joins its hosts");
            return facts.withCollectives(facts.collectives().stream()
                    .map(work -> work.with(work.library().withAlgorithm(Algorithm.RING)))
                    .toList());
        });
    }

    private static boolean isSwitch(@Nullable Device device, int links) {
        if (device != null && device.kind() != null) {
            return device.kind() == DeviceKind.SWITCH;
        }
        return links > 1;
    }

    private static double hostRate(FabricFrame frame, Map<DeviceId, Device> devices, Map<DeviceId, Integer> linkCount) {
        double greatest = 0;
        for (Link link : frame.links()) {
            Long rate = link.bitsPerSecond();
            for (DeviceId end : List.of(link.id().a().device(), link.id().b().device())) {
                if (rate != null && !isSwitch(devices.get(end), linkCount.getOrDefault(end, 0))) {
                    greatest = Math.max(greatest, rate);
                }
            }
        }
        return greatest > 0 ? greatest : DEFAULTS_AT_BITS_PER_SECOND;
    }

    private void addSwitch(DeviceId id, @Nullable Device device) {
        Long buffer = device == null ? null : device.bufferBytes();
        switches.put(
                id,
                new SwitchFacts(
                        device == null ? null : device.routingSeed(),
                        used.or(Setting.BUFFER, buffer, DEFAULT_BUFFER_BYTES)));
    }

    private void addHost(DeviceId id, @Nullable Device device, SenderSettings sender, double hostRate) {
        double scale = hostRate / DEFAULTS_AT_BITS_PER_SECOND;
        int payload = used.or(Setting.PAYLOAD, sender.payloadBytes(), UsualValues.PAYLOAD_BYTES);
        Integer wire = sender.wireBytes();
        int headers =
                used.or(Setting.HEADERS, wire == null ? null : (Integer) (wire - payload), UsualValues.HEADER_BYTES);
        hosts.put(
                id,
                new HostFacts(
                        device == null ? null : device.address(),
                        new DcqcnProfile(
                                used.or(Setting.GAIN, sender.gain(), DEFAULT_GAIN),
                                used.or(Setting.ALPHA_TIMER, sender.alphaTimerNs(), DEFAULT_ALPHA_TIMER_NS),
                                used.or(
                                        Setting.RATE_DECREASE_INTERVAL,
                                        sender.rateDecreaseIntervalNs(),
                                        DEFAULT_RATE_DECREASE_INTERVAL_NS),
                                used.or(
                                        Setting.RATE_INCREASE_TIMER,
                                        sender.rateIncreaseTimerNs(),
                                        DEFAULT_RATE_INCREASE_TIMER_NS),
                                used.or(
                                        Setting.ADDITIVE_INCREASE,
                                        asDouble(sender.additiveIncreaseBitsPerSecond()),
                                        DEFAULT_ADDITIVE_INCREASE * scale),
                                used.or(
                                        Setting.HYPER_INCREASE,
                                        asDouble(sender.hyperIncreaseBitsPerSecond()),
                                        DEFAULT_HYPER_INCREASE * scale),
                                used.or(Setting.MIN_RATE, asDouble(sender.minRateBitsPerSecond()), DEFAULT_MIN_RATE),
                                used.or(
                                        Setting.FAST_RECOVERY_TIMES,
                                        sender.fastRecoveryTimes(),
                                        DEFAULT_FAST_RECOVERY_TIMES)),
                        payload,
                        payload + headers));
    }

    private static @Nullable Double asDouble(@Nullable Long number) {
        return number == null ? null : (Double) (double) number;
    }

    private void addLink(FabricFrame frame, Link link) {
        Long rate = link.bitsPerSecond();
        if (!link.isSeen()) {
            return;
        }
        if (rate == null || rate == 0) {
            used.assume("rate of link " + link.id(), "left out, as it has none");
            return;
        }
        used.add(Setting.RATE, rate, true);
        Boolean isUp = link.isUp();
        links.put(
                link.id(),
                new LinkFacts(
                        isUp == null || isUp, rate, used.or(Setting.DELAY, link.delayNs(), UsualValues.LINK_DELAY_NS)));
        for (PortId port : List.of(link.id().a(), link.id().b())) {
            if (switches.containsKey(port.device())) {
                queues.ecn.put(port, ecn(frame, port, rate));
                queues.pfc.put(port, pfc(frame, port));
            }
        }
    }

    private EcnProfile ecn(FabricFrame frame, PortId port, double bitsPerSecond) {
        EcnSettings settings = frame.ecn(port, null);
        for (int own = 0; own < PRIORITIES && settings.kminBytes() == null; own++) {
            settings = frame.ecn(port, own);
            priority = settings.kminBytes() == null ? priority : own;
        }
        Boolean enabled = settings.enabled();
        Long kmin = settings.kminBytes();
        Long kmax = settings.kmaxBytes();
        if (kmin == null || kmax == null) {
            double scale = bitsPerSecond / DEFAULTS_AT_BITS_PER_SECOND;
            EcnProfile usual = new EcnProfile(
                    enabled == null || enabled,
                    Math.round(DEFAULT_ECN.kminBytes() * scale),
                    Math.round(DEFAULT_ECN.kmaxBytes() * scale),
                    DEFAULT_ECN.pmax());
            used.add(Setting.ECN_THRESHOLDS, thresholds(usual.kminBytes(), usual.kmaxBytes()), false);
            return usual;
        }
        used.add(Setting.ECN_THRESHOLDS, thresholds(kmin, kmax), true);
        return new EcnProfile(
                used.or(Setting.MARKING, enabled, true),
                kmin,
                kmax,
                used.or(Setting.PMAX, settings.pmax(), DEFAULT_ECN.pmax()));
    }

    private static String thresholds(long kminBytes, long kmaxBytes) {
        return "Kmin " + UsedValue.text(kminBytes / 1e3, "KB") + ", Kmax " + UsedValue.text(kmaxBytes / 1e3, "KB");
    }

    private PfcProfile pfc(FabricFrame frame, PortId port) {
        PfcSettings settings = frame.pfc(port, null);
        for (int own = 0; own < PRIORITIES && settings.alpha() == null && settings.xoffBytes() == null; own++) {
            settings = frame.pfc(port, own);
        }
        Long xoff = settings.alpha() == null ? settings.xoffBytes() : null;
        if (xoff != null) {
            used.add(Setting.PFC_XOFF, xoff, true);
        }
        Long headroom = settings.headroomBytes();
        used.add(
                Setting.PFC_HEADROOM,
                headroom == null ? "three one-way delays at line rate" : headroom,
                headroom != null);
        return new PfcProfile(
                used.or(Setting.PFC, settings.enabled(), true),
                xoff == null ? used.or(Setting.PFC_ALPHA, settings.alpha(), DEFAULT_PFC_ALPHA) : DEFAULT_PFC_ALPHA,
                xoff,
                used.or(Setting.PFC_RESERVE, settings.reserveBytes(), DEFAULT_RESERVE_BYTES),
                used.or(Setting.PFC_RESUME_OFFSET, settings.resumeOffsetBytes(), DEFAULT_RESUME_OFFSET_BYTES),
                headroom);
    }

    private void addJob(Job job, ToldLibrary library) {
        List<CollectiveWork> collectives = new ArrayList<>();
        for (Job.PlannedCollective planned : job.collectives()) {
            collectives.add(library.told(new CollectiveWork(
                    planned.operation(), planned.bytesPerRank(), planned.launchFraction(), planned.stream())));
        }
        int seen = 1
                + job.connections().stream()
                        .mapToInt(Job.Connection::queuePair)
                        .max()
                        .orElse(0);
        Integer told = job.queuePairsPerConnection();
        int queuePairs = told == null || told == 0 ? seen : told;
        boolean isTold = (told != null && told != 0) || !job.connections().isEmpty();
        used.add(Setting.QUEUE_PAIRS, queuePairs, isTold);
        Integer channels = library.channels();
        jobs.put(
                job.id(),
                new JobFacts(
                        job.hosts(),
                        // each channel has queue pairs of its own; recorded connections are those of all channels
                        channels == null || !job.connections().isEmpty() ? queuePairs : channels * queuePairs,
                        collectives,
                        Collections.emptySortedMap(),
                        false,
                        false,
                        null,
                        channels));
    }

    /** The device at the other end of the port's cable; null where none is known. */
    @Nullable
    DeviceId neighbour(PortId port) {
        for (LinkId link : links.keySet()) {
            if (link.a().equals(port) || link.b().equals(port)) {
                return link.opposite(port).device();
            }
        }
        return null;
    }

    /** Queues of a priority, which may be changed; those that no change has spoken of yet are as those in use. */
    QueueClass queuesOf(int asked) {
        return asked == priority ? queues : otherQueues.computeIfAbsent(asked, any -> queues.copy());
    }

    int priorityOf(JobId job) {
        return laneOf(priorityOfJob.getOrDefault(job, priority));
    }

    int priorityOfBackground() {
        Integer own = priorityOfBackground;
        return laneOf(own == null ? priority : own);
    }

    /** Priorities whose queue is one are as the one of all traffic if it is among them, else as the lowest of them. */
    private int laneOf(int asked) {
        int queue = queueOfPriority.getOrDefault(asked, asked);
        if (queueOfPriority.getOrDefault(priority, priority) == queue) {
            return priority;
        }
        for (int other = 0; other < asked; other++) {
            if (queueOfPriority.getOrDefault(other, other) == queue) {
                return other;
            }
        }
        return asked;
    }

    /** Priorities that have queues of their own in a run: that of all traffic, and those to which changes have moved some. */
    SortedSet<Integer> usedPriorities() {
        SortedSet<Integer> used = new TreeSet<>(List.of(priority, priorityOfBackground()));
        jobs.keySet().forEach(job -> used.add(priorityOf(job)));
        return used;
    }

    private boolean queuesLike(ForkState other) {
        SortedSet<Integer> used = usedPriorities();
        return used.equals(other.usedPriorities())
                && priorityOfBackground() == other.priorityOfBackground()
                && jobs.keySet().stream().allMatch(job -> priorityOf(job) == other.priorityOf(job))
                && used.stream()
                        .allMatch(own -> queuesOf(own).isLike(other.queuesOf(own))
                                && (used.size() == 1 || queuesOf(own).isServedLike(other.queuesOf(own))));
    }

    ForkState copy() {
        ForkState copy = new ForkState(used, queues.copy());
        copy.switches.putAll(switches);
        copy.hosts.putAll(hosts);
        copy.links.putAll(links);
        copy.priority = priority;
        copy.priorityOfJob.putAll(priorityOfJob);
        copy.priorityOfBackground = priorityOfBackground;
        copy.queueOfPriority.putAll(queueOfPriority);
        otherQueues.forEach((other, own) -> copy.otherQueues.put(other, own.copy()));
        copy.watchdogs.putAll(watchdogs);
        copy.jobs.putAll(jobs);
        copy.storms.putAll(storms);
        copy.spreading.putAll(spreading);
        copy.hostBuses.putAll(hostBuses);
        copy.reducing.addAll(reducing);
        copy.transport = transport;
        copy.background.putAll(background);
        copy.unanswerable.addAll(unanswerable);
        return copy;
    }

    /** Whether a run of the other would read just the same. */
    boolean runsLike(ForkState other) {
        return switches.equals(other.switches)
                && hosts.equals(other.hosts)
                && links.equals(other.links)
                && queuesLike(other)
                && watchdogs.equals(other.watchdogs)
                && jobs.equals(other.jobs)
                && storms.equals(other.storms)
                && spreading.equals(other.spreading)
                && hostBuses.equals(other.hostBuses)
                && transport == other.transport
                && background.equals(other.background)
                && unanswerable.equals(other.unanswerable);
    }
}
