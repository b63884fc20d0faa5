package io.fabrictwin.replay.operator;

import io.fabrictwin.model.state.EntityKind;
import java.io.Serializable;

/**
 * What part of history a fold keeps, by event time.
 *
 * @param stateToNs the present state is folded from events up to then, inclusive
 * @param historyFromNs steps and samples are kept from then on; completed steps from the begin, for comparison
 * @param historyToNs up to then, inclusive
 * @param tellsStory whether events that a timeline tells of are kept as well
 */
public record FoldScope(long stateToNs, long historyFromNs, long historyToNs, boolean tellsStory)
        implements Serializable {
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

    boolean reaches(long eventTimeNs) {
        return eventTimeNs <= Math.max(stateToNs, historyToNs);
    }

    boolean keeps(EntityKind kind, long eventTimeNs) {
        return switch (kind.tier()) {
            case STATE -> eventTimeNs <= stateToNs;
            case HISTORY -> eventTimeNs <= historyToNs && (keepsAllOf(kind) || eventTimeNs >= historyFromNs);
        };
    }
}
