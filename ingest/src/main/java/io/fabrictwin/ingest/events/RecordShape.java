package io.fabrictwin.ingest.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.EventMeta;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** How the components of a record lie in a JSON object: each under its own name. A record of one component is its value. */
final class RecordShape {
    private record Component(String name, Type type, boolean isNullable, RecordComponent source) {}

    /** Looking into a class takes far longer than reading an event. */
    private static final ClassValue<RecordShape> SHAPES = new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
            return look(type);
        }
    };

    private final Class<?> type;
    private final List<Component> components;
    private final Constructor<?> constructor;

    private RecordShape(Class<?> type, List<Component> components, Constructor<?> constructor) {
        this.type = type;
        this.components = components;
        this.constructor = constructor;
    }

    static RecordShape of(Class<?> type) {
        return SHAPES.get(type);
    }

    private static RecordShape look(Class<?> type) {
        List<Component> components = Arrays.stream(type.getRecordComponents())
                .map(component -> new Component(
                        component.getName(),
                        component.getGenericType(),
                        component.getAnnotatedType().isAnnotationPresent(Nullable.class),
                        component))
                .toList();
        Class<?>[] parameters = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            return new RecordShape(type, components, type.getConstructor(parameters));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(type + " is no public record", e);
        }
    }

    Class<?> type() {
        return type;
    }

    /** Adds the components to the object, but for the meta, which the caller writes, and what was not told. */
    void write(Object value, ObjectNode object) {
        for (Component component : components) {
            Object part = part(component, value);
            if (part != null && !(part instanceof EventMeta)) {
                object.set(component.name(), json(part));
            }
        }
    }

    /**
     * Makes the record.
     *
     * @param path what leads to the object, for messages
     * @param others fields of the object that are not components
     * @param given components that do not come from the object
     */
    Object read(String path, JsonNode object, Set<String> others, Map<String, Object> given) throws EventJsonException {
        if (!object.isObject()) {
            throw JsonValues.wrong(path, object, "an object with " + names());
        }
        Set<String> known = new HashSet<>(others);
        @Nullable Object[] arguments = new @Nullable Object[components.size()];
        for (int i = 0; i < arguments.length; i++) {
            Component component = components.get(i);
            if (given.containsKey(component.name())) {
                arguments[i] = given.get(component.name());
                continue;
            }
            known.add(component.name());
            JsonNode value = object.get(component.name());
            String field = path.isEmpty() ? component.name() : path + "." + component.name();
            if (value != null && !value.isNull()) {
                arguments[i] = value(field, value, component.type());
            } else if (!component.isNullable()) {
                throw new EventJsonException(RejectCode.MISSING_FIELD, "field '" + field + "' is missing");
            }
        }
        for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.contains(name)) {
                throw new EventJsonException(
                        RejectCode.UNKNOWN_FIELD,
                        "field '" + (path.isEmpty() ? name : path + "." + name) + "' is not one of "
                                + type.getSimpleName());
            }
        }
        return create(arguments);
    }

    private List<String> names() {
        return components.stream().map(Component::name).toList();
    }

    private Object create(@Nullable Object[] arguments) throws EventJsonException {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refused) {
                throw new EventJsonException(RejectCode.OUT_OF_RANGE, String.valueOf(refused.getMessage()));
            }
            throw new IllegalStateException("constructor of " + type, e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("constructor of " + type, e);
        }
    }

    private static @Nullable Object part(Component component, Object value) {
        try {
            return component.source().getAccessor().invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("component " + component.name(), e);
        }
    }

    private static Object value(String field, JsonNode value, Type type) throws EventJsonException {
        if (type instanceof ParameterizedType parameterized) {
            return collection(field, value, parameterized);
        }
        Class<?> single = (Class<?>) type;
        if (single == String.class) {
            return JsonValues.text(field, value);
        }
        if (single == long.class || single == Long.class) {
            return JsonValues.whole(field, value);
        }
        if (single == int.class || single == Integer.class) {
            return JsonValues.count(field, value);
        }
        if (single == double.class || single == Double.class) {
            return JsonValues.decimal(field, value);
        }
        if (single == boolean.class || single == Boolean.class) {
            return JsonValues.flag(field, value);
        }
        if (single.isEnum()) {
            return constant(field, value, single);
        }
        RecordShape shape = of(single);
        if (shape.components.size() == 1) {
            return shape.create(
                    new Object[] {value(field, value, shape.components.get(0).type())});
        }
        return shape.read(field, value, Set.of(), Map.of());
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // The class was asked whether it is an enum.
    private static Object constant(String field, JsonNode value, Class<?> type) throws EventJsonException {
        return JsonValues.constant(field, value, (Class) type);
    }

    private static Object collection(String field, JsonNode value, ParameterizedType type) throws EventJsonException {
        Type[] arguments = type.getActualTypeArguments();
        if (type.getRawType() == SortedMap.class) {
            if (!value.isObject()) {
                throw JsonValues.wrong(field, value, "an object");
            }
            SortedMap<String, Object> map = new TreeMap<>();
            for (Map.Entry<String, JsonNode> entry : value.properties()) {
                map.put(entry.getKey(), value(field + "." + entry.getKey(), entry.getValue(), arguments[1]));
            }
            return map;
        }
        if (!value.isArray()) {
            throw JsonValues.wrong(field, value, "an array");
        }
        List<Object> list = new ArrayList<>();
        for (JsonNode element : value) {
            list.add(value(field + "[" + list.size() + "]", element, arguments[0]));
        }
        return type.getRawType() == SortedSet.class ? new TreeSet<>(list) : list;
    }

    private static JsonNode json(Object value) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        if (value instanceof String text) {
            return json.textNode(text);
        }
        if (value instanceof Long number) {
            return json.numberNode(number);
        }
        if (value instanceof Integer number) {
            return json.numberNode(number);
        }
        if (value instanceof Double number) {
            return json.numberNode(number);
        }
        if (value instanceof Boolean flag) {
            return json.booleanNode(flag);
        }
        if (value instanceof Enum<?> constant) {
            return json.textNode(constant.name());
        }
        if (value instanceof Map<?, ?> map) {
            ObjectNode object = json.objectNode();
            map.forEach((key, part) -> object.set((String) key, json(part)));
            return object;
        }
        if (value instanceof Collection<?> collection) {
            ArrayNode array = json.arrayNode();
            collection.forEach(part -> array.add(json(part)));
            return array;
        }
        RecordShape shape = of(value.getClass());
        if (shape.components.size() == 1) {
            Object part = part(shape.components.get(0), value);
            if (part == null) {
                throw new IllegalStateException("id without a name: " + value);
            }
            return json(part);
        }
        ObjectNode object = json.objectNode();
        shape.write(value, object);
        return object;
    }
}
