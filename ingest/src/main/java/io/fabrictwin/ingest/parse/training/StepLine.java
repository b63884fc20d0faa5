package io.fabrictwin.ingest.parse.training;

import io.fabrictwin.ingest.parse.reading.WordedPattern;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A line in which a trainer tells how long a step took, whatever the trainer: all name the step and the time, in words that
 * forks keep, and only order and surroundings differ.
 *
 * @param step training iteration
 * @param stepTimeNs how long it took
 * @param samples samples that a step takes in; null: not told
 * @param tokensPerSecondPerGpu throughput; null: not told
 * @param flopsPerSecondPerGpu throughput; null: not told
 */
record StepLine(
        long step,
        long stepTimeNs,
        @Nullable Long samples,
        @Nullable Double tokensPerSecondPerGpu,
        @Nullable Double flopsPerSecondPerGpu) {
    /** The first that is found counts. */
    static final List<WordedPattern> STEPS = List.of(
            named("\\biteration[: ]\\s{0,20}(\\d{1,12})\\s{0,20}/", "iteration"),
            named("\\bglobal_step[\"' ]{0,3}[:=]\\s{0,20}(\\d{1,12})", "global_step"),
            named("\\biter(?:ation)?[: =]\\s{0,20}\\[?\\s{0,20}(\\d{1,12})\\b", "iter"),
            named("\\bsteps?[\"' ]{0,3}[: =]\\s{0,20}\\[?\\s{0,20}(\\d{1,12})(?![\\d.]*[a-z])", "step"));

    private static final Figure TIME = Figure.time(
            "elapsed[ _]time[ _]per[ _]iteration|iter(?:ation)?[ _]time"
                    + "|train_step_timing in|per[ _]step[ _]time|time[ _]per[ _]step|step[ _]time|step_avg|time/step",
            "elapsed",
            "iter",
            "train_step_timing",
            "per step",
            "per_step",
            "time per",
            "time_per",
            "time/step",
            "step time",
            "step_time",
            "step_avg");
    /** Words that are about steps only beside a loss. */
    private static final Figure TIME_BESIDE_LOSS = Figure.time("\\btime(?:/iter)?|\\bdt");

    private static final Pattern BARE_TIME_BESIDE_LOSS = Pattern.compile(
            "(?:\\btime |\\| )(\\d{1,12}(?:\\.\\d{1,9})?) ?(ms|s)\\b|\\bseconds: (\\d{1,9}(?:\\.\\d{1,12})?)");
    private static final Figure STEPS_PER_SECOND = Figure.number("steps[ _]per[ _]second|steps[ _]per[ _]sec", "steps");

    private static final Figure SAMPLES = Figure.number("global[ _]batch[ _]size", "global");
    private static final Figure TOKENS = Figure.number(
            "tokens per gpu per second(?: \\(tgs\\))?|tokens_per_sec_per_gpu|tokens/s(?:ec)?/(?:device|gpu)"
                    + "|\\btgs(?: \\([^)]{1,40}\\))?|\\btps|\\bwps",
            "tokens per",
            "tokens_per",
            "tokens/s",
            "tgs",
            "tps",
            "wps");
    private static final Figure TERAFLOPS = Figure.number(
            "throughput per GPU \\(TFLOP/s/GPU\\)"
                    + "|throughput \\(TFLOP/s/GPU\\)|(?:(?:hardware|model)_)?tflops_per_gpu|TFLOPs?/s/(?:device|gpu)"
                    + "|approx flops per GPU|\\btflops?",
            "throughput",
            "hardware",
            "model",
            "tflop",
            "approx");

    private static WordedPattern named(String regex, String word) {
        return WordedPattern.alone(Pattern.compile(regex, Pattern.CASE_INSENSITIVE), word);
    }

    /**
     * Reads a line; null: it tells no step and its time.
     *
     * @param words what a search that knows {@link #STEPS} found in it
     */
    static @Nullable StepLine of(String text, long words) {
        Long step = step(text, words);
        Long timeNs = step == null ? null : timeNs(text);
        return step == null || timeNs == null
                ? null
                : new StepLine(step, timeNs, samples(text), tokensPerSecondPerGpu(text), flopsPerSecondPerGpu(text));
    }

    /** The step that a line is about; null: it names none. */
    private static @Nullable Long step(String text, long words) {
        for (WordedPattern pattern : STEPS) {
            Matcher matcher = pattern.find(text, words);
            if (matcher != null) {
                return Long.valueOf(matcher.group(1));
            }
        }
        return null;
    }

    static @Nullable Long samples(String text) {
        Double samples = SAMPLES.in(text);
        return samples == null ? null : Long.valueOf(Math.round(samples));
    }

    static @Nullable Double tokensPerSecondPerGpu(String text) {
        return TOKENS.in(text);
    }

    static @Nullable Double flopsPerSecondPerGpu(String text) {
        Double teraflops = TERAFLOPS.in(text);
        return teraflops == null ? null : Double.valueOf(teraflops * 1e12);
    }

    private static @Nullable Long timeNs(String text) {
        Long time = TIME.nsIn(text);
        if (time == null && text.contains("loss")) {
            time = timeBesideLossNs(text);
        }
        Double perSecond = time == null ? STEPS_PER_SECOND.in(text) : null;
        return perSecond == null || perSecond <= 0 ? time : Figure.ns(1 / perSecond, "s");
    }

    private static @Nullable Long timeBesideLossNs(String text) {
        Long time = TIME_BESIDE_LOSS.nsIn(text);
        if (time != null) {
            return time;
        }
        Matcher bare = BARE_TIME_BESIDE_LOSS.matcher(text);
        if (!bare.find()) {
            return null;
        }
        return bare.group(1) == null
                ? Figure.ns(Double.parseDouble(bare.group(3)), "s")
                : Figure.ns(Double.parseDouble(bare.group(1)), bare.group(2));
    }
}
