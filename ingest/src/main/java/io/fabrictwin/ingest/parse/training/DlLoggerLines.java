package io.fabrictwin.ingest.parse.training;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.model.event.StepMeasured;
import io.fabrictwin.model.id.JobId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lines of NVIDIA's dllogger, as NeMo and others use it. */
final class DlLoggerLines {
    static final String MARK = "DLLL {";
    private static final String STEP_TIME = "train_step_timing in s";

    private final JobId job;
    private @Nullable Long samples;

    DlLoggerLines(JobId job) {
        this.job = job;
    }

    void read(String text, int mark, Findings findings) {
        JsonNode line = JsonLine.read(text, mark, findings);
        if (line == null) {
            return;
        }
        findings.claim();
        try {
            Long timeNs = Figure.ns(Double.parseDouble(line.path("timestamp").asText("")), "s");
            if (timeNs != null) {
                findings.at(timeNs);
            }
        } catch (NumberFormatException e) {
            findings.unread.add("timestamp of another form");
        }
        JsonNode data = line.path("data");
        for (Map.Entry<String, JsonNode> setting : data.properties()) {
            if (setting.getKey().endsWith("global_batch_size")) {
                samples = JsonLine.whole(setting.getValue());
            }
        }
        Long step = step(line.path("step"), data);
        Double seconds = JsonLine.number(data.path(STEP_TIME));
        Long stepTimeNs = seconds == null ? null : Figure.ns(seconds, "s");
        if (step != null && stepTimeNs != null) {
            findings.add(new StepMeasured(findings.meta(), job, step, stepTimeNs, null, samples, null, null));
        }
    }

    /** A number, a text of one, or a list of epoch and iteration; the data may tell the step of the whole run. */
    private static @Nullable Long step(JsonNode step, JsonNode data) {
        Long ofRun = JsonLine.whole(data.path("global_step"));
        if (ofRun != null) {
            return ofRun;
        }
        JsonNode last = step.isArray() && !step.isEmpty() ? step.get(step.size() - 1) : step;
        String text = last.asText("");
        return text.matches("\\d{1,12}") ? Long.valueOf(text) : JsonLine.whole(last);
    }
}
