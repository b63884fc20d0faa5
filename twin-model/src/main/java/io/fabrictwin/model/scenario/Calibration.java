package io.fabrictwin.model.scenario;

import io.fabrictwin.model.calibration.PastChanges;
import io.fabrictwin.model.calibration.Status;
import io.fabrictwin.model.calibration.UsedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Lets a forecast's intervals rest on past changes, and tells our own error on them. */
public final class Calibration {
    private final PastChanges.Evidence evidence;

    /**
     * For one question.
     *
     * @param past one past change at least
     * @param changes those of the scenario that was forecast
     */
    public Calibration(PastChanges past, List<Change> changes) {
        evidence = past.evidence(kind(changes));
    }

    /** What past changes are compared by: the kinds of all edits, joined by {@code +}, such as {@code set-ecn}. */
    public static String kind(List<Change> changes) {
        return changes.stream().map(Change::name).distinct().sorted().collect(Collectors.joining("+"));
    }

    /** The forecast with intervals that past changes bear out, where these are enough, and with our error on them. */
    public Forecast calibrated(Forecast forecast) {
        return new Forecast(
                forecast.name(),
                forecast.fabric(),
                forecast.baseDigest(),
                forecast.baseTimeNs(),
                forecast.changes(),
                forecast.seed(),
                forecast.jobs().stream().map(this::calibrated).toList(),
                evidence.words(),
                forecast.values().stream().map(this::calibrated).toList(),
                forecast.ports(),
                forecast.scope());
    }

    private UsedValue calibrated(UsedValue value) {
        return value.name().equals(UsedValues.REACH) && evidence.reach().isPresent()
                ? UsedValue.of(
                        UsedValues.REACH,
                        evidence.reach().getAsDouble(),
                        "spreads",
                        Status.FITTED,
                        "split conformal prediction by " + evidence.changes())
                : value;
    }

    private JobForecast calibrated(JobForecast job) {
        Ratio prior = job.ratio();
        if (prior == null || prior.isCertain() || evidence.reach().isEmpty()) {
            return job;
        }
        double spreads = evidence.reach().getAsDouble();
        String told =
                String.format(Locale.ROOT, "interval: %.2f spreads to either side, by %s", spreads, evidence.changes());
        List<String> reasons = new ArrayList<>(job.reasons());
        reasons.replaceAll(reason -> reason.startsWith(JobAnswers.PRIOR_ONLY)
                ? told + reason.substring(JobAnswers.PRIOR_ONLY.length())
                : reason);
        return job.with(prior.reaching(spreads), reasons);
    }
}
