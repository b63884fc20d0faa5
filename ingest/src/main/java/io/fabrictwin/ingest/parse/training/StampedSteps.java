package io.fabrictwin.ingest.parse.training;

import io.fabrictwin.ingest.parse.reading.WordedPattern;
import io.fabrictwin.model.event.StepMeasured;
import io.fabrictwin.model.id.JobId;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lines that name a step without saying how long it took, as DeepSpeed and torchtitan write them: the throughput tells it
 * where the size of a step is known, else the time between two such lines, with whatever happened between.
 */
final class StampedSteps {
    static final WordedPattern DEEPSPEED = WordedPattern.alone(
            Pattern.compile("\\bstep=(\\d{1,12}), skipped=|\\bglobal_step=(\\d{1,12}), "
                    + "RunningAvgSamplesPerSec=(?:[\\d.]{1,30}|nan), CurrSamplesPerSec=(\\d{1,12}(?:\\.\\d{1,20})?)"),
            "step=",
            "global_step=");
    static final WordedPattern TORCHTITAN = WordedPattern.of(
            Pattern.compile("\\bstep:\\s{1,8}(\\d{1,12})\\b.{1,400}?\\b(?:tps|wps): {1,4}\\d"), "tps: ", "wps: ");

    private static final WordedPattern BATCH = WordedPattern.alone(
            Pattern.compile("\\btrain_batch_size(?:\"?:| \\.{2,})\\s(\\d{1,12}(?:\\.\\d{1,12})?(?:e\\+\\d{1,2})?)"),
            "train_batch_size");
    private static final WordedPattern START = WordedPattern.beginningWith(
            Pattern.compile("Training starts at step (\\d{1,12})\\b(?:.{0,200}?global batch size (\\d{1,12}), sequence "
                    + "length (\\d{1,12}))?"),
            "Training starts at step ");

    static final List<WordedPattern> PATTERNS = List.of(DEEPSPEED, TORCHTITAN, BATCH, START);

    private final JobId job;
    private @Nullable Long samples;
    private @Nullable Long tokens;
    private @Nullable Long rankCount;
    private @Nullable Long lastStep;
    private @Nullable Long lastTimeNs;
    private boolean isTimeTold;

    StampedSteps(JobId job) {
        this.job = job;
    }

    /** Another line of the same log tells the times of steps: these lines have nothing to add. */
    void timeIsTold() {
        isTimeTold = true;
    }

    void rankCount(long count) {
        rankCount = count;
    }

    /** Reads a line; false: it is none of these. */
    boolean read(String text, long words, Findings findings) {
        Matcher deepSpeed = DEEPSPEED.find(text, words);
        if (deepSpeed != null) {
            findings.claim();
            readDeepSpeed(deepSpeed, findings);
            return true;
        }
        Matcher torchtitan = TORCHTITAN.find(text, words);
        if (torchtitan != null) {
            findings.claim();
            readTorchtitan(Long.parseLong(torchtitan.group(1)), text, findings);
            return true;
        }
        return readSize(text, words, findings);
    }

    private boolean readSize(String text, long words, Findings findings) {
        Matcher start = START.find(text, words);
        if (start != null) {
            findings.claim();
            lastStep = Math.max(0, Long.parseLong(start.group(1)) - 1);
            lastTimeNs = findings.timeNs();
            if (start.group(2) != null) {
                samples = Long.valueOf(start.group(2));
                tokens = product(samples, Long.valueOf(start.group(3)));
            }
            return true;
        }
        Matcher batch = BATCH.find(text, words);
        if (batch != null) {
            findings.claim();
            samples = Math.round(Double.parseDouble(batch.group(1)));
            return true;
        }
        return false;
    }

    private void readDeepSpeed(Matcher line, Findings findings) {
        Long batch = samples;
        if (isTimeTold) {
            return;
        }
        if (line.group(1) == null) {
            double samplesPerSecond = Double.parseDouble(line.group(3));
            if (batch != null && samplesPerSecond > 0) {
                add(Long.parseLong(line.group(2)), Figure.ns(batch / samplesPerSecond, "s"), null, "", findings);
            }
        } else if (batch == null) {
            addSinceLast(Long.parseLong(line.group(1)), "", findings);
        }
    }

    private void readTorchtitan(long step, String text, Findings findings) {
        Long last = lastStep;
        if (last != null && last == step) {
            // Every rank prints the same step.
            return;
        }
        Double tokensPerSecondPerGpu = StepLine.tokensPerSecondPerGpu(text);
        Long ranks = rankCount;
        Long tokensPerStep = tokens;
        if (tokensPerSecondPerGpu != null && tokensPerSecondPerGpu > 0 && ranks != null && tokensPerStep != null) {
            Long timeNs = Figure.ns(tokensPerStep / (tokensPerSecondPerGpu * ranks), "s");
            add(step, timeNs, last == null || last > step ? null : step - last, text, findings);
            lastStep = step;
            lastTimeNs = findings.timeNs();
        } else {
            addSinceLast(step, text, findings);
        }
    }

    private void addSinceLast(long step, String text, Findings findings) {
        Long from = lastStep;
        Long fromNs = lastTimeNs;
        Long toNs = findings.timeNs();
        if (from != null && fromNs != null && toNs != null && step > from && toNs > fromNs) {
            add(step, (toNs - fromNs) / (step - from), step - from, text, findings);
        } else if (from == null || step != from) {
            findings.unread.add("throughput without step time");
        }
        lastStep = step;
        lastTimeNs = toNs;
    }

    private void add(long step, @Nullable Long timeNs, @Nullable Long count, String text, Findings findings) {
        if (timeNs == null) {
            return;
        }
        findings.add(new StepMeasured(
                findings.meta(),
                job,
                step,
                timeNs,
                count == null || count > Integer.MAX_VALUE ? null : Integer.valueOf(count.intValue()),
                samples,
                StepLine.tokensPerSecondPerGpu(text),
                StepLine.flopsPerSecondPerGpu(text)));
    }

    private static @Nullable Long product(long a, long b) {
        try {
            return Math.multiplyExact(a, b);
        } catch (ArithmeticException e) {
            return null;
        }
    }
}
