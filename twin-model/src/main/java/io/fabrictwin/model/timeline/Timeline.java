package io.fabrictwin.model.timeline;

import io.fabrictwin.model.event.CommunicationFailed;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobStopped;
import io.fabrictwin.model.event.JobTuned;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.event.Swept;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Tells the story of one fabric from its events and its folded history. The same whatever the order of either. */
public final class Timeline {
    private Timeline() {}

    /**
     * Whether a timeline needs the event itself. Steps reach it through the folded history, and samples as
     * {@linkplain PausedTime paused time};
     * a sweep says nothing new of what is still there.
     */
    public static boolean tellsOf(FabricEvent event) {
        return switch (event.topic()) {
            case TOPOLOGY -> !(event instanceof Swept);
            case CONFIG -> true;
            case TELEMETRY -> false;
            case WORKLOAD ->
                event instanceof JobStarted
                        || event instanceof JobStopped
                        || event instanceof JobTuned
                        || event instanceof RankPlaced
                        || event instanceof CommunicationFailed;
        };
    }

    /**
     * The timeline between two event times, both inclusive.
     *
     * @param events of one fabric, those that {@link #tellsOf} names; also from before {@code fromNs}, so that a change can
     *     say what stood before
     * @param history folded states of the same fabric: completed steps, also from before
     * @param pausedTimes of its ports, by {@linkplain PausedTime#portOf(EntityKey) what they are called here}
     */
    public static List<TimelineEntry> of(
            Collection<? extends FabricEvent> events,
            Map<EntityKey, EntityState> history,
            SortedMap<String, PausedTime> pausedTimes,
            long fromNs,
            long toNs) {
        List<TimelineEntry> entries = new ArrayList<>();
        entries.addAll(ChangeStory.of(events, fromNs, toNs));
        entries.addAll(StepStory.of(history, fromNs, toNs));
        entries.addAll(PauseStory.of(pausedTimes, fromNs, toNs));
        return entries.stream().sorted().toList();
    }
}
