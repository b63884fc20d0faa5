package io.fabrictwin.schemas.codec;

import io.fabrictwin.schemas.QuarantinedInput;
import java.util.List;

/** Quarantined inputs to bytes and back. Thread-safe; instances are free and alike. */
public final class QuarantinedInputCodec {
    private static final RecordCodec<QuarantinedInput> RECORDS =
            new RecordCodec<>("a quarantined input", List.of(QuarantinedInput.class));

    /** As {@link EventCodec#encode}. */
    public byte[] encode(QuarantinedInput input) {
        return RECORDS.encode(input);
    }

    /** As {@link EventCodec#decode}. */
    public QuarantinedInput decode(byte[] bytes) {
        return RECORDS.decode(bytes);
    }
}
