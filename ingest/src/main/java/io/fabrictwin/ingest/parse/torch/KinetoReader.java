package io.fabrictwin.ingest.parse.torch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonElements;
import io.fabrictwin.model.event.CollectiveMeasured;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.StepMeasured;
import io.fabrictwin.model.id.JobId;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells the events of one trace, once it was surveyed. */
final class KinetoReader {
    /** Earlier times are no wall clock's: the trace counts from the start of its machine. 2010-01-01T00:00Z. */
    private static final long FIRST_WALL_TIME_NS = 1_262_304_000_000_000_000L;

    private final Input input;
    private final Sink sink;
    private final CollectiveSurvey survey;
    private final JobId job;
    private final @Nullable Integer rank;
    private long record;
    private long position;
    private int kernel;

    KinetoReader(Input input, Sink sink, CollectiveSurvey survey) {
        this.input = input;
        this.sink = sink;
        this.survey = survey;
        job = new JobId(InputName.withoutRank(input));
        JsonNode told = survey.distributedInfo().path("rank");
        rank = told.isInt() && told.intValue() >= 0 ? Integer.valueOf(told.intValue()) : InputName.rank(input);
    }

    void read() throws IOException {
        readInfo();
        JsonElements.Problem problem =
                JsonElements.read(input, "traceEvents", CollectiveSurvey.FIELDS, new JsonElements.Handler() {
                    @Override
                    public void element(JsonNode event) {
                        readEvent(event);
                    }
                });
        if (problem != null) {
            sink.rejected(record, place(), problem.code(), problem.reason(), place().getBytes(UTF_8));
        }
    }

    private void readInfo() {
        JsonNode info = survey.distributedInfo();
        JsonNode ranks = info.path("world_size");
        JsonNode version = info.path("nccl_version");
        boolean isTold = ranks.isInt() && ranks.intValue() > 0;
        sink.accepted(
                record,
                "distributedInfo",
                isTold
                        ? List.of(new JobStarted(
                                meta(null),
                                job,
                                ranks.intValue(),
                                version.isTextual() ? "NCCL " + version.asText() : null))
                        : List.of());
        record++;
    }

    private void readEvent(JsonNode event) {
        Long step = TraceEvent.step(event);
        if (TraceEvent.isCollectiveKernel(event)) {
            sink.accepted(record, place(), collective(event));
        } else if (step != null) {
            sink.accepted(record, place(), step(step, event));
        } else {
            sink.ignored(record, place());
        }
        record++;
        position++;
    }

    private List<StepMeasured> step(long step, JsonNode event) {
        Long fromNs = wallNs(event);
        Long durationNs = TraceEvent.ns(event.path("dur"));
        if (durationNs == null || durationNs < 0) {
            return List.of();
        }
        Long toNs = fromNs == null ? null : Long.valueOf(fromNs + durationNs);
        return List.of(new StepMeasured(meta(toNs), job, step, durationNs, 1, null, null, null));
    }

    private List<CollectiveMeasured> collective(JsonNode event) {
        if (kernel >= survey.kernelCount()) {
            sink.unread("collectives beyond a million");
            return List.of();
        }
        Call call = survey.call(kernel);
        long sequence = survey.sequence(kernel);
        kernel++;
        CollectiveOperation operation = call.operation();
        Long bytes = call.bytes();
        Integer member = rank;
        Long durationNs = TraceEvent.ns(event.path("dur"));
        if (operation == null) {
            sink.unread("collective kernel of unknown operation");
        } else if (bytes == null) {
            sink.unread("collective kernel of unknown size");
        } else if (member == null) {
            sink.unread("collective kernel of a rank that nothing names");
        }
        if (operation == null || bytes == null || member == null) {
            return List.of();
        }
        Long startNs = wallNs(event);
        return List.of(new CollectiveMeasured(
                meta(startNs),
                job,
                null,
                call.group(),
                member,
                sequence,
                operation,
                bytes,
                startNs,
                durationNs == null || durationNs < 0 ? null : durationNs,
                null,
                null,
                null));
    }

    private @Nullable Long wallNs(JsonNode event) {
        Long ns = TraceEvent.ns(event.path("ts"));
        long base = survey.baseTimeNs();
        if (ns == null || ns > Long.MAX_VALUE - Math.max(0, base)) {
            return null;
        }
        long wallNs = ns + base;
        return wallNs < FIRST_WALL_TIME_NS ? null : Long.valueOf(wallNs);
    }

    private EventMeta meta(@Nullable Long timeNs) {
        return input.context().meta(record, 0, timeNs);
    }

    private String place() {
        return "traceEvents|" + position;
    }
}
