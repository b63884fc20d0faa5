package io.fabrictwin.ingest.parse.workload;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How large an element of a tensor is. */
public final class ElementType {
    private static final Map<String, Integer> BYTES = Map.ofEntries(
            Map.entry("float", 4),
            Map.entry("float32", 4),
            Map.entry("int", 4),
            Map.entry("int32", 4),
            Map.entry("uint32", 4),
            Map.entry("bfloat16", 2),
            Map.entry("half", 2),
            Map.entry("float16", 2),
            Map.entry("short", 2),
            Map.entry("int16", 2),
            Map.entry("uint16", 2),
            Map.entry("double", 8),
            Map.entry("float64", 8),
            Map.entry("long", 8),
            Map.entry("longint", 8),
            Map.entry("int64", 8),
            Map.entry("uint64", 8),
            Map.entry("complexfloat", 8),
            Map.entry("complexhalf", 4),
            Map.entry("complexdouble", 16),
            Map.entry("byte", 1),
            Map.entry("uint8", 1),
            Map.entry("unsignedchar", 1),
            Map.entry("char", 1),
            Map.entry("signedchar", 1),
            Map.entry("int8", 1),
            Map.entry("bool", 1));

    private ElementType() {}

    /**
     * Bytes of an element.
     *
     * @param name as PyTorch words it, also in its C++ form: {@code BFloat16}, {@code c10::Half}, {@code long int}
     * @return null: the type is not known
     */
    public static @Nullable Integer bytes(String name) {
        int prefix = Math.max(name.lastIndexOf(':'), name.lastIndexOf('.'));
        String plain = name.substring(prefix + 1).replace(" ", "").toLowerCase(Locale.ROOT);
        return plain.startsWith("float8") ? Integer.valueOf(1) : BYTES.get(plain);
    }
}
