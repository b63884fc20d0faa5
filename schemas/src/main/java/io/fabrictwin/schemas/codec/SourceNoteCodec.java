package io.fabrictwin.schemas.codec;

import io.fabrictwin.schemas.SourceNote;
import io.fabrictwin.schemas.SourceProgress;
import io.fabrictwin.schemas.SourceState;
import io.fabrictwin.schemas.TailPosition;
import java.util.List;

/** Notes of sources to bytes and back. Thread-safe; instances are free and alike. */
public final class SourceNoteCodec {
    static final List<Class<? extends SourceNote>> TYPES =
            List.of(SourceProgress.class, SourceState.class, TailPosition.class);

    private static final RecordCodec<SourceNote> RECORDS = new RecordCodec<>("a note of a source", TYPES);

    /** As {@link EventCodec#encode}. */
    public byte[] encode(SourceNote note) {
        return RECORDS.encode(note);
    }

    /** As {@link EventCodec#decode}. */
    public SourceNote decode(byte[] bytes) {
        return RECORDS.decode(bytes);
    }
}
