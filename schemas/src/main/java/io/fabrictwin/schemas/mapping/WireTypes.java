package io.fabrictwin.schemas.mapping;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.io.ResolvingDecoder;
import org.jspecify.annotations.Nullable;

/** Finds how a Java type lies on the wire under a schema, or says that the two do not fit. */
final class WireTypes {
    private WireTypes() {}

    static WireType of(Type javaType, Schema schema) {
        WireType found = null;
        if (javaType instanceof Class<?> type) {
            found = single(type, schema);
        } else if (javaType instanceof ParameterizedType type) {
            found = collection(type, schema);
        }
        if (found == null) {
            throw new IllegalStateException(javaType.getTypeName() + " does not fit schema " + schema);
        }
        return found;
    }

    private static @Nullable WireType single(Class<?> type, Schema schema) {
        return switch (schema.getType()) {
            case STRING -> TextType.BY_CLASS.get(type);
            case LONG -> type == long.class || type == Long.class ? new LongType() : null;
            case INT -> type == int.class || type == Integer.class ? new IntType() : null;
            case DOUBLE -> type == double.class || type == Double.class ? new DoubleType() : null;
            case BOOLEAN -> type == boolean.class || type == Boolean.class ? new BooleanType() : null;
            case BYTES -> type == byte[].class ? new BytesType() : null;
            case ENUM -> type.isEnum() ? new EnumType(type, schema) : null;
            case RECORD -> type.isRecord() ? RecordType.of(type, schema) : null;
            default -> null;
        };
    }

    private static @Nullable WireType collection(ParameterizedType type, Schema schema) {
        Type[] arguments = type.getActualTypeArguments();
        if (schema.getType() == Schema.Type.ARRAY && type.getRawType() == List.class) {
            return new ListType(of(arguments[0], schema.getElementType()));
        }
        if (schema.getType() == Schema.Type.ARRAY && type.getRawType() == SortedSet.class) {
            return new SortedSetType(of(arguments[0], schema.getElementType()));
        }
        if (schema.getType() == Schema.Type.MAP
                && type.getRawType() == SortedMap.class
                && arguments[0] == String.class) {
            return new SortedMapType(of(arguments[1], schema.getValueType()));
        }
        return null;
    }

    private record LongType() implements WireType {
        @Override
        public void write(Object value, WireOutput out) {
            out.writeLong((Long) value);
        }

        @Override
        public Object read(ResolvingDecoder in) throws IOException {
            return in.readLong();
        }
    }

    private record IntType() implements WireType {
        @Override
        public void write(Object value, WireOutput out) {
            out.writeInt((Integer) value);
        }

        @Override
        public Object read(ResolvingDecoder in) throws IOException {
            return in.readInt();
        }
    }

    private record DoubleType() implements WireType {
        @Override
        public void write(Object value, WireOutput out) {
            out.writeDouble((Double) value);
        }

        @Override
        public Object read(ResolvingDecoder in) throws IOException {
            return in.readDouble();
        }
    }

    private record BooleanType() implements WireType {
        @Override
        public void write(Object value, WireOutput out) {
            out.writeBoolean((Boolean) value);
        }

        @Override
        public Object read(ResolvingDecoder in) throws IOException {
            return in.readBoolean();
        }
    }

    private record BytesType() implements WireType {
        @Override
        public void write(Object value, WireOutput out) {
            out.writeBytes((byte[]) value);
        }

        @Override
        public Object read(ResolvingDecoder in) throws IOException {
            ByteBuffer buffer = in.readBytes(null);
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            return bytes;
        }
    }

    private record ListType(WireType element) implements WireType {
        @Override
        public void write(Object value, WireOutput out) {
            writeAll((List<?>) value, element, out);
        }

        @Override
        public Object read(ResolvingDecoder in) throws IOException {
            return readAll(element, in);
        }
    }

    private record SortedSetType(WireType element) implements WireType {
        @Override
        public void write(Object value, WireOutput out) {
            writeAll((SortedSet<?>) value, element, out);
        }

        @Override
        public Object read(ResolvingDecoder in) throws IOException {
            List<Object> elements = readAll(element, in);
            SortedSet<Object> set = new TreeSet<>(elements);
            if (set.size() < elements.size()) {
                throw new IllegalArgumentException("a set has an element twice");
            }
            return set;
        }
    }

    private record SortedMapType(WireType valueType) implements WireType {
        @Override
        public void write(Object value, WireOutput out) {
            SortedMap<?, ?> map = (SortedMap<?, ?>) value;
            out.writeStart(map.size());
            // Counters come as maps, by far the most: this way no entry is made for each of them.
            map.forEach((key, element) -> {
                out.writeText((String) key);
                valueType.write(element, out);
            });
            out.writeEnd();
        }

        @Override
        public Object read(ResolvingDecoder in) throws IOException {
            SortedMap<String, Object> map = new TreeMap<>();
            for (long count = in.readMapStart(); count != 0; count = in.mapNext()) {
                for (long i = 0; i < count; i++) {
                    String key = TextType.readText(in);
                    if (map.put(key, valueType.read(in)) != null) {
                        throw new IllegalArgumentException("a map has the key '" + key + "' twice");
                    }
                }
            }
            return map;
        }
    }

    private static void writeAll(Collection<?> elements, WireType type, WireOutput out) {
        out.writeStart(elements.size());
        for (Object element : elements) {
            type.write(element, out);
        }
        out.writeEnd();
    }

    private static List<Object> readAll(WireType type, ResolvingDecoder in) throws IOException {
        List<Object> elements = new ArrayList<>();
        for (long count = in.readArrayStart(); count != 0; count = in.arrayNext()) {
            for (long i = 0; i < count; i++) {
                elements.add(type.read(in));
            }
        }
        return elements;
    }
}
