package io.fabrictwin.model.calibration;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Changes that were forecast and then made, and what they show of our own error. */
public final class PastChanges {
    private static final double LEVEL = 0.9;

    private final List<PastChange> changes;
    private final Conformal conformal;

    /**
     * What past changes show for a new one.
     *
     * @param kind the kind of the comparable changes; empty where those of its own kind are too few and all were taken
     * @param count comparable changes
     * @param medianError median relative error of the ratio
     * @param held in how many the observed ratio lay within the 90 % interval that the forecast gave at the time
     * @param reach spreads to either side that a 90 % interval needs; empty where changes are too few ("prior only")
     */
    public record Evidence(String kind, int count, double medianError, Share held, OptionalDouble reach) {
        /** Which changes are meant, for people: {@code "21 comparable changes (set-ecn)"}. */
        public String changes() {
            return count
                    + (count == 1 ? " comparable change" : " comparable changes")
                    + (kind.isEmpty() ? " (all kinds)" : " (" + kind + ")");
        }

        /**
         * Our own error, for people: {@code "on 21 comparable changes (set-ecn): median 2.1 %, 90 % interval held in 19 of
         * 21"}.
         */
        public String words() {
            String error = String.format(
                    Locale.ROOT,
                    "on %s: median %.1f %%, 90 %% interval held in %d of %d",
                    changes(),
                    100 * medianError,
                    held.hits(),
                    held.count());
            return reach.isPresent()
                    ? error
                    : error + "; intervals are prior only, as it takes " + Conformal.needed(LEVEL) + " changes";
        }
    }

    public PastChanges(List<PastChange> changes) {
        this.changes = List.copyOf(changes);
        conformal = new Conformal(this.changes.stream()
                .map(change -> new Conformal.Score(List.of(change.kind()), change.score()))
                .toList());
    }

    /** All of them, in the order given. */
    public List<PastChange> changes() {
        return changes;
    }

    /** Number of changes of all kinds. */
    public int count() {
        return changes.size();
    }

    /**
     * What they show for a change of a kind: those of its kind where they are 20 or more, else all.
     *
     * @throws IllegalArgumentException where there are no changes at all
     */
    public Evidence evidence(String kind) {
        Conformal.Reach reach = conformal.reach(List.of(kind), LEVEL);
        List<PastChange> comparable = reach.bucket().isEmpty()
                ? changes
                : changes.stream().filter(change -> change.kind().equals(kind)).toList();
        if (comparable.isEmpty()) {
            throw new IllegalArgumentException("no past change was scored");
        }
        double[] errors = comparable.stream()
                .mapToDouble(change -> Math.abs(StrictMath.expm1(change.error())))
                .toArray();
        int held = (int) comparable.stream()
                .filter(change -> change.score() <= RatioForecast.NINETY_PERCENT)
                .count();
        return new Evidence(
                reach.bucket().isEmpty() ? "" : kind,
                errors.length,
                Scores.median(errors),
                new Share(held, errors.length),
                reach.spreads());
    }
}
