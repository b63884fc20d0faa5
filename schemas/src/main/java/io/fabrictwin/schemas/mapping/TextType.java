package io.fabrictwin.schemas.mapping;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.SharedText;
import io.fabrictwin.model.id.SourceId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import org.apache.avro.io.ResolvingDecoder;
import org.apache.avro.util.Utf8;

/**
 * Text, and the ids that are text on the wire. UTF-8 in both directions without replacement characters: what cannot be
 * written or read as it is, is refused.
 */
record TextType<T>(Class<T> type, Function<T, String> toText, Function<String, T> fromText) implements WireType {
    static final Map<Class<?>, TextType<?>> BY_CLASS = Map.of(
            String.class, new TextType<>(String.class, text -> text, text -> text),
            FabricId.class, new TextType<>(FabricId.class, FabricId::value, FabricId::new),
            DeviceId.class, new TextType<>(DeviceId.class, DeviceId::value, DeviceId::new),
            JobId.class, new TextType<>(JobId.class, JobId::value, JobId::new),
            SourceId.class, new TextType<>(SourceId.class, SourceId::toString, SourceId::parse));

    private static final char REPLACEMENT = '\uFFFD';

    @Override
    public void write(Object value, WireOutput out) {
        out.writeText(type.cast(value), toText);
    }

    @Override
    public T read(ResolvingDecoder in) throws IOException {
        return fromText.apply(readText(in));
    }

    static String readText(ResolvingDecoder in) throws IOException {
        Utf8 utf8 = in.readString((Utf8) null);
        byte[] bytes = utf8.getBytes();
        int length = utf8.getByteLength();
        String text = SharedText.of(bytes, 0, length);
        if (text.indexOf(REPLACEMENT) >= 0 && !Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes)) {
            throw new IllegalArgumentException("text '" + text + "' is not UTF-8");
        }
        return text;
    }
}
