package io.fabrictwin.model.backtest;

import io.fabrictwin.model.calibration.PastChange;
import io.fabrictwin.model.calibration.PastChanges;
import io.fabrictwin.model.calibration.Scores;
import io.fabrictwin.model.calibration.Share;
import io.fabrictwin.model.calibration.Skill;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How good forecasts were, over the scores of a kind of change. "Cannot tell" counts as a wrong verdict and nowhere else.
 *
 * @param kind of the changes; empty: of all
 * @param scored jobs times changes
 * @param meanAbsoluteError of the step time, over the one that came (MAPE); null where no ratio was forecast
 * @param medianAbsoluteError like that
 * @param bias mean error with its sign; null like that
 * @param held in how many of those with a ratio what came lay within its interval
 * @param verdictRight in how many the verdict was right
 * @param skill by the continuous ranked probability score, against "no change"; null with fewer than two
 * @param isDrifting whether intervals of late hold less often than chance allows, see {@link #DRIFT_HELD}
 */
public record Accuracy(
        String kind,
        int scored,
        @Nullable Double meanAbsoluteError,
        @Nullable Double medianAbsoluteError,
        @Nullable Double bias,
        Share held,
        Share verdictRight,
        @Nullable Skill skill,
        boolean isDrifting) {
    /** Scores that the alarm looks at, the newest. */
    public static final int DRIFT_SCORES = 10;
    /**
     * Most held of these that raise the alarm: were intervals right, so few or fewer would hold in 1.3 % of cases (binomial, 10
     * at 0.9).
     */
    public static final int DRIFT_HELD = 6;

    private static final long SKILL_SEED = 1;

    /** Over all kinds first, then by kind in the order of the alphabet; empty without scores. */
    public static List<Accuracy> of(Collection<BackTestScore> scores) {
        SortedMap<String, List<BackTestScore>> byKind = new TreeMap<>();
        scores.forEach(score ->
                byKind.computeIfAbsent(score.kind(), kind -> new ArrayList<>()).add(score));
        List<Accuracy> accuracies = new ArrayList<>();
        if (!scores.isEmpty()) {
            accuracies.add(of("", scores));
        }
        byKind.forEach((kind, ofKind) -> accuracies.add(of(kind, ofKind)));
        return accuracies;
    }

    private static Accuracy of(String kind, Collection<BackTestScore> scores) {
        List<BackTestScore> inOrder = inOrder(scores);
        List<BackTestScore> told =
                inOrder.stream().filter(score -> score.ratio() != null).toList();
        double[] errors = told.stream()
                .mapToDouble(score -> score.relativeError().orElseThrow())
                .toArray();
        return new Accuracy(
                kind,
                inOrder.size(),
                errors.length == 0 ? null : (Double) Scores.mean(absolute(errors)),
                errors.length == 0 ? null : (Double) Scores.median(absolute(errors)),
                errors.length == 0 ? null : (Double) Scores.mean(errors),
                new Share((int) told.stream().filter(BackTestScore::isHeld).count(), told.size()),
                new Share(
                        (int) inOrder.stream()
                                .filter(BackTestScore::isVerdictRight)
                                .count(),
                        inOrder.size()),
                skill(told),
                isDrifting(inOrder));
    }

    private static List<BackTestScore> inOrder(Collection<BackTestScore> scores) {
        return scores.stream()
                .sorted(Comparator.comparingLong(BackTestScore::changeTimeNs).thenComparing(BackTestScore::job))
                .toList();
    }

    private static @Nullable Skill skill(List<BackTestScore> told) {
        double[] baseline =
                told.stream().mapToDouble(BackTestScore::noChangeCrps).toArray();
        if (told.size() < 2 || Scores.mean(baseline) == 0) {
            return null;
        }
        double[] model = told.stream()
                .mapToDouble(score -> score.crps() == null ? 0 : score.crps())
                .toArray();
        return Skill.of(model, baseline, SKILL_SEED);
    }

    /** Whether the alarm is raised over these scores. */
    static boolean isDrifting(Collection<BackTestScore> scores) {
        List<BackTestScore> told =
                inOrder(scores).stream().filter(score -> score.ratio() != null).toList();
        List<BackTestScore> late = told.subList(Math.max(0, told.size() - DRIFT_SCORES), told.size());
        return late.size() == DRIFT_SCORES
                && late.stream().filter(BackTestScore::isHeld).count() <= DRIFT_HELD;
    }

    /** What forecasts of now may rest on; empty where nothing was scored with a ratio. */
    public static Optional<PastChanges> pastChanges(Collection<BackTestScore> scores) {
        List<PastChange> past = scores.stream()
                .sorted(Comparator.comparing(BackTestScore::id))
                .flatMap(score -> score.pastChange().stream())
                .toList();
        return past.isEmpty() ? Optional.empty() : Optional.of(new PastChanges(past));
    }

    private static double[] absolute(double[] values) {
        double[] absolute = new double[values.length];
        for (int index = 0; index < values.length; index++) {
            absolute[index] = Math.abs(values[index]);
        }
        return absolute;
    }
}
