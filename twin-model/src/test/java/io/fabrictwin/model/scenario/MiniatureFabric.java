package io.fabrictwin.model.scenario;

import io.fabrictwin.model.event.BufferSet;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.CollectiveObserved;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.CollectivePlanned;
import io.fabrictwin.model.event.ComputeObserved;
import io.fabrictwin.model.event.ConnectionObserved;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.DcqcnSet;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.PacketFormatSet;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Four hosts under two leaves and two spines, all at 100 Gbit/s, and a ring job over them: 1 ms of computing and an
 * all-reduce of 4 MB, which takes about 0.51 ms where nothing is in its way.
 */
final class MiniatureFabric {
    static final FabricId FABRIC = new FabricId("fabric");
    static final JobId JOB = new JobId("job0");
    static final int STEPS = 6;
    static final long COMPUTE_NS = 1_000_000;
    /** Where the forks of the tests are: at the start of this step. */
    static final int FORK_STEP = 2;

    private static final List<String> HOSTS = List.of("h0", "h1", "h2", "h3");
    private static final List<String> SWITCHES = List.of("leaf0", "leaf1", "spine0", "spine1");

    private final List<FabricEvent> events = new ArrayList<>();
    private final long stepNs;
    private long record;
    private int forkStep = FORK_STEP;

    private MiniatureFabric(long collectiveNs) {
        stepNs = COMPUTE_NS + collectiveNs;
    }

    /** Reads a change as a person types it. */
    static Change change(String text) {
        int equals = text.indexOf('=');
        return Change.parse(text.substring(0, equals), text.substring(equals + 1));
    }

    static Change[] changes(String... texts) {
        return List.of(texts).stream().map(MiniatureFabric::change).toArray(Change[]::new);
    }

    /** As it is when nothing is wrong. */
    static MiniatureFabric healthy() {
        return recorded(520_000);
    }

    /** With another recorded time of the collective. */
    static MiniatureFabric recorded(long collectiveNs) {
        MiniatureFabric fabric = new MiniatureFabric(collectiveNs);
        fabric.addTopology();
        fabric.addSettings();
        fabric.addWork();
        return fabric;
    }

    /** With h1 pausing its leaf for 120 us in every 200 us from the start. */
    static MiniatureFabric withStorm() {
        MiniatureFabric fabric = recorded(1_230_000);
        for (long timeNs = 0; timeNs <= STEPS * fabric.stepNs; timeNs += 100_000) {
            long periods = timeNs / 200_000;
            long inPeriodNs = timeNs % 200_000;
            fabric.events.add(new PortCountersObserved(
                    fabric.at(timeNs),
                    PortId.of("leaf0", "h1"),
                    null,
                    new TreeMap<>(Map.of(
                            CounterName.PFC_RX_FRAMES,
                            periods + (inPeriodNs > 0 ? 1 : 0),
                            CounterName.PFC_RX_PAUSED_NS,
                            periods * 120_000 + Math.min(120_000, inPeriodNs)))));
        }
        return fabric;
    }

    /**
     * Adds counters of what the ring sends on each port of its ways, and of 6 GB/s on one port that no job sends. A share
     * of the latter comes in bursts of the length of a step, none in every other.
     */
    MiniatureFabric withBackground(PortId port, double burstShare) {
        // six messages of 1 MB in 244 packets of 48 bytes of headers
        double ringBytes = 6 * (1_000_000 + 244 * 48);
        double perNs = ringBytes / (stepNs - COMPUTE_NS);
        List<PortId> ports = List.of(
                PortId.of("h0", "leaf0"),
                PortId.of("leaf0", "h1"),
                PortId.of("leaf0", "spine1"),
                PortId.of("leaf0", "spine0"),
                PortId.of("spine1", "leaf1"),
                PortId.of("leaf1", "h2"));
        for (long timeNs = 0; timeNs <= STEPS * stepNs; timeNs += 100_000) {
            long step = timeNs / stepNs;
            double sent = step * ringBytes + perNs * Math.max(0, timeNs % stepNs - COMPUTE_NS);
            double pairsNs = 2.0 * stepNs * Math.floorDiv(step, 2L);
            double burstNs = pairsNs + (step % 2 == 0 ? 2.0 * (timeNs % stepNs) : 2.0 * stepNs);
            double background = 6 * ((1 - burstShare) * timeNs + burstShare * burstNs);
            for (PortId own : ports) {
                double bytes =
                        (own.equals(PortId.of("leaf0", "spine0")) ? 0 : sent) + (own.equals(port) ? background : 0);
                events.add(new PortCountersObserved(
                        at(timeNs), own, null, new TreeMap<>(Map.of(CounterName.TX_BYTES, Math.round(bytes)))));
            }
        }
        return this;
    }

    /** With forks at the start of another step. */
    MiniatureFabric forkedAt(int step) {
        forkStep = step;
        return this;
    }

    /** With a step that computes longer, by the time its event tells of it. */
    MiniatureFabric withComputing(int step, long computeNs) {
        for (int rank = 0; rank < HOSTS.size(); rank++) {
            events.add(new ComputeObserved(at(step * stepNs), JOB, step, rank, null, computeNs));
        }
        return this;
    }

    MiniatureFabric without(Predicate<FabricEvent> unwanted) {
        events.removeIf(unwanted);
        return this;
    }

    /** With one more event, told at the start. */
    MiniatureFabric with(Function<EventMeta, FabricEvent> event) {
        events.add(event.apply(at(0)));
        return this;
    }

