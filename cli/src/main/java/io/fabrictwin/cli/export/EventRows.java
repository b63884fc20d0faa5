package io.fabrictwin.cli.export;

import io.fabrictwin.model.event.CollectiveObserved;
import io.fabrictwin.model.event.ComputeObserved;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.QueueObserved;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.event.StepMeasured;
import io.fabrictwin.model.frame.PortActivity;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.timeline.Timeline;
import java.util.Collections;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Turns events into rows as they pass. */
final class EventRows {
    private final TableFolder tables;
    private final PortIntervals intervals = new PortIntervals();
    private final SortedMap<String, Long> withoutTable = new TreeMap<>();

    EventRows(TableFolder tables) {
        this.tables = tables;
    }

    void add(FabricEvent event) {
        if (event instanceof StepCompleted step) {
            row(
                    Table.STEPS,
                    step.meta(),
                    step.job().value(),
                    step.step(),
                    step.startNs(),
                    step.computeEndNs(),
                    step.endNs(),
                    step.endNs() - step.startNs(),
                    1L);
        } else if (event instanceof StepMeasured step) {
            row(
                    Table.STEPS,
                    step.meta(),
                    step.job().value(),
                    step.step(),
                    null,
                    null,
                    null,
                    step.stepTimeNs(),
                    whole(step.stepCount()));
        } else if (event instanceof CollectiveObserved run) {
            Long endNs = run.endNs();
            row(
                    Table.COLLECTIVES,
                    run.meta(),
                    run.job().value(),
                    run.step(),
                    (long) run.collective(),
                    (long) run.rank(),
                    run.operation().name(),
                    run.bytesPerRank(),
                    run.startNs(),
                    endNs,
                    endNs == null ? null : (Long) (endNs - run.startNs()));
        } else if (event instanceof ComputeObserved compute) {
            DeviceId host = compute.host();
            row(
                    Table.COMPUTE,
                    compute.meta(),
                    compute.job().value(),
                    compute.step(),
                    (long) compute.rank(),
                    host == null ? null : host.value(),
                    compute.computeNs());
        } else if (event instanceof PortCountersObserved sample) {
            addCounters(sample);
        } else if (event instanceof QueueObserved queue) {
            row(
                    Table.QUEUE_SAMPLES,
                    queue.meta(),
                    queue.port().device().value(),
                    queue.port().name(),
                    whole(queue.priority()),
                    queue.depthBytes(),
                    queue.depthMaxBytes());
        } else if (event instanceof GaugesObserved gauges) {
            PortId port = gauges.port();
            gauges.gauges()
                    .forEach((name, value) -> row(
                            Table.GAUGES,
                            gauges.meta(),
                            gauges.device().value(),
                            port == null ? null : port.name(),
                            gauges.component(),
                            name,
                            value));
        } else if (Timeline.tellsOf(event)) {
            addChange(event);
        } else {
            withoutTable.merge(event.getClass().getSimpleName(), 1L, Long::sum);
        }
    }

    private void addCounters(PortCountersObserved sample) {
        String device = sample.port().device().value();
        String port = sample.port().name();
        Long priority = whole(sample.priority());
        sample.counters()
                .forEach((name, value) -> row(Table.PORT_COUNTERS, sample.meta(), device, port, priority, name, value));
        if (!tables.wants(Table.PORT_INTERVALS)) {
            return;
        }
        intervals
                .since(sample)
                .ifPresent(activity -> row(
                        Table.PORT_INTERVALS,
                        sample.meta(),
                        device,
                        port,
                        priority,
                        activity.fromNs(),
                        activity.toNs(),
                        decimal(activity.txBitsPerSecond()),
                        bits(activity, CounterName.RX_BYTES),
                        decimal(activity.pausedShare()),
                        decimal(activity.perSecond(CounterName.ECN_MARKED_PACKETS)),
                        decimal(activity.perSecond(CounterName.PFC_RX_FRAMES)),
                        decimal(activity.perSecond(CounterName.PFC_TX_FRAMES)),
                        decimal(activity.perSecond(CounterName.TX_DROPPED_PACKETS))));
    }

    private static @Nullable Double bits(PortActivity activity, String counter) {
        OptionalDouble bytes = activity.perSecond(counter);
        return bytes.isPresent() ? (Double) (8 * bytes.getAsDouble()) : null;
    }

    private void addChange(FabricEvent event) {
        ChangedAttributes.of(event)
                .forEach(changed -> row(
                        Table.CHANGES,
                        event.meta(),
                        event.getClass().getSimpleName(),
                        changed.entityKind(),
                        changed.entity(),
                        changed.attribute(),
                        changed.value(),
                        changed.number()));
    }

    private void row(Table table, EventMeta meta, @Nullable Object... values) {
        @Nullable Object[] all = new @Nullable Object[5 + values.length];
        all[0] = meta.eventTimeNs();
        all[1] = meta.fabric().value();
        all[2] = meta.source().toString();
        all[3] = meta.record();
        all[4] = (long) meta.index();
        System.arraycopy(values, 0, all, 5, values.length);
        tables.row(table, all);
    }

    private static @Nullable Long whole(@Nullable Integer number) {
        return number == null ? null : (Long) number.longValue();
    }

    private static @Nullable Double decimal(OptionalDouble number) {
        return number.isPresent() ? (Double) number.getAsDouble() : null;
    }

    /** Events of which no table tells, by type. */
    SortedMap<String, Long> withoutTable() {
        return Collections.unmodifiableSortedMap(withoutTable);
    }

    /** Samples of counters that ended no interval, as they came out of order. */
    long outOfOrder() {
        return intervals.outOfOrder();
    }
}
