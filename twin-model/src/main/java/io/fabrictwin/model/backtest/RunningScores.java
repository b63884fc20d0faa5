package io.fabrictwin.model.backtest;

import io.fabrictwin.model.calibration.Scores;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.scenario.Calibration;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.Forecaster;
import io.fabrictwin.model.scenario.ScenarioRefusedException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How well forecasts did so far, to stand beside each new one: in words, by fabric and kind of change. The score is of when
 * it is read, not of when a forecast was made; a forecast's own bytes do not hold it.
 */
public final class RunningScores {
    /** Nothing was scored. */
    public static final RunningScores NONE = new RunningScores(List.of());

    private record Key(FabricId fabric, String kind) {}

    private final Map<Key, List<BackTestScore>> scores = new HashMap<>();

    /** The scores of all fabrics and kinds, each change and job once. */
    public RunningScores(Collection<BackTestScore> scores) {
        scores.forEach(score -> this.scores
                .computeIfAbsent(new Key(score.fabric(), score.kind()), key -> new ArrayList<>())
                .add(score));
    }

    /** The forecast with the score of its kind as its accuracy; one that rests on past changes tells of these already. */
    public Forecast beside(Forecast forecast) {
        return !forecast.accuracy().equals(Forecaster.ACCURACY)
                ? forecast
                : forecast.withAccuracy(words(forecast.fabric(), kind(forecast.changes())));
    }

    /** Changes that this version does not know are of a kind of which nothing was measured. */
    private static String kind(List<String> changes) {
        try {
            return Calibration.kind(changes.stream().map(Change::parse).toList());
        } catch (ScenarioRefusedException e) {
            return "";
        }
    }

    /**
     * For people: {@code "on this fabric: 12 past changes of this kind (set-ecn), MAPE 2.1 %, interval held 11 of 12"}, or
     * that nothing was measured.
     *
     * @param kind of the changes, see {@link Calibration#kind}
     */
    public String words(FabricId fabric, String kind) {
        List<BackTestScore> ofKind = scores.getOrDefault(new Key(fabric, kind), List.of());
        List<BackTestScore> told =
                ofKind.stream().filter(score -> score.ratio() != null).toList();
        String name = kind.isEmpty() ? "" : " (" + kind + ")";
        if (told.isEmpty()) {
            return "not yet measured on this fabric: "
                    + (ofKind.isEmpty() ? "no past change" : "no ratio was told for any past change")
                    + " of this kind" + name + (ofKind.isEmpty() ? " was back-tested" : "");
        }
        long changes =
                told.stream().mapToLong(BackTestScore::changeTimeNs).distinct().count();
        double[] errors = told.stream()
                .mapToDouble(score -> Math.abs(score.relativeError().orElseThrow()))
                .toArray();
        return String.format(
                Locale.ROOT,
                "on this fabric: %d past change%s of this kind%s, MAPE %.1f %%, interval held %d of %d%s",
                changes,
                changes == 1 ? "" : "s",
                name,
                100 * Scores.mean(errors),
                told.stream().filter(BackTestScore::isHeld).count(),
                told.size(),
                Accuracy.isDrifting(ofKind)
                        ? "; DRIFT: of the last " + Accuracy.DRIFT_SCORES + " intervals no more than "
                                + Accuracy.DRIFT_HELD + " held"
                        : "");
    }
}
