package io.fabrictwin.schemas.codec;

import io.fabrictwin.model.queue.ScenarioAsked;
import io.fabrictwin.model.queue.ScenarioCancelled;
import io.fabrictwin.model.queue.ScenarioNote;
import io.fabrictwin.model.queue.ScenarioProgress;
import java.util.List;

/** Notes of scenarios to bytes and back. Thread-safe; instances are free and alike. */
public final class ScenarioNoteCodec {
    static final List<Class<? extends ScenarioNote>> TYPES =
            List.of(ScenarioAsked.class, ScenarioCancelled.class, ScenarioProgress.class);

    private static final RecordCodec<ScenarioNote> RECORDS = new RecordCodec<>("a note of a scenario", TYPES);

    /** As {@link EventCodec#encode}. */
    public byte[] encode(ScenarioNote note) {
        return RECORDS.encode(note);
    }

    /** As {@link EventCodec#decode}. */
    public ScenarioNote decode(byte[] bytes) {
        return RECORDS.decode(bytes);
    }
}
