package io.fabrictwin.model.incident;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cause that evidence speaks for.
 *
 * @param score 0 to 1: what its findings say alone, times how well they fit in time, in place and with the part of the
 *     steps that grew
 * @param findingId of the finding that it rests on most; empty where it rests on the steps alone
 * @param summary one sentence
 * @param entities devices, ports or jobs concerned, the likely cause first; may be empty
 * @param evidence measured facts, one a line
 * @param undo a fork in which it does not happen; null where no change does that
 */
public record RankedCause(
        Cause cause,
        double score,
        String findingId,
        String summary,
        List<String> entities,
        List<String> evidence,
        @Nullable Undo undo) {
    /** Below, it is not named as the answer. */
    public static final double LEAST_SCORE = 0.3;

    private static final double HIGH = 0.7;
    private static final double MEDIUM = 0.5;

    /**
     * What to change, and when.
     *
     * @param atNs base time of the fork, ns since 1970
     * @param untilNs end of its window
     * @param settings as {@code KEY=VALUE}; never empty
     */
    public record Undo(long atNs, long untilNs, List<String> settings) {
        public Undo {
            settings = List.copyOf(settings);
        }
    }

    public RankedCause {
        entities = List.copyOf(entities);
        evidence = List.copyOf(evidence);
    }

    /** The same, for which another speaks too that does not tell who. */
    RankedCause backedBy(RankedCause other) {
        List<String> all = new ArrayList<>(evidence);
        all.addAll(other.evidence);
        return new RankedCause(cause, Math.max(score, other.score), findingId, summary, entities, all, undo);
    }

    /** The score in a word. */
    public String confidence() {
        return score >= HIGH ? "high" : score >= MEDIUM ? "medium" : "low";
    }
}
