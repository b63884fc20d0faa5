package io.fabrictwin.schemas.mapping;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.io.ResolvingDecoder;
import org.jspecify.annotations.Nullable;

/** A record: its components are the fields of its schema, with the same names in the same order. */
final class RecordType implements WireType {
    private static final MethodType WRITER = MethodType.methodType(void.class, Object.class, WireOutput.class);

    /** @param writer takes (record, output) */
    private record Field(boolean nullable, WireType type, MethodHandle writer) {}

    private final String name;
    private final Field[] fields;
    private final MethodHandle constructor;
    /** Takes (record, output) and writes all fields. */
    private final MethodHandle writer;

    private RecordType(String name, Field[] fields, MethodHandle constructor) {
        this.name = name;
        this.fields = fields;
        this.constructor = constructor;
        this.writer = inOrder(fields);
    }

    static RecordType of(Class<?> type, Schema schema) {
        RecordComponent[] components = type.getRecordComponents();
        List<String> names =
                Arrays.stream(components).map(RecordComponent::getName).toList();
        List<String> fieldNames =
                schema.getFields().stream().map(Schema.Field::name).toList();
        if (!names.equals(fieldNames)) {
            throw new IllegalStateException(
                    type.getName() + " has the components " + names + ", its schema the fields " + fieldNames);
        }
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        try {
            Field[] fields = new Field[components.length];
            Class<?>[] parameters = new Class<?>[components.length];
            for (int i = 0; i < components.length; i++) {
                fields[i] = field(components[i], schema.getFields().get(i).schema(), lookup);
                parameters[i] = components[i].getType();
            }
            MethodHandle constructor = lookup.findConstructor(type, MethodType.methodType(void.class, parameters))
                    .asSpreader(Object[].class, parameters.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
            return new RecordType(type.getSimpleName(), fields, constructor);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName() + " is not public", e);
        }
    }

    private static Field field(RecordComponent component, Schema schema, MethodHandles.Lookup lookup)
            throws IllegalAccessException {
        boolean nullable = schema.isNullable();
        if (nullable != component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
            throw new IllegalStateException(component.getDeclaringRecord().getName() + " and its schema do not agree "
                    + "whether " + component.getName() + " may be null");
        }
        if (nullable && !schema.getTypes().get(0).getType().equals(Schema.Type.NULL)) {
            throw new IllegalStateException(component.getName() + " is not a union with null first");
        }
        WireType type = WireTypes.of(
                component.getGenericType(), nullable ? schema.getTypes().get(1) : schema);
        String name = component.getDeclaringRecord().getSimpleName() + "." + component.getName();
        MethodHandle writer = MethodHandles.filterArguments(
                        FieldWriter.of(component.getType(), type, nullable, name),
                        0,
                        lookup.unreflect(component.getAccessor()))
                .asType(WRITER);
        return new Field(nullable, type, writer);
    }

    private static MethodHandle inOrder(Field[] fields) {
        MethodHandle rest = MethodHandles.empty(WRITER);
        for (int i = fields.length - 1; i >= 0; i--) {
            rest = MethodHandles.foldArguments(rest, fields[i].writer);
        }
        return rest;
    }

    @Override
    public void write(Object value, WireOutput out) {
        try {
            writer.invokeExact(value, out);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Object read(ResolvingDecoder in) throws IOException {
        @Nullable Object[] values = new @Nullable Object[fields.length];
        for (Schema.Field written : in.readFieldOrder()) {
            Field field = fields[written.pos()];
            if (field.nullable && in.readIndex() == 0) {
                in.readNull();
            } else {
                values[written.pos()] = field.type.read(in);
            }
        }
        return create(values);
    }

    private Object create(@Nullable Object[] values) {
        try {
            return (Object) constructor.invokeExact(values);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + " is refused: " + e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
