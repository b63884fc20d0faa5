package io.fabrictwin.streams.store;

import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.window.Thinning;
import io.fabrictwin.model.window.Thinning.Level;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A bounded stretch of history that the live twin keeps beside the state: for each series the entries that are newest by
 * event time, and of what is older fewer. Other history stays in the log alone.
 */
public enum Window {
    /**
     * Counter samples of a port and priority, by millisecond: the newest, then one of each second, of ten seconds for an
     * hour, and of a minute for two. Counters add up, so that fewer samples tell of the same increase.
     */
    PORT_SAMPLES(
            EntityKind.PORT_SAMPLE,
            3,
            4_000,
            new Level(1, 256),
            new Level(1_000, 64),
            new Level(10_000, 361),
            new Level(60_000, 121)),
    /** Depths of a queue, by millisecond: the newest, one of each second, and one of each minute for an hour. */
    QUEUE_SAMPLES(EntityKind.QUEUE_SAMPLE, 3, 4_000, new Level(1, 32), new Level(1_000, 16), new Level(60_000, 61)),
    /** Steps of a job. */
    STEPS(EntityKind.STEP, 1, 8, new Level(1, 512)),
    /** Computing times of a rank. */
    COMPUTES(EntityKind.COMPUTE, 1, 8, new Level(1, 32)),
    /** A rank's part of one of the collectives of a step. */
    COLLECTIVE_RUNS(EntityKind.COLLECTIVE_RUN, 1, 8, Thinning.COLLECTIVES),
    /** A rank's part of the collectives of a communicator and kind. */
    COLLECTIVE_MEASURES(EntityKind.COLLECTIVE_MEASURE, 3, 8, Thinning.COLLECTIVES);

    private static final Map<EntityKind, Window> OF_KIND = new EnumMap<>(EntityKind.class);

    static {
        for (Window window : values()) {
            OF_KIND.put(window.kind, window);
        }
    }

    private final EntityKind kind;
    private final int placeOfNumber;
    private final int chunkSize;

    @SuppressWarnings("ImmutableEnumChecker") // a record that nobody can change
    private final Thinning thinning;

    Window(EntityKind kind, int placeOfNumber, int chunkSize, Level... levels) {
        this(kind, placeOfNumber, chunkSize, new Thinning(List.of(levels)));
    }

    Window(EntityKind kind, int placeOfNumber, int chunkSize, Thinning thinning) {
        this.kind = kind;
        this.placeOfNumber = placeOfNumber;
        this.chunkSize = chunkSize;
        this.thinning = thinning;
    }

    /** The window that holds entities of a kind; empty where that kind of history is not kept. */
    public static Optional<Window> of(EntityKind kind) {
        return Optional.ofNullable(OF_KIND.get(kind));
    }

    public EntityKind kind() {
        return kind;
    }

    /** How many of the newest entries of a series are all kept. */
    public int size() {
        return levels().get(0).groups();
    }

    List<Level> levels() {
        return thinning.levels();
    }

    /** What an entry is one of: its key without the step or the bucket of time. */
    EntityKey seriesOf(EntityKey entry) {
        String[] path = new String[entry.path().size() - 1];
        for (int place = 0; place < path.length; place++) {
            path[place] = entry.path().get(place < placeOfNumber ? place : place + 1);
        }
        return new EntityKey(entry.fabric(), kind, List.of(path));
    }

    /** Step or bucket of time of an entry. */
    long numberOf(EntityKey entry) {
        return Long.parseLong(entry.path().get(placeOfNumber));
    }

    /** The first number of those that are stored together with one: so many steps, or milliseconds. */
    long firstOfChunk(long number) {
        return Math.floorDiv(number, (long) chunkSize) * chunkSize;
    }

    /** The entry of a series at a step or bucket. */
    EntityKey entryOf(EntityKey series, long number) {
        String[] path = new String[series.path().size() + 1];
        for (int place = 0; place < path.length; place++) {
            path[place] = place == placeOfNumber
                    ? Long.toString(number)
                    : series.path().get(place < placeOfNumber ? place : place - 1);
        }
        return new EntityKey(series.fabric(), kind, List.of(path));
    }
}
