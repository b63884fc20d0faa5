package io.fabrictwin.ingest.parse.training;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.LogTime;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.reading.WordedPattern;
import io.fabrictwin.model.event.CheckpointObserved;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobStopped;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.event.StepMeasured;
import io.fabrictwin.model.id.JobId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The training events of DLRover: {@code [time] [pid] [id] [component] [#name] [BEGIN] {...}}. */
final class TrainerEventLines {
    static final WordedPattern LINE = WordedPattern.of(
            Pattern.compile("\\[([^\\]]{19,40})\\] \\[[^\\]]*\\] \\[([^\\]]*)\\] \\[[^\\]]*\\] "
                    + "\\[#?([A-Za-z_]{1,40})\\] \\[(BEGIN|END|INSTANT)\\]"),
            "[BEGIN]",
            "[END]",
            "[INSTANT]");
    private static final int MAX_OPEN = 1_000;

    private final JobId job;
    /** When events began, by their identity. */
    private final Map<String, Long> startNs = new LinkedHashMap<>();

    TrainerEventLines(JobId job) {
        this.job = job;
    }

    /** Reads a line; false: it is none of these. */
    boolean read(String text, long words, Findings findings) {
        Matcher line = LINE.find(text, words);
        if (line == null) {
            return false;
        }
        Long timeNs = LogTime.before(line.group(1));
        if (timeNs == null) {
            findings.refuse(RejectCode.BAD_VALUE, "'" + line.group(1) + "' is no time");
            return true;
        }
        JsonNode content = JsonLine.read(text, line.end(), findings);
        if (content != null) {
            findings.claim();
            findings.at(timeNs);
            readEvent(line.group(3), line.group(4), line.group(2), content, timeNs, findings);
        }
        return true;
    }

    private void readEvent(
            String name, String phase, String identity, JsonNode content, long timeNs, Findings findings) {
        Long began = null;
        if (phase.equals("BEGIN")) {
            startNs.put(identity, timeNs);
            if (startNs.size() > MAX_OPEN) {
                startNs.remove(startNs.keySet().iterator().next());
            }
        } else if (phase.equals("END")) {
            began = startNs.remove(identity);
        }
        Long step = JsonLine.whole(content.path("global_step"));
        switch (name + " " + phase) {
            case "train BEGIN" -> findings.add(new JobStarted(findings.meta(), job, null, null));
            case "train END" -> findings.add(new JobStopped(findings.meta(), job));
            case "step END" -> {
                if (step != null && began != null && began <= timeNs) {
                    findings.add(new StepCompleted(findings.meta(), job, step, began, null, timeNs));
                }
            }
            case "save END" ->
                findings.add(new CheckpointObserved(
                        findings.meta(),
                        job,
                        step,
                        began == null || began > timeNs ? null : Long.valueOf(timeNs - began),
                        null));
            case "log INSTANT" -> readLog(step, content.path("logs"), findings);
            case "step BEGIN", "save BEGIN" -> {
                // Its end tells both.
            }
            default -> findings.unread.add(name);
        }
    }

    private void readLog(@Nullable Long step, JsonNode logs, Findings findings) {
        Double ms = JsonLine.number(logs.path("elapsed time per iteration (ms)"));
        Long stepTimeNs = ms == null ? null : Figure.ns(ms, "ms");
        if (step == null || stepTimeNs == null) {
            findings.unread.add("log without step time");
            return;
        }
        Double teraflops = JsonLine.number(logs.path("TFLOPS"));
        findings.add(new StepMeasured(
                findings.meta(),
                job,
                step,
                stepTimeNs,
                null,
                JsonLine.whole(logs.path("global batch size")),
                null,
                teraflops == null ? null : Double.valueOf(teraflops * 1e12)));
    }
}
