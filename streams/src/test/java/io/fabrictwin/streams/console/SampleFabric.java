package io.fabrictwin.streams.console;

import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.CollectiveObserved;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.LinkWentDown;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.QueueObserved;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.id.SourceId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Events of a made-up rail-optimised cluster: groups of hosts, a leaf per group and rail, spines above. */
final class SampleFabric {
    static final FabricId FABRIC = new FabricId("synthetic-sample");
    /** 2026-03-01T10:00:00Z. */
    static final long START_NS = 1_772_359_200_000_000_000L;

    private static final long SECOND_NS = 1_000_000_000L;
    private static final long LINE_RATE = 400_000_000_000L;

    private final List<FabricEvent> events = new ArrayList<>();
    private final int groups;
    private final int hostsPerGroup;
    private final int rails;
    private final int spines;

    SampleFabric(int groups, int hostsPerGroup, int rails, int spines) {
        this.groups = groups;
        this.hostsPerGroup = hostsPerGroup;
        this.rails = rails;
        this.spines = spines;
    }

    List<FabricEvent> events(int steps) {
        topology();
        counters();
        jobs(steps);
        collectives(steps);
        return List.copyOf(events);
    }

    private void topology() {
        for (int host = 0; host < groups * hostsPerGroup; host++) {
            device("gpu" + host, DeviceKind.HOST);
            for (int rail = 0; rail < rails; rail++) {
                link(PortId.of("gpu" + host, "nic" + rail), PortId.of(leaf(host / hostsPerGroup, rail), "down" + host));
            }
        }
        for (int group = 0; group < groups; group++) {
            for (int rail = 0; rail < rails; rail++) {
                device(leaf(group, rail), DeviceKind.SWITCH);
                events.add(new EcnProfileSet(
                        meta(START_NS),
                        new DeviceId(leaf(group, rail)),
                        null,
                        null,
                        null,
                        true,
                        400_000L,
                        1_600_000L,
                        0.2));
                for (int spine = 0; spine < spines; spine++) {
                    link(PortId.of(leaf(group, rail), "up" + spine), PortId.of("spine" + spine, leaf(group, rail)));
                }
            }
        }
        for (int spine = 0; spine < spines; spine++) {
            device("spine" + spine, DeviceKind.SWITCH);
        }
        events.add(new LinkWentDown(
                meta(START_NS + SECOND_NS),
                new LinkId(PortId.of(leaf(0, 0), "up" + (spines - 1)), PortId.of("spine" + (spines - 1), leaf(0, 0)))));
    }

    private static String leaf(int group, int rail) {
        return "leaf" + group + "-" + rail;
    }

    private void counters() {
        List<LinkDiscovered> links = events.stream()
                .filter(LinkDiscovered.class::isInstance)
                .map(LinkDiscovered.class::cast)
                .toList();
        int number = 0;
        for (LinkDiscovered link : links) {
            for (PortId port : List.of(link.link().a(), link.link().b())) {
                number++;
                boolean isHeld = port.device().value().equals("leaf0-1")
                        || port.toString().equals("gpu1:nic1");
                double load = isHeld ? 0.12 : 0.25 + 0.65 * ((number * 37) % 100) / 100.0;
                for (int sample = 1; sample <= 2; sample++) {
                    SortedMap<String, Long> counters = new TreeMap<>();
                    counters.put(CounterName.TX_BYTES, (long) (sample * load * LINE_RATE / 8));
                    counters.put(CounterName.RX_BYTES, (long) (sample * 0.5 * LINE_RATE / 8));
                    counters.put(CounterName.PFC_RX_PAUSED_NS, isHeld ? sample * 800_000_000L : 0L);
                    counters.put(CounterName.ECN_MARKED_PACKETS, sample * 120L * (number % 5));
                    events.add(
                            new PortCountersObserved(meta(START_NS + (60 + sample) * SECOND_NS), port, null, counters));
                }
                if (port.device().value().startsWith("leaf")) {
                    events.add(new QueueObserved(
                            meta(START_NS + 62 * SECOND_NS),
                            port,
                            3,
                            isHeld ? 9_000_000L : 90_000L,
                            isHeld ? 9_500_000L : 400_000L));
                }
            }
        }
    }

    private void jobs(int steps) {
        job("llm-70b", 0, groups * hostsPerGroup / 2, 412, steps);
        job("vision-moe", groups * hostsPerGroup / 2, groups * hostsPerGroup, 268, steps);
    }

    private void job(String name, int firstHost, int endHost, long usualMs, int steps) {
        JobId job = new JobId(name);
        events.add(new JobStarted(meta(START_NS), job, (endHost - firstHost) * rails, "NCCL 2.21.5"));
        int rank = 0;
        for (int host = firstHost; host < endHost; host++) {
            for (int rail = 0; rail < rails; rail++) {
                events.add(new RankPlaced(
                        meta(START_NS), job, rank++, new DeviceId("gpu" + host), Integer.toString(rail), null, null));
            }
        }
        long startNs = START_NS;
        for (int step = 0; step < steps; step++) {
            double stretch = step > steps * 2 / 3 && firstHost == 0 ? 1.37 : 1;
            long stepTimeNs = (long) ((usualMs + (step * 7) % 11) * stretch * 1_000_000);
            events.add(new StepCompleted(
                    meta(startNs + stepTimeNs), job, step, startNs, startNs + usualMs * 600_000, startNs + stepTimeNs));
            startNs += stepTimeNs;
        }
    }

    /** Of the first job, by clocks that are off by 2 ms from host to host. */
    private void collectives(int steps) {
        int hosts = groups * hostsPerGroup / 2;
        for (int step = 0; step < steps; step++) {
            for (int rank = 0; rank < hosts * rails; rank++) {
                long beginNs =
                        START_NS + step * SECOND_NS + 2_000_000L * (rank / rails) + 10_000L * ((rank + step) % 3);
                long endNs = START_NS + step * SECOND_NS + 2_000_000L * (rank / rails) + 5_000_000;
                events.add(new CollectiveObserved(
                        meta(endNs),
                        new JobId("llm-70b"),
                        step,
                        0,
                        rank,
                        CollectiveOperation.ALL_REDUCE,
                        100_000_000,
                        beginNs,
                        endNs));
            }
        }
    }

    private void device(String name, DeviceKind kind) {
        events.add(new DeviceDiscovered(meta(START_NS), new DeviceId(name), kind, null, null, null, null, null));
    }

    private void link(PortId a, PortId b) {
        events.add(new LinkDiscovered(meta(START_NS), new LinkId(a, b), LINE_RATE, 1_000L, null));
    }

    private EventMeta meta(long eventTimeNs) {
        return new EventMeta(
                FABRIC, new SourceId("synthetic", "sample"), events.size(), 0, eventTimeNs, eventTimeNs, Clock.SOURCE);
    }
}
