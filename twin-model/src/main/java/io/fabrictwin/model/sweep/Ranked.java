package io.fabrictwin.model.sweep;

import io.fabrictwin.model.scenario.Ratio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A setting among the others.
 *
 * @param rank 1 is the best; settings whose interval begins below the end of the interval of the best of their rank share
 *     it, for the forecast does not tell them apart; null: no ratio can be told
 * @param isQueueFront no other setting has both quicker steps and a shallower deepest queue
 * @param isPauseFront no other setting has both quicker steps and a less paused worst port
 */
public record Ranked(@Nullable Integer rank, Setting setting, Score score, boolean isQueueFront, boolean isPauseFront) {

    /** A setting and what it does. */
    public record Scored(Setting setting, Score score) {
        private double likely() {
            Ratio ratio = score.ratio();
            return ratio == null ? Double.POSITIVE_INFINITY : ratio.likely();
        }
    }

    /** The best first; those of which nothing can be told last, as they came. */
    public static List<Ranked> of(List<Scored> settings) {
        List<Scored> sorted = new ArrayList<>(settings);
        sorted.sort(Comparator.comparingDouble(Scored::likely));
        List<Ranked> ranked = new ArrayList<>();
        Integer rank = null;
        double best = 0;
        for (Scored setting : sorted) {
            Ratio ratio = setting.score().ratio();
            if (ratio != null && (rank == null || ratio.low() > best)) {
                rank = ranked.size() + 1;
                best = ratio.high();
            }
            ranked.add(new Ranked(
                    ratio == null ? null : rank,
                    setting.setting(),
                    setting.score(),
                    isOnFront(setting, sorted, Score::queuePeakBytes),
                    isOnFront(setting, sorted, Score::pausedShare)));
        }
        return ranked;
    }

    private static boolean isOnFront(Scored setting, List<Scored> all, Function<Score, @Nullable Double> burden) {
        Double own = burden.apply(setting.score());
        if (own == null || setting.score().ratio() == null) {
            return false;
        }
        for (Scored other : all) {
            Double others = burden.apply(other.score());
            if (others != null
                    && other.likely() <= setting.likely()
                    && others <= own
                    && (other.likely() < setting.likely() || others < own)) {
                return false;
            }
        }
        return true;
    }
}
