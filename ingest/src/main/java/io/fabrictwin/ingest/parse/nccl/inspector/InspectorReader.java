package io.fabrictwin.ingest.parse.nccl.inspector;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.ingest.parse.nccl.words.CommunicatorId;
import io.fabrictwin.ingest.parse.nccl.words.Words;
import io.fabrictwin.model.event.CollectiveMeasured;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/** Reads a dump line by line. Newer versions tell whose it is once, before what it tells. */
final class InspectorReader {
    private static final long NS_PER_US = 1_000L;
    /** What is measured then is how long it took to launch. */
    private static final String LAUNCH_ONLY = "collective_cpu";

    private final EventContext context;
    private final JobId job;
    private JsonNode header = MissingNode.getInstance();
    private JsonNode metadata = MissingNode.getInstance();

    InspectorReader(Input input) {
        context = input.context();
        job = new JobId(InputName.plain(input));
    }

    void read(Line line, Sink sink) {
        LineRecord record = new LineRecord(line, context);
        if (!line.isBlank()) {
            readObject(line, record);
        }
        record.tell(sink);
    }

    private void readObject(Line line, LineRecord record) {
        try {
            JsonNode object = JsonDocument.MAPPER.readTree(line.text());
            header = object.has("header") ? object.path("header") : header;
            metadata = object.has("metadata") ? object.path("metadata") : metadata;
            JsonNode collective = object.path("coll_perf");
            JsonNode pointToPoint = object.path("p2p_perf");
            if (collective.isObject()) {
                readMeasure(collective, "coll", record);
            } else if (pointToPoint.isObject()) {
                readMeasure(pointToPoint, "p2p", record);
            } else if (object.has("header") || object.has("metadata")) {
                record.recognise();
            } else {
                record.refuse(RejectCode.MISSING_FIELD, "it has neither 'coll_perf' nor 'p2p_perf'");
            }
        } catch (JsonProcessingException e) {
            record.refuse(RejectCode.MALFORMED, "it is not one JSON object");
        } catch (IllegalArgumentException | ArithmeticException e) {
            record.refuse(RejectCode.BAD_VALUE, String.valueOf(e.getMessage()));
        }
    }

    private void readMeasure(JsonNode measure, String kind, LineRecord record) {
        String name = measure.path(kind).asText("");
        CollectiveOperation operation = Words.operation(name);
        JsonNode sequence = measure.path(kind + "_sn");
        JsonNode bytes = measure.path(kind + "_msg_size_bytes");
        if (operation == null || !sequence.canConvertToLong() || !bytes.canConvertToLong()) {
            record.refuse(
                    RejectCode.MISSING_FIELD,
                    "it needs '" + kind + "' with the name of an operation, '" + kind + "_sn' and '" + kind
                            + "_msg_size_bytes'");
            return;
        }
        boolean isLaunch = measure.path(kind + "_timing_source").asText("").equals(LAUNCH_ONLY);
        if (isLaunch) {
            record.unread("the time of a launch alone");
        }
        JsonNode times = measure.path("event_trace_ts");
        Long startNs = kernelTime(times, "kernel_start_ts", false);
        Long endNs = kernelTime(times, "kernel_stop_ts", true);
        record.at(endNs == null ? microseconds(metadata.path("dump_timestamp_us")) : endNs);
        Long durationNs = isLaunch ? null : duration(measure.path(kind + "_exec_time_us"));
        String host = metadata.path("hostname").asText("");
        JsonNode rank = header.path("rank");
        record.add(meta -> new CollectiveMeasured(
                meta,
                job,
                host.isEmpty() ? null : new DeviceId(host),
                CommunicatorId.ofHex(header.path("id").asText("")),
                rank.isInt() ? Integer.valueOf(rank.intValue()) : null,
                sequence.longValue(),
                operation,
                bytes.longValue(),
                startNs == null ? microseconds(times.path(kind + "_start_ts")) : startNs,
                durationNs,
                word(measure.path(kind + "_algo"), true),
                word(measure.path(kind + "_proto"), false),
                channels(measure.path(kind + "_n_channels"))));
    }

    /** Of all channels the first start or the last end; null: not told. */
    private static @Nullable Long kernelTime(JsonNode times, String field, boolean isLast) {
        Long found = null;
        for (JsonNode event : times.path("kernel_events")) {
            Long time = microseconds(event.path(field));
            if (time != null) {
                found = found == null ? time : Long.valueOf(isLast ? Math.max(found, time) : Math.min(found, time));
            }
        }
        return found;
    }

    private static @Nullable Long microseconds(JsonNode time) {
        return time.canConvertToLong() && time.isNumber() && time.longValue() > 0
                ? Long.valueOf(Math.multiplyExact(time.longValue(), NS_PER_US))
                : null;
    }

    private static @Nullable Long duration(JsonNode time) {
        return time.isNumber() ? Long.valueOf(Math.round(time.doubleValue() * NS_PER_US)) : null;
    }

    private static @Nullable String word(JsonNode word, boolean isAlgorithm) {
        String told = word.asText("");
        return told.isEmpty() ? null : isAlgorithm ? Words.algorithm(told) : Words.protocol(told);
    }

    private static @Nullable Integer channels(JsonNode channels) {
        return channels.isInt() && channels.intValue() > 0 ? Integer.valueOf(channels.intValue()) : null;
    }
}
