package io.fabrictwin.model.sweep;

import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.PortForecast;
import io.fabrictwin.model.scenario.PortLoad;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.scenario.Verdict;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a setting does, as far as settings are compared by it: to the job that fares worst of those asked about, and to the
 * worst port.
 *
 * @param job the job that fares worst; null: there is none
 * @param ratio of its step times, fork over base; null: not to be told
 * @param quicker other jobs asked about that get faster, with the likely ratio of theirs
 * @param queuePeakBytes deepest queue of any port; null: refused, so nothing was run
 * @param pausedShare greatest share of time that any port is paused; null likewise
 * @param why no ratio can be told, for people; empty where it is
 */
public record Score(
        @Nullable JobId job,
        @Nullable Ratio ratio,
        Verdict verdict,
        SortedMap<String, Double> quicker,
        @Nullable Double queuePeakBytes,
        @Nullable Double pausedShare,
        String why) {
    public Score {
        quicker = Collections.unmodifiableSortedMap(new TreeMap<>(quicker));
    }

    /**
     * The score of a forecast.
     *
     * @param jobs those asked about; empty: all
     */
    public static Score of(Forecast forecast, Collection<String> jobs) {
        JobForecast worst = null;
        SortedMap<String, Double> quicker = new TreeMap<>();
        for (JobForecast job : forecast.jobs()) {
            boolean isAsked = jobs.isEmpty() || jobs.contains(job.job().value());
            if (isAsked && (worst == null || likely(job) > likely(worst))) {
                worst = job;
            }
            Ratio ratio = job.ratio();
            if (isAsked && ratio != null && job.verdict() == Verdict.FASTER) {
                quicker.put(job.job().value(), ratio.likely());
            }
        }
        if (worst != null) {
            quicker.remove(worst.job().value());
        }
        return new Score(
                worst == null ? null : worst.job(),
                worst == null ? null : worst.ratio(),
                worst == null ? Verdict.CANNOT_TELL : worst.verdict(),
                quicker,
                greatest(forecast, PortLoad::queuePeakBytes),
                greatest(forecast, PortLoad::pausedShare),
                worst == null
                        ? "no job runs that is asked about"
                        : worst.ratio() == null ? worst.reasons().get(0) : "");
    }

    /** A setting that was refused. */
    public static Score refused(String why) {
        return new Score(null, null, Verdict.CANNOT_TELL, new TreeMap<>(), null, null, why);
    }

    /** A job of which no ratio can be told may be one that cannot go on. */
    private static double likely(JobForecast job) {
        Ratio ratio = job.ratio();
        return ratio == null ? Double.POSITIVE_INFINITY : ratio.likely();
    }

    private static double greatest(Forecast forecast, ToDoubleFunction<PortLoad> respect) {
        double greatest = 0;
        for (PortForecast port : forecast.ports()) {
            PortLoad load = port.fork();
            if (load != null) {
                greatest = Math.max(greatest, respect.applyAsDouble(load));
            }
        }
        return greatest;
    }
}
