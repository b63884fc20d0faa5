package io.fabrictwin.model.state;

import io.fabrictwin.model.id.SharedText;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
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
        int length = count();
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        String text = SharedText.of(in.array(), in.position(), length);
        in.position(in.position() + length);
        return text;
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