    private EventMeta at(long timeNs) {
        return new EventMeta(FABRIC, new SourceId("test", "miniature"), record++, 0, timeNs, 0, Clock.ASSUMED);
    }

    private void addTopology() {
        for (int host = 0; host < HOSTS.size(); host++) {
            events.add(new DeviceDiscovered(
                    at(0),
                    new DeviceId(HOSTS.get(host)),
                    DeviceKind.HOST,
                    null,
                    null,
                    "10.0." + host + ".1",
                    (long) host,
                    null));
            addLink(HOSTS.get(host), host < 2 ? "leaf0" : "leaf1");
        }
        for (int index = 0; index < SWITCHES.size(); index++) {
            events.add(new DeviceDiscovered(
                    at(0), new DeviceId(SWITCHES.get(index)), DeviceKind.SWITCH, null, null, null, 4L + index, null));
        }
        for (String leaf : SWITCHES.subList(0, 2)) {
            for (String spine : SWITCHES.subList(2, 4)) {
                addLink(leaf, spine);
            }
        }
    }

    private void addLink(String a, String b) {
        events.add(new LinkDiscovered(
                at(0), new LinkId(PortId.of(a, b), PortId.of(b, a)), 100_000_000_000L, 1_000L, null));
    }

    private void addSettings() {
        for (String name : SWITCHES) {
            DeviceId device = new DeviceId(name);
            events.add(new EcnProfileSet(at(0), device, null, null, null, true, 400_000L, 1_600_000L, 0.2));
            events.add(new PfcProfileSet(at(0), device, null, null, null, true, 0.125, null, 4_096L, 3_072L, null));
            events.add(new BufferSet(at(0), device, null, 32L << 20));
        }
        for (String name : HOSTS) {
            DeviceId device = new DeviceId(name);
            events.add(new DcqcnSet(
                    at(0), device, 1 / 256.0, 1_000L, 4_000L, 300_000L, 20_000_000L, 200_000_000L, 1_000_000_000L, 1));
            events.add(new PacketFormatSet(at(0), device, 4_104, 4_152));
        }
    }

    private void addWork() {
        events.add(new JobStarted(at(0), JOB, HOSTS.size(), null));
        events.add(new CollectivePlanned(at(0), JOB, 0, CollectiveOperation.ALL_REDUCE, 4_000_000, 1, 0));
        // with these ports, the routing rule sends both crossings over spine1
        addConnection(0, 20_000, "h0", "leaf0", "h1");
        addConnection(1, 20_001, "h1", "leaf0", "spine1", "leaf1", "h2");
        addConnection(2, 20_002, "h2", "leaf1", "h3");
        addConnection(3, 20_003, "h3", "leaf1", "spine1", "leaf0", "h0");
        for (int rank = 0; rank < HOSTS.size(); rank++) {
            events.add(new RankPlaced(at(0), JOB, rank, new DeviceId(HOSTS.get(rank)), null, null, 0L));
        }
        for (int step = 0; step < STEPS; step++) {
            long startNs = step * stepNs;
            for (int rank = 0; rank < HOSTS.size(); rank++) {
                events.add(new ComputeObserved(at(startNs), JOB, step, rank, null, COMPUTE_NS - 1_000L * rank));
                events.add(new CollectiveObserved(
                        at(startNs + stepNs),
                        JOB,
                        step,
                        0,
                        rank,
                        CollectiveOperation.ALL_REDUCE,
                        4_000_000,
                        startNs + COMPUTE_NS - 1_000L * rank,
                        startNs + stepNs));
            }
            events.add(new StepCompleted(
                    at(startNs + stepNs), JOB, step, startNs, startNs + COMPUTE_NS, startNs + stepNs));
        }
    }

    private void addConnection(int rank, int destinationPort, String... path) {
        List<DeviceId> devices = List.of(path).stream().map(DeviceId::new).toList();
        events.add(new ConnectionObserved(
                at(0),
                JOB,
                0,
                rank,
                (rank + 1) % HOSTS.size(),
                devices.get(0),
                devices.get(devices.size() - 1),
                0,
                10_000,
                destinationPort,
                devices,
                null,
                null));
    }

    long stepNs() {
        return stepNs;
    }

    long forkNs() {
        return forkStep * stepNs;
    }

    FabricFrame frame() {
        Map<EntityKey, EntityState> states = new HashMap<>();
        events.stream()
                .filter(event -> event.meta().eventTimeNs() <= forkNs())
                .forEach(event -> Fold.apply(states, event));
        return FabricFrame.of(FABRIC, states, Positions.NONE);
    }

    WorkloadWindow window() {
        Map<EntityKey, EntityState> states = new HashMap<>();
        Fold.applyAll(states, events);
        return WorkloadWindow.of(FABRIC, states);
    }

    /** Forecast of the one job for changes at the start of the fork step, over the rest of the recording. */
    JobForecast forecast(Change... changes) {
        return whole(changes).jobs().stream()
                .filter(job -> job.job().equals(JOB))
                .findFirst()
                .orElseThrow();
    }

    Forecast whole(Change... changes) {
        return Forecaster.forecast(frame(), window(), scenario(changes));
    }

    /** The same, reading nothing after the fork. */
    Forecast strict(Change... changes) {
        return Forecaster.forecast(
                frame(),
                window(),
                new Scenario("test", forkNs(), forkNs(), STEPS * stepNs, List.of(changes), 7, Reading.STRICT));
    }

    Scenario scenario(Change... changes) {
        return new Scenario("test", forkNs(), forkNs(), STEPS * stepNs, List.of(changes), 7);
    }
}
