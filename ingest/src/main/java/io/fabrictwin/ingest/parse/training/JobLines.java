package io.fabrictwin.ingest.parse.training;

import io.fabrictwin.ingest.parse.LogTime;
import io.fabrictwin.ingest.parse.reading.WordedPattern;
import io.fabrictwin.model.event.CheckpointObserved;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobStopped;
import io.fabrictwin.model.id.JobId;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The lines that tell when a job began and ended, how many ranks it has, and when it wrote its state down. */
final class JobLines {
    private static final WordedPattern RANK_COUNT = WordedPattern.alone(
            Pattern.compile(
                    "\\busing world size: (\\d{1,9})\\b"
                            + "|\\bdist_world_size=(\\d{1,9})\\b|\\bStarting with (\\d{1,9}) processes\\b|\\bMEMBER: \\d{1,9}/(\\d{1,9})\\b"),
            "using world size: ",
            "dist_world_size=",
            "Starting with ",
            "MEMBER: ");
    private static final WordedPattern MESH = WordedPattern.beginningWith(
            Pattern.compile("device mesh with \\[[^\\]]{1,200}\\], \\[([\\d, ]{1,60})\\]"), "device mesh with ");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    private static final WordedPattern STOP = WordedPattern.beginningWith(
            Pattern.compile(
                    "\\[after training is done\\] datetime: (.{19})|\\[exiting program [^\\]]{0,80}\\] datetime: (.{19})"
                            + "|\\bTraining completed\\b|`Trainer\\.fit` stopped:"),
            "[after training is done]",
            "[exiting program ",
            "Training completed",
            "`Trainer.fit` stopped:");
    private static final WordedPattern SAVING = WordedPattern.alone(
            Pattern.compile("\\bsaving checkpoint at iteration\\s{1,10}(\\d{1,12})", Pattern.CASE_INSENSITIVE),
            "saving checkpoint");
    private static final WordedPattern SAVED = WordedPattern.alone(
            Pattern.compile(
                    "\\bsuccessfully saved checkpoint (?:at|from) iteration\\s{1,10}(\\d{1,12})",
                    Pattern.CASE_INSENSITIVE),
            "successfully saved checkpoint");
    private static final WordedPattern SAVED_IN = WordedPattern.alone(
            Pattern.compile(
                    "\\b(?:finished saving|saved)(?: the)? checkpoint\\b.{0,200}? in (\\d{1,9}(?:\\.\\d{1,9})?) ?s(?:ec|\\b)",
                    Pattern.CASE_INSENSITIVE),
            "finished saving",
            "saved");

    static final List<WordedPattern> PATTERNS = List.of(RANK_COUNT, MESH, STOP, SAVING, SAVED, SAVED_IN);

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
    boolean read(String text, long words, Findings findings) {
        Long told = toldRankCount(text, words);
        if (told != null) {
            findings.claim();
            if (told != rankCount && told > 0 && told <= Integer.MAX_VALUE) {
                rankCount = told;
                findings.add(new JobStarted(findings.meta(), job, told.intValue(), null));
            }
            return true;
        }
        Matcher stop = STOP.find(text, words);
        if (stop != null) {
            String time = stop.group(1) == null ? stop.group(2) : stop.group(1);
            Long timeNs = time == null ? null : LogTime.before(time);
            findings.add(new JobStopped(findings.meta(timeNs == null ? findings.timeNs() : timeNs), job));
            return true;
        }
        return readCheckpoint(text, words, findings);
    }

    private boolean readCheckpoint(String text, long words, Findings findings) {
        Matcher saving = SAVING.find(text, words);
        if (saving != null) {
            findings.claim();
            savingStep = Long.valueOf(saving.group(1));
            savingNs = findings.timeNs();
            return true;
        }
        Matcher saved = SAVED.find(text, words);
        if (saved != null) {
            findings.claim();
            Long step = Long.valueOf(saved.group(1));
            if (!step.equals(savedStep)) {
                findings.add(new CheckpointObserved(
                        findings.meta(), job, step, durationNs(step, savingNs, findings.timeNs()), null));
            }
            savedStep = step;
            return true;
        }
        Matcher savedIn = SAVED_IN.find(text, words);
        if (savedIn != null) {
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

    private static @Nullable Long toldRankCount(String text, long words) {
        Matcher told = RANK_COUNT.find(text, words);
        if (told != null) {
            for (int group = 1; group <= told.groupCount(); group++) {
                if (told.group(group) != null) {
                    return Long.valueOf(told.group(group));
                }
            }
        }
        Matcher mesh = MESH.find(text, words);
        if (mesh == null) {
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
