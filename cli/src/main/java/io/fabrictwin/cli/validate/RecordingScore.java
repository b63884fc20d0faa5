package io.fabrictwin.cli.validate;

import io.fabrictwin.cli.fork.Question;
import io.fabrictwin.cli.fork.QuestionReader;
import io.fabrictwin.cli.fork.RecordingFold;
import io.fabrictwin.model.calibration.Scores;
import io.fabrictwin.model.scenario.Calibration;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.Ratio;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How one forecast of a recording did.
 *
 * @param name the case
 * @param kind what was changed
 * @param truth ratio that came
 * @param forecast ratio that was forecast, with its interval; null where it could not be told
 * @param verdict that of the forecast
 * @param trueVerdict what came, in the same words; null where the truth itself does not tell
 * @param hasKnownPaths whether no connection had a path that had to be drawn
 */
record RecordingScore(
        String name,
        String kind,
        double truth,
        @Nullable Ratio forecast,
        String verdict,
        @Nullable String trueVerdict,
        boolean hasKnownPaths) {
    private static final double LEVEL = 0.9;

    /** Answers a recording's question and holds the answer against the truth. */
    static RecordingScore of(Path recordings, RecordingTruth truth, ValidateCommand.Way way, long seed) {
        Path folder = recordings.resolve(truth.name());
        Question question = QuestionReader.read(folder);
        Forecast forecast =
                RecordingFold.of(folder, question, way.reading(), seed).forecast(way.kind());
        JobForecast job = forecast.jobs().stream()
                .filter(candidate -> candidate.job().equals(question.job()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(question.job() + " of " + folder + " was not forecast"));
        return new RecordingScore(
                truth.name(),
                Calibration.kind(question.changes()),
                truth.ratio(),
                job.ratio(),
                job.verdict().words(),
                truth.isTelling() ? truth.verdict() : null,
                !forecast.hasDrawnPaths());
    }

    /** Absolute log of forecast over truth; null where nothing was forecast. */
    @Nullable
    Double error() {
        return forecast == null ? null : (Double) Math.abs(Math.log(forecast.likely() / truth));
    }

    boolean isHeld() {
        return forecast != null && forecast.low() <= truth && truth <= forecast.high();
    }

    boolean isVerdictRight() {
        return verdict.equals(trueVerdict);
    }

    /** Interval score of the logarithm; "no change" where nothing was forecast, as a person would have to assume. */
    double intervalScore() {
        return forecast == null
                ? scoreOfNoChange()
                : Scores.interval(LEVEL, Math.log(forecast.low()), Math.log(forecast.high()), Math.log(truth));
    }

    double scoreOfNoChange() {
        return Scores.interval(LEVEL, 0, 0, Math.log(truth));
    }
}
