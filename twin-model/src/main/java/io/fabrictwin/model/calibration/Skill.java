package io.fabrictwin.model.calibration;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Skill over change events, with its 90 % interval and a second check.
 *
 * @param value share of the baseline's mean score that the model saves
 * @param low low end of the interval: events drawn anew with repetition (bootstrap, Efron 1979)
 * @param high its high end
 * @param events number of events
 * @param dieboldMariano mean difference of the scores, baseline less model, over its standard error (Diebold and Mariano
 *     1995); about standard normal where both are equally good, above 1.645 where the model is better at 95 %
 */
public record Skill(double value, double low, double high, int events, double dieboldMariano) {
    /** With fewer events nothing is claimed. */
    public static final int ENOUGH_EVENTS = 20;

    private static final int RESAMPLES = 1000;

    /**
     * Compares by event.
     *
     * @param model mean score of the model in each event
     * @param baseline that of the baseline in the same events, at least two
     * @param seed of the bootstrap
     */
    public static Skill of(double[] model, double[] baseline, long seed) {
        if (model.length != baseline.length || model.length < 2) {
            throw new IllegalArgumentException(
                    "skill needs two events or more with both scores, not " + model.length + " and " + baseline.length);
        }
        SplittableRandom random = new SplittableRandom(seed);
        int events = model.length;
        double[] skills = new double[RESAMPLES];
        for (int resample = 0; resample < RESAMPLES; resample++) {
            double ours = 0;
            double theirs = 0;
            for (int draw = 0; draw < events; draw++) {
                int event = random.nextInt(events);
                ours += model[event];
                theirs += baseline[event];
            }
            skills[resample] = theirs > 0 ? 1 - ours / theirs : 0;
        }
        Arrays.sort(skills);
        return new Skill(
                Scores.skill(model, baseline),
                skills[RESAMPLES / 20],
                skills[RESAMPLES - 1 - RESAMPLES / 20],
                events,
                dieboldMariano(model, baseline));
    }

    private static double dieboldMariano(double[] model, double[] baseline) {
        double[] differences = new double[model.length];
        for (int event = 0; event < model.length; event++) {
            differences[event] = baseline[event] - model[event];
        }
        double mean = Scores.mean(differences);
        double squares = 0;
        for (double difference : differences) {
            squares += (difference - mean) * (difference - mean);
        }
        double error = Math.sqrt(squares / (model.length - 1) / model.length);
        return error == 0 ? 0 : mean / error;
    }

    /** Whether there are enough events to claim anything. */
    public boolean hasEnoughEvents() {
        return events >= ENOUGH_EVENTS;
    }

    /** Whether the model is better than the baseline beyond the luck of which events came. */
    public boolean isProven() {
        return hasEnoughEvents() && low > 0;
    }
}
