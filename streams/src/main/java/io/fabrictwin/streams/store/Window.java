package io.fabrictwin.streams.store;

import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A bounded stretch of history that the live twin keeps beside the state: for each series the entries that are newest by
 * event time. Other history stays in the log alone.
 */
public enum Window {
    /** Counter samples of a port and priority. */
    PORT_SAMPLES(EntityKind.PORT_SAMPLE, 3, 256),
    /** Steps of a job. */
    STEPS(EntityKind.STEP, 1, 512),
    /** Computing times of a rank. */
    COMPUTES(EntityKind.COMPUTE, 1, 32);

    private final EntityKind kind;
    private final int placeOfNumber;
    private final int size;

    Window(EntityKind kind, int placeOfNumber, int size) {
        this.kind = kind;
        this.placeOfNumber = placeOfNumber;
        this.size = size;
    }

    /** The window that holds entities of a kind; empty where that kind of history is not kept. */
    public static Optional<Window> of(EntityKind kind) {
        return Arrays.stream(values()).filter(window -> window.kind == kind).findFirst();
    }

    public EntityKind kind() {
        return kind;
    }

    /** Entries kept of each series. */
    public int size() {
        return size;
    }

    /** What an entry is one of: its key without the step or the bucket of time. */
    EntityKey seriesOf(EntityKey entry) {
        List<String> path = new ArrayList<>(entry.path());
        path.remove(placeOfNumber);
        return new EntityKey(entry.fabric(), kind, path);
    }

    /** Step or bucket of time of an entry. */
    long numberOf(EntityKey entry) {
        return Long.parseLong(entry.path().get(placeOfNumber));
    }

    /** The entry of a series at a step or bucket. */
    EntityKey entryOf(EntityKey series, long number) {
        List<String> path = new ArrayList<>(series.path());
        path.add(placeOfNumber, Long.toString(number));
        return new EntityKey(series.fabric(), kind, path);
    }
}
