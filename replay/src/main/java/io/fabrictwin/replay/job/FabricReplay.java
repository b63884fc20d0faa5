package io.fabrictwin.replay.job;

import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.timeline.TimelineEntry;
import java.util.List;
import java.util.SortedMap;

/**
 * What a replay found of one fabric.
 *
 * @param frame the fabric at the end of what was asked; it has digest, positions and event-time reach
 * @param history folded steps of what was asked; with history asked for, all of them and all samples
 * @param eventsByType events up to the end, by type; duplicates count each
 * @param laterEvents events that were read, but are after the end
 * @param timeline from begin to end of what was asked; with history asked for, of steps alone
 */
public record FabricReplay(
        FabricFrame frame,
        SortedMap<EntityKey, EntityState> history,
        SortedMap<String, Long> eventsByType,
        long laterEvents,
        List<TimelineEntry> timeline) {
    public FabricReplay {
        timeline = List.copyOf(timeline);
    }
}
