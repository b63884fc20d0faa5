package io.fabrictwin.replay.operator;

import io.fabrictwin.model.scenario.WorkloadWindow;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import java.io.Serializable;
import java.util.EnumSet;
import java.util.Set;

/**
 * What part of history a fold keeps, by event time.
 *
 * @param stateToNs the present state is folded from events up to then, inclusive
 * @param historyFromNs steps and samples are kept from then on; completed steps from the begin, for comparison
 * @param historyToNs up to then, inclusive
 * @param detail how much of that history
 */
public record FoldScope(long stateToNs, long historyFromNs, long historyToNs, Detail detail) implements Serializable {
    /** How much of history is kept, from little to much. */
    public enum Detail {
        /** What a fork runs again. */
        RERUN,
        /** What a timeline tells of: events, steps and paused times. */
        TIMELINE,
        /** All steps and samples. */
        HISTORY,
        /** All steps and samples, and the events that a timeline tells of. */
        STORY
    }

    public FoldScope {
        if (historyFromNs > historyToNs) {
            throw new IllegalArgumentException(
                    "history from " + historyFromNs + " ns to " + historyToNs + " ns is empty");
        }
    }

    /** Whether what is kept of a kind does not depend on where history begins. */
    boolean keepsAllOf(EntityKind kind) {
        return kind.tier() == EntityKind.Tier.STATE || kind == EntityKind.STEP;
    }

    boolean tellsStory() {
        return detail == Detail.STORY || detail == Detail.TIMELINE;
    }

    /** Whether of samples only paused times are kept. */
    boolean keepsPausedTimes() {
        return detail == Detail.TIMELINE;
    }

    boolean isWithinHistory(long eventTimeNs) {
        return eventTimeNs >= historyFromNs && eventTimeNs <= historyToNs;
    }

    boolean reaches(long eventTimeNs) {
        return eventTimeNs <= Math.max(stateToNs, historyToNs);
    }

    boolean keeps(EntityKey key, long eventTimeNs) {
        return switch (key.kind().tier()) {
            case STATE -> eventTimeNs <= stateToNs;
            case HISTORY ->
                (keepsAllOf(key.kind()) ? eventTimeNs <= historyToNs : isWithinHistory(eventTimeNs)) && reads(key);
        };
    }

    private boolean reads(EntityKey key) {
        return switch (detail) {
            case RERUN -> WorkloadWindow.reads(key);
            case TIMELINE -> key.kind() == EntityKind.STEP;
            case HISTORY, STORY -> true;
        };
    }

    /** The kinds of which it keeps any. */
    Set<EntityKind> kinds() {
        Set<EntityKind> kinds = EnumSet.allOf(EntityKind.class);
        switch (detail) {
            case RERUN -> kinds.removeIf(kind -> kind.tier() == EntityKind.Tier.HISTORY && !WorkloadWindow.reads(kind));
            case TIMELINE -> kinds.removeIf(kind -> kind.tier() == EntityKind.Tier.HISTORY && kind != EntityKind.STEP);
            case HISTORY, STORY -> {}
        }
        return kinds;
    }
}
