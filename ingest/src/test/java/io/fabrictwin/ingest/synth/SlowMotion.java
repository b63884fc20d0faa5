package io.fabrictwin.ingest.synth;

import io.fabrictwin.model.event.CollectiveObserved;
import io.fabrictwin.model.event.ComputeObserved;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.StepCompleted;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells a recording as if everything had taken so many times as long and moved so many times as much: rates and shares
 * stay, and what a small cluster does in milliseconds is seen as a collector sees a large one that it asks every 10 s.
 *
 * @param originNs the instant that stays where it is, ns since 1970
 * @param factor how much slower; at least 1
 */
record SlowMotion(long originNs, long factor) {
    private static final Map<Class<?>, Shape> SHAPES = new HashMap<>();

    /** How to take a record apart and put it together. */
    private record Shape(List<Method> components, Constructor<?> constructor) {
        static Shape of(Class<?> type) {
            List<RecordComponent> components = List.of(type.getRecordComponents());
            try {
                return new Shape(
                        components.stream().map(RecordComponent::getAccessor).toList(),
                        type.getDeclaredConstructor(components.stream()
                                .map(RecordComponent::getType)
                                .toArray(Class<?>[]::new)));
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException("every record can be put together of its components", e);
            }
        }
    }

    FabricEvent of(FabricEvent event) {
        EventMeta meta = of(event.meta());
        if (event instanceof PortCountersObserved sample) {
            SortedMap<String, Long> counters = new TreeMap<>();
            // A link goes down as often as it does, however slowly.
            sample.counters()
                    .forEach((name, count) ->
                            counters.put(name, name.equals(CounterName.LINK_DOWNED) ? count : (Long) (count * factor)));
            return new PortCountersObserved(meta, sample.port(), sample.priority(), counters);
        }
        if (event instanceof StepCompleted step) {
            return new StepCompleted(
                    meta, step.job(), step.step(), at(step.startNs()), later(step.computeEndNs()), at(step.endNs()));
        }
        if (event instanceof ComputeObserved compute) {
            return new ComputeObserved(
                    meta, compute.job(), compute.step(), compute.rank(), compute.host(), compute.computeNs() * factor);
        }
        if (event instanceof CollectiveObserved collective) {
            return new CollectiveObserved(
                    meta,
                    collective.job(),
                    collective.step(),
                    collective.collective(),
                    collective.rank(),
                    collective.operation(),
                    collective.bytesPerRank() * factor,
                    at(collective.startNs()),
                    later(collective.endNs()));
        }
        return with(event, meta);
    }

    /** When something happens in slow motion, ns since 1970. */
    long at(long timeNs) {
        return originNs + (timeNs - originNs) * factor;
    }

    private @Nullable Long later(@Nullable Long timeNs) {
        return timeNs == null ? null : (Long) at(timeNs);
    }

    private EventMeta of(EventMeta meta) {
        return new EventMeta(
                meta.fabric(),
                meta.source(),
                meta.record(),
                meta.index(),
                at(meta.eventTimeNs()),
                at(meta.observedTimeNs()),
                meta.clock());
    }

    /** The same fact at another time: facts are records that begin with their meta data. */
    private static FabricEvent with(FabricEvent event, EventMeta meta) {
        Shape shape = SHAPES.computeIfAbsent(event.getClass(), Shape::of);
        Object[] values = new Object[shape.components().size()];
        try {
            values[0] = meta;
            for (int at = 1; at < values.length; at++) {
                values[at] = shape.components().get(at).invoke(event);
            }
            return (FabricEvent) shape.constructor().newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot copy " + event, e);
        }
    }
}
