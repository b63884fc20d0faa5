package io.fabrictwin.model.scenario;

import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** What ports do in the runs of base and fork. */
final class PortLoads {
    private static final List<ToDoubleFunction<PortLoad>> RESPECTS =
            List.of(PortLoad::load, PortLoad::pausedShare, PortLoad::markedShare, PortLoad::queuePeakBytes);

    private PortLoads() {}

    /** The worst ports of either state in each respect, in order of port. */
    static List<PortForecast> worst(List<ForkRun.Outcome> baseRuns, List<ForkRun.Outcome> forkRuns) {
        SortedMap<PortId, PortLoad> base = loads(baseRuns);
        SortedMap<PortId, PortLoad> fork = loads(forkRuns);
        SortedSet<PortId> ports = new TreeSet<>();
        for (ToDoubleFunction<PortLoad> respect : RESPECTS) {
            addWorst(base, respect, ports);
            addWorst(fork, respect, ports);
        }
        return ports.stream()
                .map(port -> new PortForecast(port, base.get(port), fork.get(port)))
                .toList();
    }

    private static void addWorst(
            SortedMap<PortId, PortLoad> loads, ToDoubleFunction<PortLoad> respect, SortedSet<PortId> ports) {
        loads.entrySet().stream()
                .filter(entry -> respect.applyAsDouble(entry.getValue()) > 0)
                .sorted(Comparator.comparingDouble(
                        (Map.Entry<PortId, PortLoad> entry) -> -respect.applyAsDouble(entry.getValue())))
                .limit(PortForecast.MOST_IN_EACH_RESPECT)
                .forEach(entry -> ports.add(entry.getKey()));
    }

    private static SortedMap<PortId, PortLoad> loads(List<ForkRun.Outcome> runs) {
        SortedMap<PortId, List<PortLoad>> byPort = new TreeMap<>();
        for (ForkRun.Outcome run : runs) {
            double tookNs = run.result().makespanNs();
            for (int port = 0; port < run.egress().size() && tookNs > 0; port++) {
                byPort.computeIfAbsent(run.egress().get(port), unused -> new ArrayList<>())
                        .add(load(run, port, tookNs));
            }
        }
        SortedMap<PortId, PortLoad> loads = new TreeMap<>();
        byPort.forEach((port, all) -> loads.put(
                port,
                new PortLoad(
                        mean(all, PortLoad::load),
                        mean(all, PortLoad::pausedShare),
                        mean(all, PortLoad::markedShare),
                        all.stream().mapToLong(PortLoad::queuePeakBytes).max().orElse(0))));
        return loads;
    }

    private static PortLoad load(ForkRun.Outcome run, int port, double tookNs) {
        double lineBytes = run.network().port(port).bitsPerSecond() / 8e9 * tookNs;
        return new PortLoad(
                Math.min(1, run.result().txBytes(port) / lineBytes),
                Math.min(1, run.result().pausedNs(port).orElse(0) / tookNs),
                run.result().markedFraction(port).orElse(0),
                run.result().queuePeakBytes(port).orElse(0));
    }

    private static double mean(List<PortLoad> loads, ToDoubleFunction<PortLoad> respect) {
        return loads.stream().mapToDouble(respect).sum() / loads.size();
    }
}
