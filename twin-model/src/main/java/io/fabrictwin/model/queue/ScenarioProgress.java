package io.fabrictwin.model.queue;

import io.fabrictwin.model.frame.Positions;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a worker is doing with a scenario.
 *
 * @param id the scenario's
 * @param worker name of the worker that tells
 * @param detail one line for people; empty where there is nothing to say
 * @param forecastKey key of the forecast in its topic; null: there is none
 * @param toldTimeNs when this was told, ns since 1970
 * @param readTo the cut of the log that was read; empty where none was
 * @param undecodable records of it that could not be decoded: what they told is missing
 */
public record ScenarioProgress(
        String id,
        String worker,
        ScenarioStage stage,
        String detail,
        @Nullable String forecastKey,
        long toldTimeNs,
        List<ReadTo> readTo,
        long undecodable)
        implements ScenarioNote {
    /** Where reading of one partition of the log ended: the next offset. */
    public record ReadTo(String topic, int partition, long nextOffset) {}

    public ScenarioProgress {
        readTo = List.copyOf(readTo);
    }

    /** Tells how far it is, before anything was read. */
    public ScenarioProgress(
            String id,
            String worker,
            ScenarioStage stage,
            String detail,
            @Nullable String forecastKey,
            long toldTimeNs) {
        this(id, worker, stage, detail, forecastKey, toldTimeNs, List.of(), 0);
    }

    /** Tells what came of it, and from what cut of the log. */
    public static ScenarioProgress of(
            String id,
            String worker,
            ScenarioStage stage,
            String detail,
            @Nullable String forecastKey,
            long toldTimeNs,
            Positions positions,
            long undecodable) {
        List<ReadTo> readTo = positions.nextOffsets().entrySet().stream()
                .map(end -> new ReadTo(end.getKey().topic(), end.getKey().number(), end.getValue()))
                .toList();
        return new ScenarioProgress(id, worker, stage, detail, forecastKey, toldTimeNs, readTo, undecodable);
    }

    /** The cut of the log that was read. */
    public Positions positions() {
        SortedMap<Positions.Partition, Long> nextOffsets = new TreeMap<>();
        readTo.forEach(end -> nextOffsets.put(new Positions.Partition(end.topic(), end.partition()), end.nextOffset()));
        return new Positions(nextOffsets);
    }

    @Override
    public String key() {
        return "progress/" + id;
    }
}
