package io.fabrictwin.replay.operator;

import io.fabrictwin.model.scenario.WorkloadWindow;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import java.io.Serializable;

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
        /** All steps and samples. */
        HISTORY,
        /** Events that a timeline tells of as well. */
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
        return detail == Detail.STORY;
    }

    boolean reaches(long eventTimeNs) {
        return eventTimeNs <= Math.max(stateToNs, historyToNs);
    }

    boolean keeps(EntityKey key, long eventTimeNs) {
        return switch (key.kind().tier()) {
            case STATE -> eventTimeNs <= stateToNs;
            case HISTORY ->
                eventTimeNs <= historyToNs
                        && (keepsAllOf(key.kind()) || eventTimeNs >= historyFromNs)
                        && (detail != Detail.RERUN || WorkloadWindow.reads(key));
        };
    }
}
