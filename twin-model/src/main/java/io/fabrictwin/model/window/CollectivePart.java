package io.fabrictwin.model.window;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one rank told of one collective, by its own clock; null is not told.
 *
 * @param communicator null: the collectives of a step, of all ranks of the job
 * @param rank null: all together
 * @param bytes as the event tells them: a rank's, or those of its larger buffer
 * @param stayNs how long it took the rank, waiting for the others included
 * @param toldNs event time of the newest that was told of it
 * @param host where it ran, where the event itself tells
 */
public record CollectivePart(
        JobId job,
        @Nullable String communicator,
        @Nullable Integer rank,
        @Nullable CollectiveOperation operation,
        @Nullable Long bytes,
        @Nullable Long startNs,
        @Nullable Long stayNs,
        long toldNs,
        @Nullable String host) {

    /**
     * Parts by series (the n-th collective of a job's steps, or one operation of a communicator), then by step or sequence.
     *
     * @param jobs what jobs did, by entity, of one fabric; other entities are passed over
     */
    public static SortedMap<String, NavigableMap<Long, List<CollectivePart>>> series(Map<EntityKey, EntityState> jobs) {
        SortedMap<String, NavigableMap<Long, List<CollectivePart>>> series = new TreeMap<>();
        new TreeMap<>(jobs).forEach((key, state) -> {
            List<String> path = key.path();
            if (key.kind() == EntityKind.COLLECTIVE_RUN) {
                String name = path.get(0) + '\n' + path.get(2);
                put(series, name, path.get(1), ofStep(path, state));
            } else if (key.kind() == EntityKind.COLLECTIVE_MEASURE) {
                String name = path.get(0) + '\n' + path.get(1) + '\n' + path.get(2);
                put(series, name, path.get(3), ofCommunicator(path, state));
            }
        });
        return series;
    }

    private static void put(
            SortedMap<String, NavigableMap<Long, List<CollectivePart>>> series,
            String name,
            String number,
            CollectivePart part) {
        series.computeIfAbsent(name, unknown -> new TreeMap<>())
                .computeIfAbsent(Long.parseLong(number), unknown -> new ArrayList<>())
                .add(part);
    }

    private static CollectivePart ofStep(List<String> path, EntityState state) {
        Long startNs = state.whole(AttributeName.START_NS);
        Long endNs = state.whole(AttributeName.END_NS);
        String operation = state.text(AttributeName.OPERATION);
        return new CollectivePart(
                new JobId(path.get(0)),
                null,
                Integer.parseInt(path.get(3)),
                operation == null ? null : CollectiveOperation.valueOf(operation),
                state.whole(AttributeName.BYTES_PER_RANK),
                startNs,
                startNs == null || endNs == null ? null : (Long) (endNs - startNs),
                toldNs(state),
                null);
    }

    private static CollectivePart ofCommunicator(List<String> path, EntityState state) {
        return new CollectivePart(
                new JobId(path.get(0)),
                path.get(1),
                path.get(4).isEmpty() ? null : (Integer) Integer.parseInt(path.get(4)),
                CollectiveOperation.valueOf(path.get(2)),
                state.whole(AttributeName.BYTES),
                state.whole(AttributeName.START_NS),
                state.whole(AttributeName.DURATION_NS),
                toldNs(state),
                state.text(AttributeName.HOST));
    }

    private static long toldNs(EntityState state) {
        return state.attributes().values().stream()
                .mapToLong(attribute -> attribute.newest().stamp().eventTimeNs())
                .max()
                .orElse(0);
    }

    /** When it was done by the rank's clock; null: not told. */
    public @Nullable Long endNs() {
        return startNs == null || stayNs == null ? null : (Long) (startNs + stayNs);
    }

    /** Whether ranks of one number are of one collective: a communicator that was not told may be any. */
    public boolean isMatched() {
        return communicator == null || !communicator.isEmpty();
    }
}
