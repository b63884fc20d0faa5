package io.fabrictwin.ingest.parse.training;

import io.fabrictwin.ingest.parse.LogTime;
import io.fabrictwin.model.event.CheckpointObserved;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobStopped;
import io.fabrictwin.model.id.JobId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The lines that tell when a job began and ended, how many ranks it has, and when it wrote its state down. */
final class JobLines {
    private static final Pattern RANK_COUNT = Pattern.compile(
            "\\busing world size: (\\d{1,9})\\b"
                    + "|\\bdist_world_size=(\\d{1,9})\\b|\\bStarting with (\\d{1,9}) processes\\b|\\bMEMBER: \\d{1,9}/(\\d{1,9})\\b");
    private static final Pattern MESH = Pattern.compile("device mesh with \\[[^\\]]{1,200}\\], \\[([\\d, ]{1,60})\\]");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    private static final Pattern STOP = Pattern.compile(
            "\\[after training is done\\] datetime: (.{19})|\\[exiting program [^\\]]{0,80}\\] datetime: (.{19})"
                    + "|\\bTraining completed\\b|`Trainer\\.fit` stopped:");
    private static final Pattern SAVING =
            Pattern.compile("\\bsaving checkpoint at iteration\\s{1,10}(\\d{1,12})", Pattern.CASE_INSENSITIVE);
    private static final Pattern SAVED = Pattern.compile(
            "\\bsuccessfully saved checkpoint (?:at|from) iteration\\s{1,10}(\\d{1,12})", Pattern.CASE_INSENSITIVE);
    private static final Pattern SAVED_IN = Pattern.compile(
            "\\b(?:finished saving|saved)(?: the)? checkpoint\\b.{0,200}? in (\\d{1,9}(?:\\.\\d{1,9})?) ?s(?:ec|\\b)",
            Pattern.CASE_INSENSITIVE);

    private final JobId job;
    private long rankCount;
    private @Nullable Long savingStep;
    private @Nullable Long savingNs;
    private @Nullable Long savedStep;

    JobLines(JobId job) {
        this.job = job;
    }

    /** How many ranks the job has, as far as was told; 0: it was not. */
    long rankCount() {
        return rankCount;
    }

    /** Reads a line; false: it is none of these. */
    boolean read(String text, Findings findings) {
        Long told = toldRankCount(text);
        if (told != null) {
            findings.claim();
            if (told != rankCount && told > 0 && told <= Integer.MAX_VALUE) {
                rankCount = told;
                findings.add(new JobStarted(findings.meta(), job, told.intValue(), null));
            }
            return true;
        }
        Matcher stop = STOP.matcher(text);
        if (stop.find()) {
            String time = stop.group(1) == null ? stop.group(2) : stop.group(1);
            Long timeNs = time == null ? null : LogTime.before(time);
            findings.add(new JobStopped(findings.meta(timeNs == null ? findings.timeNs : timeNs), job));
            return true;
        }
        return readCheckpoint(text, findings);
    }

    private boolean readCheckpoint(String text, Findings findings) {
        Matcher saving = SAVING.matcher(text);
        if (saving.find()) {
            findings.claim();
            savingStep = Long.valueOf(saving.group(1));
            savingNs = findings.timeNs;
            return true;
        }
        Matcher saved = SAVED.matcher(text);
        if (saved.find()) {
            findings.claim();
            Long step = Long.valueOf(saved.group(1));
            if (!step.equals(savedStep)) {
                findings.add(new CheckpointObserved(
                        findings.meta(), job, step, durationNs(step, savingNs, findings.timeNs), null));
            }
            savedStep = step;
            return true;
        }
        Matcher savedIn = SAVED_IN.matcher(text);
        if (savedIn.find()) {
            findings.add(new CheckpointObserved(
                    findings.meta(), job, null, Figure.ns(Double.parseDouble(savedIn.group(1)), "s"), null));
            return true;
        }
        return false;
    }

    private @Nullable Long durationNs(Long step, @Nullable Long fromNs, @Nullable Long toNs) {
        return step.equals(savingStep) && fromNs != null && toNs != null && toNs >= fromNs
                ? Long.valueOf(toNs - fromNs)
                : null;
    }

    private static @Nullable Long toldRankCount(String text) {
        Matcher told = RANK_COUNT.matcher(text);
        if (told.find()) {
            for (int group = 1; group <= told.groupCount(); group++) {
                if (told.group(group) != null) {
                    return Long.valueOf(told.group(group));
                }
            }
        }
        Matcher mesh = MESH.matcher(text);
        if (!mesh.find()) {
            return null;
        }
        double ranks = 1;
        Matcher size = NUMBER.matcher(mesh.group(1));
        while (size.find()) {
            ranks *= Integer.parseInt(size.group());
        }
        return (long) ranks;
    }
}
