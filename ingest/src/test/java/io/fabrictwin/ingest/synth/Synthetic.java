package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.SynthSettings.Disturbance;
import io.fabrictwin.ingest.synth.topology.TopologyKind;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.StepCompleted;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Recordings for tests, each made once. */
final class Synthetic {
    static final long ANCHOR_NS = 1_800_000_000_000_000_000L;
    static final int STEPS = 10;
    static final Disturbance CALM = new Disturbance(0, 0, 0, 0, 0);

    /** Runs that several tests look at, while there is memory for them. */
    private static final Map<SynthSettings, SoftReference<Recorded>> RECORDED = new ConcurrentHashMap<>();

    private Synthetic() {}

    /** Everything that was told, and what really happened. */
    record Recorded(Truth truth, List<FabricEvent> events) {
        <E extends FabricEvent> List<E> of(Class<E> type) {
            return events.stream().filter(type::isInstance).map(type::cast).toList();
        }

        boolean isBefore(FabricEvent event) {
            Long beginNs = truth.beginNs();
            return beginNs == null || event.meta().eventTimeNs() < beginNs;
        }

        boolean isDuring(FabricEvent event) {
            Long beginNs = truth.beginNs();
            Long endNs = truth.endNs();
            return beginNs != null
                    && endNs != null
                    && event.meta().eventTimeNs() >= beginNs
                    && event.meta().eventTimeNs() <= endNs;
        }

        /** Mean step of the first job over steps that lie in the incident as a whole, over that of steps before it. */
        double stretch() {
            return mean(step -> isDuring(step) && step.startNs() >= beginNs()) / mean(this::isBefore);
        }

        private long beginNs() {
            Long beginNs = truth.beginNs();
            return beginNs == null ? Long.MAX_VALUE : beginNs - 1_000;
        }

        private double mean(Predicate<StepCompleted> where) {
            return of(StepCompleted.class).stream()
                    .filter(step -> step.job().value().startsWith("pretraining"))
                    .filter(where)
                    .mapToLong(step -> step.endNs() - step.startNs())
                    .average()
                    .orElse(Double.NaN);
        }

        /** By how much a counter of a device's ports (all of them if empty) grew, per ms, before or during the incident. */
        double growth(String counter, String port, boolean isDuring) {
            List<PortCountersObserved> samples = of(PortCountersObserved.class).stream()
                    .filter(sample -> sample.priority() == null)
                    .filter(sample -> sample.port().toString().startsWith(port))
                    .filter(sample -> isDuring ? isDuring(sample) : isBefore(sample))
                    .toList();
            Map<String, long[]> byPort = new TreeMap<>();
            long first = Long.MAX_VALUE;
            long last = 0;
            for (PortCountersObserved sample : samples) {
                Long count = sample.counters().get(counter);
                if (count != null) {
                    byPort.computeIfAbsent(sample.port().toString(), name -> new long[] {count, 0})[1] = count;
                    first = Math.min(first, sample.meta().eventTimeNs());
                    last = Math.max(last, sample.meta().eventTimeNs());
                }
            }
            ToLongFunction<long[]> grown = ends -> ends[1] - ends[0];
            return byPort.values().stream().mapToLong(grown).sum() * 1e6 / (last - first);
        }
    }

    static Recorded of(SynthSettings settings) {
        SoftReference<Recorded> kept = RECORDED.get(settings);
        Recorded recorded = kept == null ? null : kept.get();
        if (recorded == null) {
            List<FabricEvent> events = new ArrayList<>();
            Truth truth = SynthRun.tell(settings, events::add);
            recorded = new Recorded(truth, events);
            RECORDED.put(settings, new SoftReference<>(recorded));
        }
        return recorded;
    }

    /** A short run of 64 GPUs on leaves and spines, all queues. */
    static SynthSettings small(FabricKind fabric, Incident incident) {
        return settings(64, TopologyKind.LEAF_SPINE, fabric, incident, STEPS, CALM);
    }

    /** A run at steady rates. */
    static SynthSettings large(FabricKind fabric, Incident incident) {
        return settings(256, TopologyKind.FAT_TREE, fabric, incident, STEPS, CALM);
    }

    static SynthSettings settings(
            int gpus, TopologyKind topology, FabricKind fabric, Incident incident, int steps, Disturbance disturbance) {
        return new SynthSettings(gpus, topology, 1, fabric, incident, 1, steps, ANCHOR_NS, null, true, disturbance);
    }

    /** Every incident, on a small fabric on which it can happen, and on large ones of every kind on which it can. */
    static Stream<SynthSettings> all() {
        List<SynthSettings> all = new ArrayList<>();
        for (Incident incident : Incident.values()) {
            all.add(small(incident.fabrics().iterator().next(), incident));
            incident.fabrics().forEach(fabric -> all.add(large(fabric, incident)));
        }
        return all.stream();
    }
}
