package io.fabrictwin.testkit.gen;

import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.id.SourceId;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Random events of every type, built from the records' own components, so that a new event type is covered without a
 * line here. Names and times come from small ranges: collisions are what the laws are about.
 */
public final class EventGenerator {
    private static final List<String> FORMATS = List.of("events", "lab-recording", "ibnetdiscover");
    /** How many instants event times have. */
    public static final int TICKS = 20;

    private static final long ORIGIN_NS = 1_790_000_000_000_000_000L;

    private final Random random;
    private final long tickNs;

    public EventGenerator(Random random) {
        this(random, 1_000_000L);
    }

    /** Event times lie at {@link #TICKS} instants that are {@code tickNs} apart. */
    public EventGenerator(Random random, long tickNs) {
        this.random = random;
        this.tickNs = tickNs;
    }

    /** The event time of a tick, ns since 1970. */
    public long tickNs(int tick) {
        return ORIGIN_NS + tick * tickNs;
    }

    /** All event types, in the order in which the sealed interface permits them. */
    public static List<Class<? extends FabricEvent>> types() {
        List<Class<? extends FabricEvent>> types = new ArrayList<>();
        for (Class<?> type : FabricEvent.class.getPermittedSubclasses()) {
            types.add(type.asSubclass(FabricEvent.class));
        }
        return types;
    }

    /** Events of random types. */
    public List<FabricEvent> events(int count) {
        List<Class<? extends FabricEvent>> types = types();
        List<FabricEvent> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(event(types.get(random.nextInt(types.size()))));
        }
        return events;
    }

    /** One event of a type; about half of what may be null is. */
    public <T extends FabricEvent> T event(Class<T> type) {
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] parameterTypes = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            parameterTypes[i] = components[i].getType();
            boolean isNullable = components[i].getAnnotatedType().isAnnotationPresent(Nullable.class);
            values[i] = isNullable && random.nextBoolean()
                    ? null
                    : value(components[i].getName(), components[i].getGenericType());
        }
        try {
            return type.getDeclaredConstructor(parameterTypes).newInstance(values);
        } catch (InstantiationException | IllegalAccessException | NoSuchMethodException e) {
            throw new IllegalStateException("no canonical constructor of " + type, e);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(type.getSimpleName() + " refuses " + Arrays.toString(values), e);
        }
    }

    private Object value(String name, Type type) {
        if (type instanceof ParameterizedType parameterized) {
            return collection(name, parameterized);
        }
        if (type == EventMeta.class) {
            return meta();
        }
        if (type == long.class || type == Long.class) {
            return random.nextInt(10) == 0 ? Long.MAX_VALUE : (long) random.nextInt(1000);
        }
        if (type == int.class || type == Integer.class) {
            return random.nextInt(4);
        }
        if (type == double.class || type == Double.class) {
            return (random.nextInt(8) + 1) / 8.0;
        }
        if (type == boolean.class || type == Boolean.class) {
            return random.nextBoolean();
        }
        if (type == String.class) {
            return name + random.nextInt(3);
        }
        if (type == DeviceId.class) {
            return device();
        }
        if (type == PortId.class) {
            return port();
        }
        if (type == LinkId.class) {
            return new LinkId(port(), new PortId(device(), "uplink" + random.nextInt(2)));
        }
        if (type == JobId.class) {
            return new JobId("job" + random.nextInt(2));
        }
        if (type instanceof Class<?> enumType && enumType.isEnum()) {
            Object[] constants = enumType.getEnumConstants();
            return constants[random.nextInt(constants.length)];
        }
        throw new IllegalStateException("no generator for component " + name + " of type " + type);
    }

    private Object collection(String name, ParameterizedType type) {
        Type[] arguments = type.getActualTypeArguments();
        int size = random.nextInt(3);
        if (type.getRawType() == SortedMap.class) {
            SortedMap<Object, Object> map = new TreeMap<>();
            for (int i = 0; i < size; i++) {
                map.put(value(name + "Key", arguments[0]), value(name, arguments[1]));
            }
            return map;
        }
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(value(name, arguments[0]));
        }
        if (type.getRawType() == List.class) {
            return list;
        }
        if (type.getRawType() == SortedSet.class) {
            return new TreeSet<>(list);
        }
        throw new IllegalStateException("no generator for component " + name + " of type " + type);
    }

    private EventMeta meta() {
        String format = FORMATS.get(random.nextInt(FORMATS.size()));
        return new EventMeta(
                new FabricId("fabric" + random.nextInt(2)),
                new SourceId(format, "source" + random.nextInt(3)),
                random.nextInt(50),
                random.nextInt(2),
                tickNs(random.nextInt(TICKS)),
                ORIGIN_NS + random.nextInt(1000),
                random.nextBoolean() ? Clock.SOURCE : Clock.ASSUMED);
    }

    private DeviceId device() {
        return new DeviceId("device" + random.nextInt(3));
    }

    private PortId port() {
        return new PortId(device(), "port" + random.nextInt(2));
    }
}
