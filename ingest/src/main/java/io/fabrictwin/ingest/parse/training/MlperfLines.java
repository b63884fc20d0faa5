package io.fabrictwin.ingest.parse.training;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.CheckpointObserved;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobStopped;
import io.fabrictwin.model.event.StepMeasured;
import io.fabrictwin.model.id.JobId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lines of the MLPerf logger. */
final class MlperfLines {
    static final String MARK = ":::MLLOG";
    private static final long NS_PER_MS = 1_000_000;

    private final JobId job;
    private final Map<String, Long> checkpointStartNs = new HashMap<>();
    private @Nullable Long samples;

    MlperfLines(JobId job) {
        this.job = job;
    }

    void read(String text, int mark, Findings findings) {
        JsonNode line = JsonLine.read(text, mark, findings);
        if (line == null) {
            return;
        }
        Long timeMs = JsonLine.whole(line.path("time_ms"));
        if (!line.path("key").isTextual() || timeMs == null || timeMs > Long.MAX_VALUE / NS_PER_MS) {
            findings.refuse(RejectCode.MISSING_FIELD, "key or time_ms is missing");
            return;
        }
        findings.claim();
        findings.at(timeMs * NS_PER_MS);
        String key = line.path("key").asText();
        JsonNode value = line.path("value");
        switch (key) {
            case "run_start" -> findings.add(new JobStarted(findings.meta(), job, null, null));
            case "run_stop", "run_final" -> findings.add(new JobStopped(findings.meta(), job));
            case "global_batch_size" -> samples = JsonLine.whole(value);
            case "tracked_stats" -> readStats(value, line.path("metadata"), findings);
            default -> readCheckpoint(key, line.path("metadata"), findings);
        }
    }

    private void readStats(JsonNode stats, JsonNode metadata, Findings findings) {
        Long step = step(metadata);
        Double seconds = JsonLine.number(stats.path("train_step_time"));
        Double samplesPerSecond = JsonLine.number(stats.path("throughput"));
        Long batch = samples;
        if (seconds == null && samplesPerSecond != null && samplesPerSecond > 0 && batch != null) {
            seconds = batch / samplesPerSecond;
        }
        Long stepTimeNs = seconds == null ? null : Figure.ns(seconds, "s");
        if (step == null || stepTimeNs == null) {
            stats.fieldNames().forEachRemaining(name -> findings.unread.add("tracked_stats " + name));
            return;
        }
        findings.add(new StepMeasured(findings.meta(), job, step, stepTimeNs, null, batch, null, null));
    }

    private void readCheckpoint(String key, JsonNode metadata, Findings findings) {
        if (!key.contains("checkpoint") || !key.contains("_st")) {
            return;
        }
        String what = key.substring(0, key.lastIndexOf("_st"));
        if (key.endsWith("_start")) {
            checkpointStartNs.put(what, findings.timeNs());
        } else if (key.endsWith("_stop")) {
            Long startNs = checkpointStartNs.remove(what);
            Long endNs = findings.timeNs();
            Long durationNs =
                    startNs == null || endNs == null || endNs < startNs ? null : Long.valueOf(endNs - startNs);
            findings.add(new CheckpointObserved(findings.meta(), job, step(metadata), durationNs, null));
        }
    }

    private static @Nullable Long step(JsonNode metadata) {
        Long step = JsonLine.whole(metadata.path("step"));
        return step == null ? JsonLine.whole(metadata.path("step_num")) : step;
    }
}
