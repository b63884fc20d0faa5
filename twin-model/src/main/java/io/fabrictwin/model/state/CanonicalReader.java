package io.fabrictwin.model.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads what {@link CanonicalWriter} wrote. */
final class CanonicalReader {
    private final ByteBuffer in;

    CanonicalReader(byte[] bytes) {
        in = ByteBuffer.wrap(bytes);
    }

    long number() {
        return in.getLong();
    }

    int count() {
        return in.getInt();
    }

    int tag() {
        return in.get();
    }

    String text() {
        byte[] utf8 = new byte[count()];
        in.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    List<String> texts() {
        int size = count();
        List<String> values = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            values.add(text());
        }
        return values;
    }

    boolean isAtEnd() {
        return !in.hasRemaining();
    }
}
