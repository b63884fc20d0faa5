package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.SynthSettings.Disturbance;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.CollectiveObserved;
import io.fabrictwin.model.event.ComputeObserved;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.Topic;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Sends events on as collectors would: each with the time of the clock of whom it comes from and a position in its source,
 * some twice, some late, some never. Topology, settings and jobs are dumps that are asked for again until they come, so
 * only measurements are lost.
 */
final class Emitter {
    /** Who tells. */
    enum Source {
        TOPOLOGY,
        CONFIG,
        TELEMETRY,
        WORKLOAD
    }

    private static final int MOST_DELAYED_BY = 2_000;
    private static final int DISTURB = 40;

    private record Delayed(long untilCount, long order, FabricEvent event) {}

    private final FabricId fabric;
    private final Map<Source, SourceId> sources;
    private final Map<Source, Long> records = new EnumMap<>(Source.class);
    private final long anchorTimeNs;
    private final Disturbance disturbance;
    private final Hidden hidden;
    private final SplittableRandom random;
    private final Consumer<? super FabricEvent> consumer;
    private final PriorityQueue<Delayed> delayed = new PriorityQueue<>((a, b) -> {
        int order = Long.compare(a.untilCount(), b.untilCount());
        return order == 0 ? Long.compare(a.order(), b.order()) : order;
    });
    private long count;
    private long delays;

    Emitter(FabricId fabric, SynthSettings settings, Hidden hidden, Consumer<? super FabricEvent> consumer) {
        this.fabric = fabric;
        anchorTimeNs = settings.anchorTimeNs();
        disturbance = settings.disturbance();
        this.hidden = hidden;
        this.consumer = consumer;
        random = hidden.random(DISTURB, 0);
        String identity = settings.identity();
        String topology = settings.fabric() == FabricKind.IB ? "synth-ibnetdiscover" : "synth-lldp";
        sources = new EnumMap<>(Map.of(
                Source.TOPOLOGY,
                new SourceId(topology, identity),
                Source.CONFIG,
                new SourceId("synth-config", identity),
                Source.TELEMETRY,
                new SourceId("synth-telemetry", identity),
                Source.WORKLOAD,
                new SourceId("synth-workload", identity)));
    }

    /** Time of an instant of the run by a node's clock, ns since 1970. */
    long timeNs(int node, long runNs) {
        return Math.max(0, anchorTimeNs + runNs + hidden.clockOffsetNs(node, disturbance.skewNs()));
    }

    /** A measurement of a true value. */
    long measured(long value) {
        return disturbance.noise() == 0
                ? value
                : Math.max(0, Math.round(value * (1 + disturbance.noise() * random.nextGaussian())));
    }

    /** Tells what a node says at an instant of the run. */
    void tell(Source source, int node, long runNs, Function<EventMeta, FabricEvent> event) {
        tell(source, timeNs(node, runNs), runNs, event);
    }

    private void tell(Source source, long eventTimeNs, long runNs, Function<EventMeta, FabricEvent> event) {
        long record = records.merge(source, 1L, Long::sum) - 1;
        FabricEvent made = event.apply(new EventMeta(
                fabric,
                Objects.requireNonNull(sources.get(source)),
                record,
                0,
                eventTimeNs,
                anchorTimeNs + runNs,
                Clock.SOURCE));
        if (isMeasurement(made) && isDrawn(disturbance.loss())) {
            return;
        }
        if (isDrawn(disturbance.duplicates())) {
            delay(made);
        }
        if (isDrawn(disturbance.reordered())) {
            delay(made);
        } else {
            pass(made);
        }
        while (!delayed.isEmpty() && delayed.element().untilCount() <= count) {
            pass(delayed.remove().event());
        }
    }

    /** Sends on what is still on its way. */
    void flush() {
        while (!delayed.isEmpty()) {
            pass(delayed.remove().event());
        }
    }

    private void delay(FabricEvent event) {
        delayed.add(new Delayed(count + 1 + random.nextInt(MOST_DELAYED_BY), delays++, event));
    }

    private void pass(FabricEvent event) {
        count++;
        consumer.accept(event);
    }

    private boolean isDrawn(double share) {
        return share > 0 && random.nextDouble() < share;
    }

    private static boolean isMeasurement(FabricEvent event) {
        return event.topic() == Topic.TELEMETRY
                || event instanceof ComputeObserved
                || event instanceof CollectiveObserved;
    }
}
