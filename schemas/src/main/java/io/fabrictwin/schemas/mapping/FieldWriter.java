package io.fabrictwin.schemas.mapping;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Method handles that take (value, output) and write a field's value. Those of a record's fields become one, which the JVM
 * compiles as if it was written by hand: a loop over the fields, with numbers in boxes, takes half as long again.
 */
final class FieldWriter {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final Map<Class<?>, MethodHandle> OF_PRIMITIVE = Map.of(
            long.class, ofPrimitive(long.class, "writeLong"),
            int.class, ofPrimitive(int.class, "writeInt"),
            double.class, ofPrimitive(double.class, "writeDouble"),
            boolean.class, ofPrimitive(boolean.class, "writeBoolean"));
    private static final MethodHandle NULLABLE =
            ofObject("writeNullable", WireType.class, Object.class, WireOutput.class);
    private static final MethodHandle REQUIRED =
            ofObject("writeRequired", WireType.class, String.class, Object.class, WireOutput.class);

    private FieldWriter() {}

    /** @param name of the field, for messages */
    static MethodHandle of(Class<?> javaType, WireType wireType, boolean nullable, String name) {
        MethodHandle primitive = OF_PRIMITIVE.get(javaType);
        if (primitive != null) {
            return primitive;
        }
        MethodHandle writer = nullable
                ? MethodHandles.insertArguments(NULLABLE, 0, wireType)
                : MethodHandles.insertArguments(REQUIRED, 0, wireType, name);
        return writer.asType(MethodType.methodType(void.class, javaType, WireOutput.class));
    }

    static void writeNullable(WireType type, @Nullable Object value, WireOutput out) {
        out.writeInt(value == null ? 0 : 1);
        if (value != null) {
            type.write(value, out);
        }
    }

    static void writeRequired(WireType type, String name, @Nullable Object value, WireOutput out) {
        if (value == null) {
            throw new IllegalArgumentException(name + " is null");
        }
        type.write(value, out);
    }

    private static MethodHandle ofPrimitive(Class<?> type, String method) {
        try {
            MethodHandle writer = LOOKUP.findVirtual(WireOutput.class, method, MethodType.methodType(void.class, type));
            MethodType valueFirst = MethodType.methodType(void.class, type, WireOutput.class);
            return MethodHandles.permuteArguments(writer, valueFirst, 1, 0);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static MethodHandle ofObject(String method, Class<?>... parameters) {
        try {
            return LOOKUP.findStatic(FieldWriter.class, method, MethodType.methodType(void.class, parameters));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
