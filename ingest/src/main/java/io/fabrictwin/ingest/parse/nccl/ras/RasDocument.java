package io.fabrictwin.ingest.parse.nccl.ras;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.LogTime;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.ingest.parse.document.Refusal;
import io.fabrictwin.ingest.parse.nccl.words.CommunicatorId;
import io.fabrictwin.model.event.CommunicatorHealthObserved;
import io.fabrictwin.model.event.CommunicatorInitialized;
import io.fabrictwin.model.event.CommunicatorProgressObserved;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads reports and events in JSON, one or several after each other. */
final class RasDocument {
    private static final int IN_PROGRESS = 7;

    private final Input input;
    private final Sink sink;
    private final JobId job;
    private long records;
    private @Nullable Long timeNs;

    RasDocument(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
        this.job = new JobId(InputName.plain(input));
    }

    void run() throws IOException {
        JsonDocument document = JsonDocument.read(input);
        for (JsonNode value : document.values()) {
            timeNs = LogTime.before(value.path("timestamp").asText(""));
            if (value.has("communicators")) {
                readReport(value);
            } else if (value.has("event")) {
                readEvent(value);
            } else {
                reject("it has neither 'communicators' nor 'event'", value);
            }
        }
        Refusal refusal = document.refusal();
        if (refusal != null) {
            refusal.reject(records, sink);
        }
    }

    private void readReport(JsonNode report) {
        String version = report.path("nccl_version").asText("");
        List<FabricEvent> started =
                version.isEmpty() ? List.of() : List.of(new JobStarted(meta(0), job, null, "NCCL " + version));
        sink.accepted(records++, "report", started);
        for (JsonNode communicator : report.path("communicators")) {
            readCommunicator(communicator);
        }
    }

    private void readCommunicator(JsonNode communicator) {
        String identity = CommunicatorId.ofHex(communicator.path("hash").asText(""));
        if (identity == null) {
            reject("a communicator needs a 'hash' in hexadecimal", communicator);
            return;
        }
        List<FabricEvent> events = new ArrayList<>();
        List<Integer> missing = new ArrayList<>();
        JsonNode silent = communicator.path("missing_ranks");
        silent.forEach(rank -> missing.add(rank.path("rank").asInt(0)));
        int size = communicator.path("size").asInt(0);
        try {
            events.add(new CommunicatorHealthObserved(
                    meta(0),
                    job,
                    identity,
                    size > 0 ? Integer.valueOf(size) : null,
                    status(communicator.path("ranks")),
                    error(communicator),
                    missing));
            communicator.path("ranks").forEach(rank -> addRank(identity, size, rank, events));
            silent.forEach(rank -> addRank(identity, size, rank, events));
        } catch (IllegalArgumentException e) {
            reject(String.valueOf(e.getMessage()), communicator);
            return;
        }
        sink.accepted(records++, "communicator " + identity, events);
    }

    private void addRank(String identity, int size, JsonNode member, List<FabricEvent> events) {
        String host = member.path("host").asText("");
        if (!member.path("rank").isInt() || host.isEmpty()) {
            sink.unread("a rank without number or host");
            return;
        }
        int rank = member.path("rank").intValue();
        DeviceId device = new DeviceId(host);
        JsonNode gpu = member.path("nvml_dev");
        events.add(new CommunicatorInitialized(
                meta(events.size()), job, identity, rank, size, device, gpu.isInt() ? gpu.asText() : null, null));
        for (Map.Entry<String, JsonNode> count :
                member.path("collective_counts").properties()) {
            if (count.getValue().canConvertToLong()) {
                events.add(new CommunicatorProgressObserved(
                        meta(events.size()),
                        job,
                        identity,
                        rank,
                        device,
                        count.getKey(),
                        count.getValue().longValue(),
                        null,
                        null));
            }
        }
    }

    /** In the words of the report in text. */
    private static @Nullable String status(JsonNode ranks) {
        if (ranks.isEmpty()) {
            return null;
        }
        String status = "RUNNING";
        for (JsonNode rank : ranks) {
            JsonNode state = rank.path("status");
            if (state.path("abort_flag").asBoolean()) {
                return "ABORT";
            }
            if (state.path("finalize_called").asBoolean()
                    || state.path("destroy_flag").asBoolean()) {
                status = "FINALIZE";
            } else if (state.path("init_state").asInt() == IN_PROGRESS) {
                status = "INIT";
            }
        }
        return status;
    }

    private static String error(JsonNode communicator) {
        for (JsonNode rank : communicator.path("missing_ranks")) {
            if (rank.path("status").path("considered_dead").asBoolean()) {
                return "DEAD";
            }
        }
        if (communicator.path("missing_ranks_count").asInt() > 0
                || !communicator.path("missing_ranks").isEmpty()) {
            return "INCOMPLETE";
        }
        Map<String, Long> counts = new HashMap<>();
        String error = "OK";
        for (JsonNode rank : communicator.path("ranks")) {
            if (rank.path("status").path("async_error").asInt() != 0) {
                return "ERROR";
            }
            for (Map.Entry<String, JsonNode> count :
                    rank.path("collective_counts").properties()) {
                Long first = counts.putIfAbsent(count.getKey(), count.getValue().asLong());
                if (first != null && first != count.getValue().asLong()) {
                    error = "MISMATCH";
                }
            }
        }
        return error;
    }

    private void readEvent(JsonNode event) {
        JsonNode peer = event.path("peer");
        String kind = event.path("event").asText("");
        String host = peer.path("host").asText("");
        String message = kind + ": process " + peer.path("pid").asText("?") + " on node " + host + " with GPUs "
                + peer.path("cuda_devs") + " " + event.path("details").asText("");
        sink.accepted(
                records,
                "event " + records,
                List.of(RasReport.failure(
                        meta(0), job, RasReport.word(kind), host.isEmpty() ? null : host, message.strip())));
        records++;
    }

    private void reject(String reason, JsonNode raw) {
        sink.rejected(
                records,
                "value " + records,
                RejectCode.MISSING_FIELD,
                reason,
                raw.toString().getBytes(StandardCharsets.UTF_8));
        records++;
    }

    private EventMeta meta(int index) {
        return input.context().meta(records, index, timeNs);
    }
}
