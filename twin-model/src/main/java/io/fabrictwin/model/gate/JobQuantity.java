package io.fabrictwin.model.gate;

import io.fabrictwin.model.measure.CollectiveMeasure;
import io.fabrictwin.model.measure.Measures;
import io.fabrictwin.model.measure.Recovery;
import io.fabrictwin.model.measure.StepTimes;
import io.fabrictwin.model.measure.Tail;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.scenario.StepParts;
import io.fabrictwin.model.scenario.Verdict;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What can be asserted of a job. */
enum JobQuantity {
    STEP_TIME("step-time", Dimension.TIME, job -> stepTime(job, Ratio::likely, true)),
    STEP_TIME_LOW("step-time.low", Dimension.TIME, job -> stepTime(job, Ratio::low, false)),
    STEP_TIME_HIGH("step-time.high", Dimension.TIME, job -> stepTime(job, Ratio::high, false)),
    STEP_TIME_P50("step-time.p50", Dimension.TIME, job -> measured(job, side -> quantile(side, StepTimes::medianNs))),
    STEP_TIME_P95("step-time.p95", Dimension.TIME, job -> measured(job, side -> quantile(side, StepTimes::p95Ns))),
    INTERVAL_LOW("interval.low", Dimension.TIMES, job -> ratio(job, Ratio::low)),
    INTERVAL_LIKELY("interval.likely", Dimension.TIMES, job -> ratio(job, Ratio::likely)),
    INTERVAL_HIGH("interval.high", Dimension.TIMES, job -> ratio(job, Ratio::high)),
    COMPUTE("compute", Dimension.TIME, job -> part(job, StepParts::computeNs)),
    LATE_ARRIVAL("late-arrival", Dimension.TIME, job -> part(job, StepParts::lateNs)),
    TRANSFER("transfer", Dimension.TIME, job -> part(job, StepParts::transferNs)),
    CONGESTION("congestion", Dimension.TIME, job -> part(job, StepParts::congestionNs)),
    COLLECTIVE_TIME("collective-time", Dimension.TIME, job -> measured(job, JobQuantity::longestCollectiveNs)),
    JITTER("jitter", Dimension.SHARE, job -> measured(job, Measures::stepJitter)),
    TAIL_P50("tail.p50", Dimension.TIMES, job -> measured(job, side -> tail(side, Tail::median))),
    TAIL_P99("tail.p99", Dimension.TIMES, job -> measured(job, side -> tail(side, Tail::p99))),
    TAIL_P999("tail.p99.9", Dimension.TIMES, job -> measured(job, side -> tail(side, Tail::p999))),
    RECOVERY("recovery", Dimension.TIME, job -> measured(job, JobQuantity::recoveryNs)),
    INTERFERENCE("interference", Dimension.TIMES, job -> measured(job, Measures::interference));

    private final String word;
    private final Dimension dimension;

    @SuppressWarnings("ImmutableEnumChecker") // A function of its argument alone.
    private final Function<JobForecast, Reading> reader;

    JobQuantity(String word, Dimension dimension, Function<JobForecast, Reading> reader) {
        this.word = word;
        this.dimension = dimension;
        this.reader = reader;
    }

    String word() {
        return word;
    }

    Dimension dimension() {
        return dimension;
    }

    Reading read(JobForecast job) {
        return reader.apply(job);
    }

    /** Where the answer is "cannot tell", the likely value is none to build on; the ends of the interval are. */
    private static Reading stepTime(JobForecast job, ToDoubleFunction<Ratio> bound, boolean isTold) {
        Ratio ratio = job.ratio();
        Double recordedNs = job.recordedStepTimeNs();
        boolean isKnown = ratio != null && recordedNs != null && !(isTold && job.verdict() == Verdict.CANNOT_TELL);
        return Reading.of(
                recordedNs,
                isKnown
                        ? (Double) (Objects.requireNonNull(recordedNs)
                                * bound.applyAsDouble(Objects.requireNonNull(ratio)))
                        : null,
                why(job));
    }

    private static Reading ratio(JobForecast job, ToDoubleFunction<Ratio> bound) {
        Ratio ratio = job.ratio();
        return Reading.of(1.0, ratio == null ? null : (Double) bound.applyAsDouble(ratio), why(job));
    }

    private static Reading part(JobForecast job, ToDoubleFunction<StepParts> part) {
        StepParts base = job.baseParts();
        StepParts fork = job.forkParts();
        return Reading.of(
                base == null ? null : (Double) part.applyAsDouble(base),
                fork == null ? null : (Double) part.applyAsDouble(fork),
                why(job));
    }

    private static Reading measured(JobForecast job, Function<Measures, @Nullable Double> measure) {
        Measures base = job.baseMeasures();
        Measures fork = job.forkMeasures();
        if (base == null || fork == null) {
            return Reading.of(null, null, why(job));
        }
        return Reading.of(measure.apply(base), measure.apply(fork), "the runs do not tell it");
    }

    private static String why(JobForecast job) {
        return job.verdict() == Verdict.CANNOT_TELL
                ? "cannot tell: " + job.reasons().get(0)
                : "the runs do not tell it";
    }

    private static @Nullable Double quantile(Measures side, Function<StepTimes, @Nullable Double> quantile) {
        StepTimes times = side.stepTimes();
        return times == null ? null : quantile.apply(times);
    }

    private static @Nullable Double tail(Measures side, Function<Tail, @Nullable Double> quantile) {
        Tail tail = side.tail();
        return tail == null ? null : quantile.apply(tail);
    }

    private static @Nullable Double recoveryNs(Measures side) {
        Recovery recovery = side.recovery();
        return recovery == null ? null : (Double) recovery.meanNs();
    }

    private static @Nullable Double longestCollectiveNs(Measures side) {
        return side.collectives().stream()
                .map(CollectiveMeasure::timeMeanNs)
                .max(Double::compare)
                .orElse(null);
    }
}
