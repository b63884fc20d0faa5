package io.fabrictwin.model.measure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The eight measures of a fabric for one job under one state of the fabric, over the steps asked about. All are taken from
 * what the engine's runs did; what they do not tell is null, and {@code unknown} says why.
 *
 * @param runs runs with different random numbers that were taken together
 * @param steps steps measured in each run
 * @param collectives bandwidth, time and jitter of each kind and size of collective, in order of first appearance
 * @param tail how much longer messages take than alone
 * @param stepTimes quantiles of the step times; null: not told (forecasts of an earlier version)
 * @param stepJitter standard deviation of the step times of a run over their mean, without unit
 * @param recovery how long throughput takes to come back after congestion
 * @param criticalPath what the time of a step is made of, and which port gates
 * @param interference time of the collectives beside the other jobs over their time without them, without unit
 * @param scaling the job at other sizes, from the smaller to the larger; empty where that cannot be told
 * @param unknown why what is missing is missing, for people
 */
public record Measures(
        int runs,
        int steps,
        List<CollectiveMeasure> collectives,
        @Nullable Tail tail,
        @Nullable StepTimes stepTimes,
        @Nullable Double stepJitter,
        @Nullable Recovery recovery,
        @Nullable CriticalPath criticalPath,
        @Nullable Double interference,
        List<ScaledJob> scaling,
        List<String> unknown) {
    public Measures {
        collectives = List.copyOf(collectives);
        scaling = List.copyOf(scaling);
        unknown = List.copyOf(unknown);
    }

    /**
     * Takes the measures of a job.
     *
     * @param traces one for each run, all of the same steps; at least one
     * @param alone a run with the random numbers of the first and without the other jobs; null: there is none
     */
    public static Measures of(List<JobTrace> traces, @Nullable JobTrace alone) {
        return new Measuring(traces).measures(alone);
    }
}
